/// An archive written by `NSKeyedArchiver`: a property list with a table of objects that refer to each other
/// (formats.md, "NSKeyedArchiver").
///
/// Nothing that an archive holds gets lost in these terms: what the reading of a class leaves is added to the entries of a
/// dictionary, and makes any other object one with all of its fields.
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
        /// The keys and values of a dictionary, and behind them the fields that are none of its entries.
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
    /// What the list has besides the top and the table, if it is not what all archives have: another archiver or version,
    /// further keys.
    package let others: [(key: String, value: PropertyListValue)]

    private static let archiver = PropertyListValue.string("NSKeyedArchiver")
    /// The version of all archives so far.
    package static let version: Int64 = 100_000

    /// Returns nil if a property list is not a keyed archive; with a key twice, it is a plain one.
    package init?(_ list: PropertyListValue) {
        guard let fields = list.dictionaryValue, fields.repeatedCount == 0, fields["$archiver"]?.stringValue != nil,
            let top = fields["$top"]?.dictionaryValue, let objects = fields["$objects"]?.arrayValue
        else { return nil }
        self.top = top
        self.objects = objects
        others = fields.filter { key, value in
            switch key {
            case "$top", "$objects": false
            case "$archiver": value != Self.archiver
            case "$version": value != .integer(Self.version)
            default: true
            }
        }
    }

    /// Returns the object that a value stands for: a reference leads to an object of the table, any other value is
    /// itself.
    package func object(_ value: PropertyListValue) -> Object {
        guard let reference = value.uidValue else { return .value(value) }
        guard reference != 0 else { return .null }
        guard reference < objects.count else { return .missing }
        let stored = objects[Int(reference)]
        guard let (fields, description) = described(stored) else {
            return stored.stringValue == "$null" ? .null : .value(stored)
        }
        let className = Self.className(description)
        for name in [className] + Self.ancestry(description) {
            guard let decode = Self.known[name] else { continue }
            var reading = ClassReading(archive: self, fields: fields)
            guard let object = decode(&reading, className) else { continue }
            if reading.isComplete { return object }
            guard case .dictionary(let pairs, _) = object else { break }
            return .dictionary(pairs + reading.others.map { (.string($0.key), $0.value) }, className: className)
        }
        return .object(Self.encoded(fields), className: className)
    }

    /// Returns the fields that an object of a class encoded, as they are stored; nil for any other value.
    package func fields(of value: PropertyListValue) -> [(key: String, value: PropertyListValue)]? {
        guard let reference = value.uidValue, reference < objects.count else { return nil }
        return described(objects[Int(reference)]).map { Self.encoded($0.fields) }
    }

    private static func encoded(_ fields: PropertyListDictionary) -> [(key: String, value: PropertyListValue)] {
        fields.filter { $0.key != ClassReading.classKey }
    }

    /// Returns the fields of an object in the table, and the description of its class; nil for a value that is no object
    /// of a class. With a key twice, it is shown as the dictionary that it is.
    func described(
        _ stored: PropertyListValue
    ) -> (fields: PropertyListDictionary, description: PropertyListValue)? {
        guard let fields = stored.dictionaryValue, fields.repeatedCount == 0,
            let reference = fields[ClassReading.classKey], reference.uidValue != nil,
            let description = resolved(reference)
        else { return nil }
        return (fields, description)
    }

    /// Follows a reference to a value of the table; any other value is returned as it is.
    func resolved(_ value: PropertyListValue) -> PropertyListValue? {
        guard let reference = value.uidValue else { return value }
        return reference < objects.count ? objects[Int(reference)] : nil
    }

    private typealias Decoding = @Sendable (inout ClassReading, _ className: String) -> Object?

    /// How Foundation's classes encode themselves: keys from archives of real apps.
    private static let known: [String: Decoding] = [
        "NSArray": { fields, name in fields.take("NS.objects")?.arrayValue.map { .list($0, className: name) } },
        "NSSet": { fields, name in fields.take("NS.objects")?.arrayValue.map { .list($0, className: name) } },
        "NSOrderedSet": { fields, name in
            if let items = fields.take("NS.objects")?.arrayValue { return .list(items, className: name) }
            let items = fields.takeAll(withPrefix: "NS.object.")
            return items.isEmpty ? nil : .list(items, className: name)
        },
        "NSDictionary": { fields, name in
            guard let keys = fields.take("NS.keys")?.arrayValue, let values = fields.take("NS.objects")?.arrayValue,
                keys.count == values.count
            else { return nil }
            return .dictionary(zip(keys, values).map { ($0, $1) }, className: name)
        },
        "NSString": { fields, _ in
            if let text = fields.takeResolved("NS.string")?.stringValue { return .value(.string(text)) }
            // Bytes that are not UTF-8 stay what they are.
            return fields.takeResolved("NS.bytes")?.dataValue.flatMap { String(validating: $0, as: UTF8.self) }
                .map { .value(.string($0)) }
        },
        "NSData": { fields, _ in
            (fields.takeResolved("NS.data") ?? fields.takeResolved("NS.bytes"))?.dataValue.map { .value(.data($0)) }
        },
        "NSDate": { fields, _ in fields.take("NS.time")?.realValue.map { .date(secondsSince2001: $0) } },
        "NSUUID": { fields, _ in
            fields.takeResolved("NS.uuidbytes")?.dataValue.flatMap { $0.count == 16 ? .uuid($0) : nil }
        },
        "NSURL": { fields, _ in
            guard let relative = fields.takeResolved("NS.relative")?.stringValue else { return nil }
            guard let base = fields.take("NS.base"), base.uidValue != 0 else { return .url(relative) }
            // A base URL is itself archived; one level is what occurs.
            guard var base = fields.reading(of: base), let text = base.takeResolved("NS.relative")?.stringValue,
                base.take("NS.base").map({ $0.uidValue == 0 }) ?? true, base.isComplete
            else { return nil }
            return .url("\(relative) (relative to \(text))")
        },
        "NSNull": { _, _ in .null },
    ]
}

/// The fields of an object while its class is read: what that leaves is not lost.
struct ClassReading {
    /// The field with the reference to the class.
    static let classKey = "$class"

    let archive: KeyedArchive
    let fields: PropertyListDictionary
    private var taken: Set<String> = [Self.classKey]

    init(archive: KeyedArchive, fields: PropertyListDictionary) {
        self.archive = archive
        self.fields = fields
    }

    /// Whether all fields were taken.
    var isComplete: Bool { taken.count == fields.count }

    /// The fields that were not taken.
    var others: [(key: String, value: PropertyListValue)] { fields.filter { !taken.contains($0.key) } }

    /// Returns a field; nil if there is none.
    mutating func take(_ key: String) -> PropertyListValue? {
        guard let value = fields[key] else { return nil }
        taken.insert(key)
        return value
    }

    /// Returns a field, or what it refers to.
    mutating func takeResolved(_ key: String) -> PropertyListValue? { take(key).flatMap { archive.resolved($0) } }

    /// Returns all fields whose keys have a prefix.
    mutating func takeAll(withPrefix prefix: String) -> [PropertyListValue] {
        let found = fields.filter { $0.key.hasPrefix(prefix) }
        taken.formUnion(found.map(\.key))
        return found.map(\.value)
    }

    /// Returns the fields of the object that a reference leads to; nil if it is no object of a class.
    func reading(of reference: PropertyListValue) -> ClassReading? {
        archive.resolved(reference).flatMap { archive.described($0) }
            .map { ClassReading(archive: archive, fields: $0.fields) }
    }
}
