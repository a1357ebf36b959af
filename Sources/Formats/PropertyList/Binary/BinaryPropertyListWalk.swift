/// Passes the values of a binary property list one by one. An object that several others refer to is passed each time.
package struct BinaryPropertyListWalk: PropertyListWalk {
    /// An array or dictionary that has begun.
    private struct Group {
        let object: BinaryPropertyListObjects.Object
        let count: Int
        /// The index of the next value.
        var index = 0
    }

    private let source: BinaryPropertyListObjects
    private let maxLevels: Int
    private let limits = PropertyListLimits.standard
    private var groups: [Group] = []
    /// The objects that were read, as bits.
    private var read: [UInt64]
    /// The number of bytes that further objects may take, see `BinaryPropertyListReader`.
    private var budget: Int
    /// The number of values and keys, and of the bytes of texts and data, shared ones counted each time.
    private var (values, content) = (1, 0)
    private var hasBegun = false
    private var hasFailed = false
    package private(set) var isComplete = false

    /// Begins a walk.
    /// - Parameters:
    ///   - bytes: The list, in memory.
    ///   - maxLevels: The maximum depth of nested arrays and dictionaries.
    package init?(_ bytes: UnsafeRawBufferPointer, maxLevels: Int) {
        guard let source = BinaryPropertyListObjects(recognizing: bytes) else { return nil }
        (self.source, self.maxLevels) = (source, maxLevels)
        read = [UInt64](repeating: 0, count: source.trailer.objectCount / 64 + 1)
        budget = bytes.count
    }

    package mutating func next() -> PropertyListItem? {
        guard !hasFailed, !isComplete else { return nil }
        do throws(PropertyListError) {
            if let item = try found() { return item }
            hasFailed = !isComplete
        } catch {
            hasFailed = true
        }
        return nil
    }

    /// Returns the next value; nil at the end, and for all that is unusual.
    private mutating func found() throws(PropertyListError) -> PropertyListItem? {
        if !hasBegun {
            hasBegun = true
            guard let item = try item(source.trailer.topObject, nil), case .group = item.value else { return nil }
        }
        while let last = groups.indices.last {
            let (object, count, index) = (groups[last].object, groups[last].count, groups[last].index)
            guard index < count else {
                groups.removeLast()
                continue
            }
            groups[last].index += 1
            guard object.kind == .dictionary else { return try item(try source.reference(index, of: object), nil) }
            guard let key = try key(try source.reference(index, of: object)) else { return nil }
            return try item(try source.reference(count + index, of: object), key)
        }
        isComplete = true
        return nil
    }

    package var path: [String] {
        groups.filter { $0.index > 0 }.map { group in
            guard group.object.kind == .dictionary else { return "\(group.index - 1)" }
            guard let number = try? source.reference(group.index - 1, of: group.object),
                let key = try? source.object(number)
            else { return "" }
            return source.string(key) ?? ""
        }
    }

    // MARK: Objects

    /// Looks up an object, within the limits.
    /// - Returns: nil beyond a limit.
    private mutating func object(_ number: Int) throws(PropertyListError) -> BinaryPropertyListObjects.Object? {
        values += 1
        let object = try source.object(number)
        let bit: UInt64 = 1 << UInt64(number & 63)
        if read[number >> 6] & bit == 0 {
            read[number >> 6] |= bit
            budget -= object.contents.count
        }
        switch object.kind {
        case .ascii, .utf8, .utf16, .data: content += object.contents.count
        default: break
        }
        return values < limits.values && content < limits.content && budget >= 0 ? object : nil
    }

    private mutating func key(_ number: Int) throws(PropertyListError) -> PropertyListItem.Bytes? {
        guard let object = try object(number), let text = source.text(object) else { return nil }
        // An archive of objects is another kind of document.
        if groups.count == 1, case .plain(let name) = text, name.isEqual(to: "$archiver") { return nil }
        return text
    }

    private mutating func item(
        _ number: Int, _ name: PropertyListItem.Bytes?
    ) throws(PropertyListError) -> PropertyListItem? {
        guard let object = try object(number), let value = value(object) else { return nil }
        return PropertyListItem(value: value, name: name)
    }

    private mutating func value(_ object: BinaryPropertyListObjects.Object) -> PropertyListItem.Value? {
        switch object.kind {
        case .singleton, .date, .uid:
            guard object.kind != .uid || source.isReadable(uid: object) else { return nil }
            return source.scalar(object).map { .other($0) }
        case .integer:
            let number = source.integer(object)
            return Int64(exactly: number).map { .integer($0) } ?? .wide(number)
        case .real: return .real(source.real(object))
        case .data: return .data(.plain(source.contents(of: object)))
        case .ascii, .utf8, .utf16: return source.text(object).map { .text($0) }
        case .array, .set, .dictionary:
            guard groups.count < maxLevels else { return nil }
            groups.append(Group(object: object, count: source.count(of: object)))
            return .group(isDictionary: object.kind == .dictionary)
        }
    }
}
