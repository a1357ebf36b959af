/// Changes to values of a keyed archive as changes to the property list that it is.
///
/// An object of the table that nothing else refers to is changed where it is; in place of one that is shared, a new one
/// is added behind all others, since numbers of objects are references. What is removed from a collection stays in the
/// table if it is not a text, a number, a date or data of its own.
struct KeyedArchiveEditing {
    private let list: PropertyListValue
    private let archive: KeyedArchive
    /// The positions of the table and of the top in the list.
    private let table: Int
    private let top: Int

    init?(_ list: PropertyListValue) {
        guard let archive = KeyedArchive(list), let fields = list.dictionaryValue,
            let table = fields.firstPosition(of: "$objects"), let top = fields.firstPosition(of: "$top")
        else { return nil }
        (self.list, self.archive, self.table, self.top) = (list, archive, table, top)
    }

    /// A value in the archive.
    struct Place {
        /// The positions in the list of what stands for it where it is used: a reference, or the value itself.
        var reference: [Int]
        /// That reference or value.
        var value: PropertyListValue
        /// The arrays of a collection that has it, with its position in them: of its keys and its items, or of its
        /// items.
        var entry: (arrays: [[Int]], position: Int)?
    }

    /// A named item of a collection, and what it is made of.
    private typealias Item = (name: String, place: Place)

    // MARK: Finding

    /// Returns the place that steps lead to, as far as they do.
    func place(at steps: ArraySlice<ValueStep>) -> (place: Place, rest: ArraySlice<ValueStep>)? {
        guard let first = steps.first else { return nil }
        let topItems = archive.top.enumerated().map { index, pair -> Item in
            (pair.key, Place(reference: [top, index], value: pair.value))
        }
        guard let index = first.index(in: topItems.map(\.name)) else { return nil }
        var place = topItems[index].place
        var rest = steps.dropFirst()
        while let step = rest.first {
            let items = items(of: place)
            guard !items.isEmpty else { return (place, rest) }
            guard let index = step.index(in: items.map(\.name)) else { return nil }
            place = items[index].place
            rest.removeFirst()
        }
        return (place, rest)
    }

    /// The items of a collection as plain values; empty if one of them is none.
    func plainItems(of place: Place) -> [PropertyListValue] {
        let items = items(of: place)
        let values = items.compactMap { plainValue(of: $0.place) }
        return values.count == items.count ? values : []
    }

    /// The positions in the list of the object that a place has.
    private func positions(of place: Place) -> [Int] {
        place.value.uidValue.map { [table, Int(clamping: $0)] } ?? place.reference
    }

    private func stored(_ value: PropertyListValue) -> PropertyListValue? { archive.resolved(value) }

    private func items(of place: Place) -> [Item] {
        let base = positions(of: place)
        guard let stored = stored(place.value) else { return [] }
        switch stored {
        case .array(let items), .set(let items):
            return items.enumerated().map { index, value in
                ("\(index)", Place(reference: base + [index], value: value, entry: ([base], index)))
            }
        case .dictionary(let fields):
            guard archive.described(stored) != nil, place.value.uidValue != nil else {
                return self.fields(fields, base)
            }
            return collection(fields, base, archive.object(place.value))
        default: return []
        }
    }

    private func fields(_ fields: PropertyListDictionary, _ base: [Int]) -> [Item] {
        fields.enumerated().map { index, pair in (pair.key, Place(reference: base + [index], value: pair.value)) }
    }

    private func collection(_ fields: PropertyListDictionary, _ base: [Int], _ object: KeyedArchive.Object) -> [Item] {
        func array(_ key: String) -> (positions: [Int], items: [PropertyListValue])? {
            guard let index = fields.firstPosition(of: key), let items = fields[key]?.arrayValue else { return nil }
            return (base + [index], items)
        }
        switch object {
        case .list:
            guard let (positions, items) = array("NS.objects") else { return [] }
            return items.enumerated().map { index, value in
                ("\(index)", Place(reference: positions + [index], value: value, entry: ([positions], index)))
            }
        case .dictionary:
            guard let keys = array("NS.keys"), let values = array("NS.objects") else { return [] }
            var items: [Item] = []
            for (index, key) in keys.items.enumerated() {
                // Other keys have names that do not tell which they are.
                guard let name = stored(key)?.stringValue, index < values.items.count else { return [] }
                items.append(
                    (
                        name,
                        Place(
                            reference: values.positions + [index], value: values.items[index],
                            entry: ([keys.positions, values.positions], index))
                    ))
            }
            return items
        case .object: return self.fields(fields, base).filter { $0.name != ClassReading.classKey }
        default: return []
        }
    }

    // MARK: Changing

    /// Returns the value that is there, in terms of a property list; nil for a collection and an object without one.
    func plainValue(of place: Place) -> PropertyListValue? {
        switch archive.object(place.value) {
        case .value(let value):
            switch value {
            case .array, .set, .dictionary, .uid: nil
            default: value
            }
        case .null: .null
        case .date(let seconds): .date(secondsSince2001: seconds)
        case .url(let text): .string(text)
        default: nil
        }
    }

    /// Returns the changes to the list that give a place another value.
    /// - Throws: `ValueEditError` if it has to have another type.
    func replacing(_ place: Place, by value: PropertyListValue) throws(ValueEditError) -> [PlainEdit<PropertyListValue>]
    {
        switch value {
        case .array, .set, .dictionary:
            throw ValueEditError(.unsupported, "a collection in an archive is not replaced as a whole")
        case .null where place.value.uidValue != nil: return [.replace(place.reference, by: .uid(0))]
        case .null: throw ValueEditError(.type, "no null stands for a value that is stored in an object itself")
        default: break
        }
        guard let number = place.value.uidValue else { return [.replace(place.reference, by: value)] }
        guard let stored = stored(place.value) else {
            throw ValueEditError(.unsupported, "is a reference to an object that is missing")
        }
        let isPlain = number != 0 && stored.dictionaryValue == nil
        if isPlain, uses(of: number) == 1, !value.isDate {
            return [.replace([table, Int(clamping: number)], by: value)]
        }
        if let (key, value) = try field(of: stored, for: value) {
            guard let fields = stored.dictionaryValue, let index = fields.firstPosition(of: key) else { return [] }
            if uses(of: number) == 1 { return [.replace([table, Int(clamping: number), index], by: value)] }
            var copy = fields
            copy[key] = value
            return adding(.dictionary(copy), at: place.reference)
        }
        guard !value.isDate else { throw ValueEditError(.type, "is no date: the archive has no such object there") }
        return adding(value, at: place.reference)
    }

    /// Returns the field of an object of Foundation that has its value, and the value for it; nil for a plain value.
    private func field(
        of stored: PropertyListValue, for value: PropertyListValue
    ) throws(ValueEditError) -> (String, PropertyListValue)? {
        guard let fields = stored.dictionaryValue else { return nil }
        for (key, isFitting) in [
            ("NS.time", value.dateValue != nil), ("NS.string", value.stringValue != nil),
            ("NS.relative", value.stringValue != nil), ("NS.data", value.dataValue != nil),
        ] {
            guard let field = fields[key] else { continue }
            guard isFitting, field.uidValue == nil || key == "NS.relative" else {
                throw ValueEditError(.type, "is an object of another class, which is kept: give a value of its type")
            }
            if key == "NS.relative" {
                throw ValueEditError(.unsupported, "a URL in an archive is not changed")
            }
            return (key, value.dateValue.map { .real($0) } ?? value)
        }
        throw ValueEditError(.unsupported, "is an object of a class, which is not changed as a whole")
    }

    /// Adds an object to the table, and lets a place refer to it.
    private func adding(_ object: PropertyListValue, at reference: [Int]) -> [PlainEdit<PropertyListValue>] {
        [
            .insert(object, name: nil, into: [table], at: archive.objects.count),
            .replace(reference, by: .uid(UInt64(archive.objects.count))),
        ]
    }

    /// Returns the changes that add an item to a collection.
    /// - Parameters:
    ///   - key: Its key; nil for an item of an array.
    ///   - position: Where it is added; nil for the end.
    /// - Throws: `ValueEditError` if there is no such collection, or if it has the key.
    func inserting(
        _ value: PropertyListValue, key: String?, into place: Place, at position: Int?
    ) throws(ValueEditError) -> [PlainEdit<PropertyListValue>] {
        switch value {
        case .array, .set, .dictionary, .date, .uid:
            throw ValueEditError(.unsupported, "only texts, numbers, Boolean values and data are added to an archive")
        default: break
        }
        guard let number = place.value.uidValue, uses(of: number) == 1,
            let fields = stored(place.value)?.dictionaryValue,
            let items = fields.firstPosition(of: "NS.objects"), let count = fields["NS.objects"]?.arrayValue?.count
        else {
            throw ValueEditError(.unsupported, "is no array and no dictionary that is used in one place alone")
        }
        let base = [table, Int(clamping: number)]
        let next = UInt64(archive.objects.count)
        let keys = fields.firstPosition(of: "NS.keys")
        guard (key != nil) == (keys != nil) else {
            throw ValueEditError(.unsupported, key == nil ? "is no array" : "is no dictionary")
        }
        let position = position ?? count
        guard position <= count else { throw ValueEditError(.missing, "there is no item before which to add it") }
        var edits: [PlainEdit<PropertyListValue>] = [
            .insert(value, name: nil, into: [table], at: Int(clamping: next)),
            .insert(.uid(next), name: nil, into: base + [items], at: position),
        ]
        if let key, let keys {
            edits.append(.insert(.string(key), name: nil, into: [table], at: Int(clamping: next + 1)))
            edits.append(.insert(.uid(next + 1), name: nil, into: base + [keys], at: position))
        }
        return edits
    }

    /// Returns the changes that remove an item from its collection.
    /// - Throws: `ValueEditError` if it is in none.
    func removing(_ place: Place) throws(ValueEditError) -> [PlainEdit<PropertyListValue>] {
        guard let (arrays, position) = place.entry else {
            throw ValueEditError(
                .unsupported, "is a part of an object: only items of arrays and dictionaries are removed")
        }
        if let around = arrays.first, around.first == table, around.count > 1, uses(of: UInt64(around[1])) > 1 {
            throw ValueEditError(.unsupported, "the collection is used in several places of the archive")
        }
        var edits = arrays.map { PlainEdit<PropertyListValue>.remove($0 + [position]) }
        // Numbers of objects are references: what it was stays there as an empty text.
        if let number = place.value.uidValue, number != 0, uses(of: number) == 1, plainValue(of: place) != nil,
            stored(place.value)?.dictionaryValue == nil
        {
            edits.append(.replace([table, Int(clamping: number)], by: .string("")))
        }
        return edits
    }

    /// Returns the number of references to an object.
    private func uses(of number: UInt64) -> Int {
        var count = 0
        var waiting = [list]
        while let value = waiting.popLast() {
            switch value {
            case .uid(number): count += 1
            case .array(let items), .set(let items): waiting += items
            case .dictionary(let fields): waiting += fields.values
            default: break
            }
        }
        return count
    }
}

extension PropertyListValue {
    fileprivate var isDate: Bool { dateValue != nil }
}

extension PropertyListDictionary {
    /// The position of a key of archives among the pairs.
    fileprivate func firstPosition(of key: String) -> Int? { firstIndex { $0.key == key } }
}
