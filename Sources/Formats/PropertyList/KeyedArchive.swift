/// An archive written by `NSKeyedArchiver`: a property list with a table of objects that refer to each other
/// (formats.md, "NSKeyedArchiver").
package struct KeyedArchive: Sendable {
    /// An object of the archive, in the terms of its class.
    package enum Object: Sendable {
        /// A value that needs no table: a string, a number, data.
        case value(PropertyListValue)
        /// `NSNull`, and the reference 0 that stands for nil.
        case null
        case date(secondsSince2001: Double)
        /// 16 bytes.
        case uuid([UInt8])
        /// A URL: the string, after the base URL's if it has one.
        case url(String)
        /// The items of an array or a set.
        case list([PropertyListValue], className: String)
        /// The keys and values of a dictionary.
        case dictionary([(key: PropertyListValue, value: PropertyListValue)], className: String)
        /// An object of any other class, with the fields that it encoded.
        case object([(key: String, value: PropertyListValue)], className: String)
        /// The reference leads nowhere.
        case missing
    }

    /// The named objects at the top; usually a single one, "root".
    package let top: PropertyListDictionary
    /// The table of objects.
    let objects: [PropertyListValue]

    /// Returns nil if a property list is not a keyed archive.
    package init?(_ list: PropertyListValue) {
        guard list["$archiver"]?.stringValue != nil, let top = list["$top"]?.dictionaryValue,
            let objects = list["$objects"]?.arrayValue
        else { return nil }
        self.top = top
        self.objects = objects
    }

    /// The objects that nothing at the top leads to, with their numbers in the table.
    package var unreferenced: [(number: Int, value: PropertyListValue)] {
        var isReached = [Bool](repeating: false, count: objects.count)
        // The reference 0 stands for nil.
        if objects.first?.stringValue == "$null" { isReached[0] = true }
        var waiting = top.map(\.value)
        while let value = waiting.popLast() {
            switch value {
            case .uid(let number):
                guard let index = Int(exactly: number), isReached.indices.contains(index), !isReached[index] else {
                    continue
                }
                isReached[index] = true
                waiting.append(objects[index])
            case .array(let items), .set(let items): waiting += items
            case .dictionary(let dictionary): waiting += dictionary.map(\.value)
            default: continue
            }
        }
        return objects.indices.filter { !isReached[$0] }.map { ($0, objects[$0]) }
    }

    /// The number of classes that an object's class is looked for among: its own and those that it inherits from.
    private static let maxClasses = 32

    /// Returns the object that a value stands for: a reference leads to an object of the table, any other value is
    /// itself.
    package func object(_ value: PropertyListValue) -> Object {
        guard let reference = value.uidValue else { return .value(value) }
        guard reference != 0 else { return .null }
        guard reference < objects.count else { return .missing }
        let stored = objects[Int(reference)]
        guard let fields = stored.dictionaryValue, let description = fields["$class"].flatMap({ resolved($0) }) else {
            return stored.stringValue == "$null" ? .null : .value(stored)
        }
        let className = description["$classname"]?.stringValue ?? "object of an unknown class"
        for name in [className] + Self.ancestry(description) {
            if let object = Self.known[name]?(self, fields, className) { return object }
        }
        return .object(fields.filter { $0.key != "$class" }.map { ($0.key, $0.value) }, className: className)
    }

    /// Returns the names of a class and those that it inherits from, as its description lists them.
    static func ancestry(_ description: PropertyListValue) -> [String] {
        description["$classes"]?.arrayValue?.prefix(maxClasses).compactMap(\.stringValue) ?? []
    }

    /// Follows a reference to a value of the table; any other value is returned as it is.
    func resolved(_ value: PropertyListValue) -> PropertyListValue? {
        guard let reference = value.uidValue else { return value }
        return reference < objects.count ? objects[Int(reference)] : nil
    }

    private typealias Decoding = @Sendable (KeyedArchive, PropertyListDictionary, _ className: String) -> Object?

    /// How Foundation's classes encode themselves: keys from archives of real apps.
    private static let known: [String: Decoding] = [
        "NSArray": { archive, fields, name in fields["NS.objects"]?.arrayValue.map { .list($0, className: name) } },
        "NSSet": { archive, fields, name in fields["NS.objects"]?.arrayValue.map { .list($0, className: name) } },
        "NSOrderedSet": { archive, fields, name in
            if let items = fields["NS.objects"]?.arrayValue { return .list(items, className: name) }
            let keys = fields.filter { $0.key.hasPrefix("NS.object.") }
            return keys.isEmpty ? nil : .list(keys.map(\.value), className: name)
        },
        "NSDictionary": { archive, fields, name in
            guard let keys = fields["NS.keys"]?.arrayValue, let values = fields["NS.objects"]?.arrayValue,
                keys.count == values.count
            else { return nil }
            return .dictionary(zip(keys, values).map { ($0, $1) }, className: name)
        },
        "NSString": { archive, fields, _ in
            if let text = fields["NS.string"].flatMap({ archive.resolved($0) })?.stringValue {
                return .value(.string(text))
            }
            guard let bytes = fields["NS.bytes"].flatMap({ archive.resolved($0) })?.dataValue else { return nil }
            return .value(.string(String(decoding: bytes, as: UTF8.self)))
        },
        "NSData": { archive, fields, _ in
            (fields["NS.data"] ?? fields["NS.bytes"]).flatMap { archive.resolved($0) }?.dataValue.map {
                .value(.data($0))
            }
        },
        "NSDate": { _, fields, _ in fields["NS.time"]?.realValue.map { .date(secondsSince2001: $0) } },
        "NSUUID": { archive, fields, _ in
            fields["NS.uuidbytes"].flatMap { archive.resolved($0) }?.dataValue.flatMap {
                $0.count == 16 ? .uuid($0) : nil
            }
        },
        "NSURL": { archive, fields, _ in
            guard let relative = fields["NS.relative"].flatMap({ archive.resolved($0) })?.stringValue else {
                return nil
            }
            // A base URL is itself archived; one level is what occurs.
            let base = fields["NS.base"].flatMap { archive.resolved($0) }?["NS.relative"]
                .flatMap { archive.resolved($0) }?.stringValue
            return .url(base.map { "\(relative) (relative to \($0))" } ?? relative)
        },
        "NSNull": { _, _, _ in .null },
    ]
}
