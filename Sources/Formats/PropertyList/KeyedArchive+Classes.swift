extension KeyedArchive {
    /// The number of classes that an object's class is looked for among: its own and those that it inherits from.
    private static let maxClasses = 32

    /// Returns the name of a class.
    static func className(_ description: PropertyListValue) -> String {
        description["$classname"]?.stringValue ?? "object of an unknown class"
    }

    /// Returns the names of a class and those that it inherits from, as its description lists them.
    static func ancestry(_ description: PropertyListValue) -> [String] {
        description["$classes"]?.arrayValue?.prefix(maxClasses).compactMap(\.stringValue) ?? []
    }

    /// Returns the classes of objects that the top leads to whose descriptions say more than the name of the class: what it
    /// inherits from, other than what everybody knows, hints at other classes, further keys. In the order of the table.
    /// - Parameter reached: Whether the top leads to each object.
    package func remarkableClasses(
        _ reached: [Bool]
    ) -> [(name: String, description: PropertyListValue)] {
        var numbers: Set<UInt64> = []
        for (object, isReached) in zip(objects, reached) where isReached {
            if described(object) != nil, let number = object[ClassReading.classKey]?.uidValue { numbers.insert(number) }
        }
        return numbers.sorted().map { objects[Int($0)] }.filter { !Self.isUsual($0) }.map { (Self.className($0), $0) }
    }

    /// Whether the description of a class follows from its name, which is shown with its objects.
    private static func isUsual(_ description: PropertyListValue) -> Bool {
        guard let fields = description.dictionaryValue, fields.count == 2,
            let name = fields["$classname"]?.stringValue, name.utf8.count <= longestName,
            case .array(let classes)? = fields["$classes"]
        else { return false }
        let parents = name == root ? [] : (foundation[name].map { [$0] } ?? []) + [root]
        return classes == ([name] + parents).map(PropertyListValue.string)
    }

    /// The longest name of a class, in bytes, that is shown in full with each of its objects.
    package static let longestName = 256

    /// The class that all others inherit from.
    private static let root = "NSObject"

    /// What classes of Foundation whose objects are shown as values inherit from.
    private static let foundation = [
        "NSMutableArray": "NSArray", "NSMutableSet": "NSSet", "NSMutableOrderedSet": "NSOrderedSet",
        "NSMutableDictionary": "NSDictionary", "NSMutableString": "NSString", "NSMutableData": "NSData",
    ]

    // MARK: What is reached

    /// Returns the objects that nothing at the top leads to, with their numbers in the table.
    /// - Parameter reached: Whether the top leads to each object.
    package func unreferenced(_ reached: [Bool]) -> [(number: Int, value: PropertyListValue)] {
        zip(objects.indices, reached).filter { !$0.1 }.map { ($0.0, objects[$0.0]) }
    }

    /// Whether there are objects that nothing at the top leads to.
    package var hasUnreferenced: Bool { reached().contains(false) }

    /// Returns whether the top leads to each object, by the ways on which it is shown.
    package func reached() -> [Bool] {
        var isReached = [Bool](repeating: false, count: objects.count)
        // The reference 0 stands for nil.
        if objects.first?.stringValue == "$null" { isReached[0] = true }
        var waiting = top.map(\.value)
        while let value = waiting.popLast() {
            switch value {
            case .uid(let number):
                guard number > 0, let index = Int(exactly: number), isReached.indices.contains(index),
                    !isReached[index]
                else { continue }
                isReached[index] = true
                let object = objects[index]
                guard let (fields, _) = described(object) else {
                    // A reference in the table is shown as a number.
                    if object.uidValue == nil { waiting.append(object) }
                    continue
                }
                for field in fields {
                    guard field.key == ClassReading.classKey else {
                        waiting.append(field.value)
                        continue
                    }
                    // The description of a class is shown as it is stored.
                    if let number = field.value.uidValue.flatMap({ Int(exactly: $0) }) { isReached[number] = true }
                }
            case .array(let items), .set(let items): waiting += items
            case .dictionary(let dictionary): waiting += dictionary.map(\.value)
            default: continue
            }
        }
        return isReached
    }
}
