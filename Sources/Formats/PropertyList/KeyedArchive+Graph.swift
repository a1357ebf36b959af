extension KeyedArchive {
    /// Everything that the top leads to, classes and unknown fields included, as bytes that depend neither on the
    /// numbers of objects nor on the order of the members of dictionaries and sets, nor on the form of property lists
    /// in data: two archives have the same only if they hold the same.
    package var graph: [UInt8] {
        var graph = ObjectGraph(depth: 0)
        graph.add(.dictionary(top), of: self)
        return graph.bytes
    }
}

/// What property lists hold, as bytes.
private struct ObjectGraph {
    /// Lists in data of lists are taken apart to this depth.
    private static let deepest = 8

    private(set) var bytes: [UInt8] = []
    private let depth: Int

    init(depth: Int) { self.depth = depth }

    /// Adds a value and all that it leads to.
    /// - Parameter archive: The archive that has the objects; nil for a value that is in none.
    mutating func add(_ value: PropertyListValue, of archive: KeyedArchive?) {
        let objects = archive?.objects ?? []
        let unordered = archive.map { UnorderedMembers(of: $0) }
        var labels: [UInt64: Int] = [:]
        var waiting = [value]
        while let value = waiting.popLast() {
            switch value {
            case .uid(let number):
                if let label = labels[number] {
                    bytes += "r\(label);".utf8
                } else if number < objects.count {
                    labels[number] = labels.count
                    bytes += "o".utf8
                    let object = objects[Int(number)]
                    waiting.append(unordered?.inOrder(object, Int(number)) ?? object)
                } else {
                    bytes += "m\(number);".utf8
                }
            case .array(let items):
                bytes += "a\(items.count);".utf8
                waiting += items.reversed()
            case .set(let items):
                bytes += "t\(items.count);".utf8
                waiting += items.reversed()
            case .dictionary(let dictionary):
                let pairs = dictionary.sorted { $0.key < $1.key }
                bytes += "d\(pairs.count);".utf8
                for pair in pairs { write("k", Array(pair.key.utf8)) }
                waiting += pairs.reversed().map(\.value)
            case .data(let data):
                if let inside = list(in: data) { write("l", inside) } else { write("b", data) }
            case .string(let text): write("s", Array(text.utf8))
            default: write("v", Array("\(value)".utf8))
            }
        }
    }

    private mutating func write(_ tag: Character, _ text: [UInt8]) {
        bytes += "\(tag)\(text.count):".utf8
        bytes += text
    }

    /// Returns what a property list in data holds; nil for other data, and for a list with anything besides its values.
    private func list(in data: [UInt8]) -> [UInt8]? {
        guard depth < Self.deepest, let format = PropertyListFormat(recognizing: data),
            format == .binary || format == .xml, let found = try? PropertyListReader.readTellingRepairs(data),
            !found.isRepaired,
            PropertyListLeftovers.ranges(in: data).isEmpty
        else { return nil }
        var graph = ObjectGraph(depth: depth + 1)
        guard let archive = KeyedArchive(found.list), let fields = found.list.dictionaryValue else {
            graph.add(found.list, of: nil)
            return graph.bytes
        }
        guard !archive.hasUnreferenced else { return nil }
        for field in fields.sorted(by: { $0.key < $1.key }) where field.key != "$objects" {
            graph.write("k", Array(field.key.utf8))
            graph.add(field.value, of: archive)
        }
        return graph.bytes
    }
}

/// The members of the dictionaries and sets of an archive. They have no order, and may be stored in another one in each
/// run of an app.
private struct UnorderedMembers {
    private enum Members {
        case dictionary(keys: [PropertyListValue], values: [PropertyListValue])
        case set([PropertyListValue])
    }

    private static let keys = "NS.keys"
    private static let objects = "NS.objects"
    /// The most steps from an object to what tells it from others.
    private static let maxRounds = 64
    /// What is nested deeper in an object of the table does not tell it from others.
    private static let deepest = 16

    /// The members by the numbers of their objects.
    private var members: [Int: Members] = [:]
    /// A number for what each object holds, by its number in the table. Objects that cannot be told by it are taken in
    /// the order in which they are stored.
    private var prints: [UInt64] = []

    init(of archive: KeyedArchive) {
        for (number, object) in archive.objects.enumerated() {
            if let found = Self.members(of: object, in: archive) { members[number] = found }
        }
        if !members.isEmpty { findPrints(of: archive.objects) }
    }

    /// Returns the members of an object; nil if they have an order, or if the object has anything else.
    private static func members(of object: PropertyListValue, in archive: KeyedArchive) -> Members? {
        guard let fields = object.dictionaryValue, let items = fields[objects]?.arrayValue,
            let description = fields["$class"].flatMap({ archive.resolved($0) }),
            let name = description["$classname"]?.stringValue, !name.lowercased().contains("ordered")
        else { return nil }
        let classes = [name] + KeyedArchive.ancestry(description)
        if fields.count == 2, classes.contains("NSSet") { return .set(items) }
        guard fields.count == 3, classes.contains("NSDictionary"), let names = fields[keys]?.arrayValue,
            names.count == items.count
        else { return nil }
        return .dictionary(keys: names, values: items)
    }

    /// Returns an object of the table, with its members in an order that follows from what they hold.
    func inOrder(_ object: PropertyListValue, _ number: Int) -> PropertyListValue {
        guard let found = members[number], var fields = object.dictionaryValue else { return object }
        switch found {
        case .set(let items):
            let order = Self.order(items.map { (print(of: $0), 0) })
            fields[Self.objects] = .array(order.map { items[$0] })
        case .dictionary(let keys, let values):
            let order = Self.order(zip(keys, values).map { (print(of: $0), print(of: $1)) })
            fields[Self.keys] = .array(order.map { keys[$0] })
            fields[Self.objects] = .array(order.map { values[$0] })
        }
        return .dictionary(fields)
    }

    private static func order(_ prints: [(UInt64, UInt64)]) -> [Int] {
        prints.indices.sorted { (prints[$0].0, prints[$0].1, $0) < (prints[$1].0, prints[$1].1, $1) }
    }

    // MARK: What objects hold

    /// Finds the number for each object, which depends neither on the numbers of others nor on the order of members.
    /// Objects may lead to each other: each round takes in what is a step farther away.
    private mutating func findPrints(of objects: [PropertyListValue]) {
        prints = [UInt64](repeating: 0, count: objects.count)
        let leaves: [UInt64?] = objects.map { $0.isGroup ? nil : print(of: $0) }
        var distinct = 0
        for _ in 0..<Self.maxRounds {
            prints = objects.indices.map { leaves[$0] ?? print(ofObject: objects[$0], $0) }
            let found = Set(prints).count
            guard found > distinct else { return }
            distinct = found
        }
    }

    private func print(ofObject object: PropertyListValue, _ number: Int) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(prints[number])
        switch members[number] {
        case .set(let items)?: hasher.combine(items.reduce(UInt64(0)) { $0 &+ print(of: $1) })
        case .dictionary(let keys, let values)?:
            hasher.combine(zip(keys, values).reduce(UInt64(0)) { $0 &+ Self.pair(print(of: $1.0), print(of: $1.1)) })
        case nil: hasher.combine(print(of: object))
        }
        return hasher.print
    }

    private func print(of value: PropertyListValue, depth: Int = 0) -> UInt64 {
        var hasher = Hasher()
        switch value {
        case .uid(let number):
            hasher.combine(0)
            hasher.combine(number < prints.count ? prints[Int(number)] : number)
        case .array(let items), .set(let items):
            hasher.combine(1)
            hasher.combine(items.count)
            guard depth < Self.deepest else { break }
            for item in items { hasher.combine(print(of: item, depth: depth + 1)) }
        case .dictionary(let dictionary):
            hasher.combine(2)
            hasher.combine(dictionary.count)
            guard depth < Self.deepest else { break }
            let pairs = dictionary.map { Self.pair(Self.number(for: $0.key), print(of: $0.value, depth: depth + 1)) }
            hasher.combine(pairs.reduce(0, &+))
        case .string(let text):
            hasher.combine(3)
            hasher.combine(Self.number(for: text))
        case .data(let bytes):
            hasher.combine(4)
            hasher.combine(bytes)
        default:
            hasher.combine(5)
            hasher.combine(Self.number(for: "\(value)"))
        }
        return hasher.print
    }

    private static func number(for text: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(Array(text.utf8))
        return hasher.print
    }

    private static func pair(_ one: UInt64, _ other: UInt64) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(one)
        hasher.combine(other)
        return hasher.print
    }
}

extension PropertyListValue {
    /// Whether it may refer to objects.
    fileprivate var isGroup: Bool {
        switch self {
        case .array, .set, .dictionary, .uid: true
        default: false
        }
    }
}

extension Hasher {
    /// The hash value as a number without a sign.
    fileprivate var print: UInt64 { UInt64(bitPattern: Int64(finalize())) }
}
