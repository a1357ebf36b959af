/// Passes the values of a binary property list one by one. An object that several others refer to is passed each time.
package struct BinaryPropertyListWalk: PropertyListWalk {
    /// An array or dictionary that has begun.
    private struct Group {
        let count: Int
        /// The offset of the references to the keys; nil for an array or set.
        let keys: Int?
        /// The offset of the references to the values.
        let values: Int
        /// The index of the next value.
        var index = 0
    }

    private let bytes: UnsafeRawBufferPointer
    private let trailer: BinaryPropertyListTrailer
    private let mostLevels: Int
    private let limits = PropertyListLimits.standard
    private var groups: [Group] = []
    /// The objects that were read, as bits.
    private var read: [UInt64]
    /// The number of bytes that further objects may take, see `BinaryPropertyListObjects`.
    private var budget: Int
    /// The number of values and keys, and of the bytes of texts and data, shared ones counted each time.
    private var (values, content) = (1, 0)
    private var hasBegun = false
    private var hasFailed = false
    package private(set) var isComplete = false

    /// Begins a walk.
    /// - Parameters:
    ///   - buffer: The bytes of the list, in memory.
    ///   - mostLevels: The maximum depth of nested arrays and dictionaries.
    package init?(_ list: [UInt8], at buffer: UnsafeRawBufferPointer, mostLevels: Int) {
        guard PropertyListFormat(recognizing: list) == .binary, list.count <= PropertyListLimits.standard.bytes,
            let trailer = try? BinaryPropertyListTrailer(list, limits: .standard)
        else { return nil }
        (bytes, self.trailer, self.mostLevels) = (buffer, trailer, mostLevels)
        read = [UInt64](repeating: 0, count: trailer.objectCount / 64 + 1)
        budget = list.count
    }

    package mutating func next() -> PropertyListItem? {
        guard !hasFailed, !isComplete else { return nil }
        if !hasBegun {
            hasBegun = true
            guard let item = item(trailer.topObject, nil), case .group = item.value else { return fail() }
        }
        while let last = groups.indices.last {
            let group = groups[last]
            guard group.index < group.count else {
                groups.removeLast()
                continue
            }
            groups[last].index += 1
            var name: PropertyListItem.Bytes?
            if let keys = group.keys {
                guard let key = key(group.index, from: keys) else { return fail() }
                name = key
            }
            guard let number = reference(group.index, from: group.values), let item = item(number, name) else {
                return fail()
            }
            return item
        }
        isComplete = true
        return nil
    }

    package var path: [String] {
        groups.filter { $0.index > 0 }.map { group in
            guard let keys = group.keys else { return "\(group.index - 1)" }
            guard let number = reference(group.index - 1, from: keys), let start = offset(of: number) else { return "" }
            var walk = self
            return walk.text(at: start, isNew: false)?.withBytes { String(decoding: $0, as: UTF8.self) } ?? ""
        }
    }

    private mutating func fail() -> PropertyListItem? {
        hasFailed = true
        return nil
    }

    // MARK: Objects

    private func number(at offset: Int, size: Int) -> Int? {
        guard offset >= 0, size <= 8, offset <= bytes.count - size else { return nil }
        var number: UInt64 = 0
        for index in offset..<offset + size { number = number << 8 | UInt64(bytes[index]) }
        return Int(exactly: number)
    }

    private func reference(_ index: Int, from references: Int) -> Int? {
        guard let number = number(at: references + index * trailer.referenceSize, size: trailer.referenceSize),
            number < trailer.objectCount
        else { return nil }
        return number
    }

    private func offset(of object: Int) -> Int? {
        guard let offset = number(at: trailer.tableOffset + object * trailer.offsetSize, size: trailer.offsetSize),
            offset >= BinaryPropertyListTrailer.headerSize, offset < trailer.tableOffset
        else { return nil }
        return offset
    }

    /// Marks an object as read.
    /// - Returns: Whether it is read for the first time.
    private mutating func isNew(_ object: Int) -> Bool {
        let bit: UInt64 = 1 << UInt64(object & 63)
        defer { read[object >> 6] |= bit }
        return read[object >> 6] & bit == 0
    }

    private mutating func key(_ index: Int, from keys: Int) -> PropertyListItem.Bytes? {
        guard let object = reference(index, from: keys), let start = offset(of: object),
            let text = text(at: start, isNew: isNew(object))
        else { return nil }
        // An archive of objects is another kind of document.
        if groups.count == 1, case .plain(let name) = text, name.isEqual(to: "$archiver") { return nil }
        values += 1
        return text
    }

    private mutating func item(_ object: Int, _ name: PropertyListItem.Bytes?) -> PropertyListItem? {
        values += 1
        guard values < limits.values, let start = offset(of: object) else { return nil }
        let isNew = isNew(object)
        return value(at: start, isNew: isNew).map { PropertyListItem(value: $0, name: name) }
    }

    private mutating func value(at start: Int, isNew: Bool) -> PropertyListItem.Value? {
        let low = Int(bytes[start] & 0x0f)
        switch bytes[start] >> 4 {
        case 0x0: return [0x00, 0x08, 0x09].contains(low) ? .other : nil
        case 0x1:
            guard low <= 3, let range = range(1 << low, at: start + 1, isNew) else { return nil }
            return .integer(Int64(bitPattern: bits(range)))
        case 0x2:
            guard low == 2 || low == 3, let range = range(1 << low, at: start + 1, isNew) else { return nil }
            let bits = bits(range)
            return .real(
                low == 3 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
        case 0x3: return low == 3 && range(8, at: start + 1, isNew) != nil ? .other : nil
        case 0x4:
            guard let range = contents(at: start, unit: 1, isNew) else { return nil }
            return .data(.plain(UnsafeRawBufferPointer(rebasing: bytes[range])))
        case 0x5, 0x6, 0x7: return text(at: start, isNew: isNew).map { .text($0) }
        case 0x8: return low < 8 && range(low + 1, at: start + 1, isNew) != nil ? .other : nil
        case 0xa, 0xc: return group(at: start, isDictionary: false, isNew)
        case 0xd: return group(at: start, isDictionary: true, isNew)
        default: return nil
        }
    }

    private mutating func group(at start: Int, isDictionary: Bool, _ isNew: Bool) -> PropertyListItem.Value? {
        let unit = isDictionary ? 2 * trailer.referenceSize : trailer.referenceSize
        guard groups.count < mostLevels, let range = contents(at: start, unit: unit, isNew) else { return nil }
        let count = range.count / unit
        groups.append(
            Group(
                count: count, keys: isDictionary ? range.lowerBound : nil,
                values: isDictionary ? range.lowerBound + count * trailer.referenceSize : range.lowerBound))
        return .group
    }

    /// Reads a text; nil for any other object, and for a text that has to be repaired.
    private mutating func text(at start: Int, isNew: Bool) -> PropertyListItem.Bytes? {
        switch bytes[start] >> 4 {
        case 0x5, 0x7:
            guard let range = contents(at: start, unit: 1, isNew) else { return nil }
            let text = UnsafeRawBufferPointer(rebasing: bytes[range])
            return text.isASCII || String(validating: text, as: UTF8.self) != nil ? .plain(text) : nil
        case 0x6:
            guard let range = contents(at: start, unit: 2, isNew) else { return nil }
            let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return .decoded(Array(String(decoding: units, as: UTF16.self).utf8))
        default: return nil
        }
    }

    // MARK: Bytes

    private func bits(_ range: Range<Int>) -> UInt64 {
        var number: UInt64 = 0
        for index in range { number = number << 8 | UInt64(bytes[index]) }
        return number
    }

    /// Returns the bytes behind a marker with a count of units.
    private mutating func contents(at start: Int, unit: Int, _ isNew: Bool) -> Range<Int>? {
        let low = Int(bytes[start] & 0x0f)
        var (count, place) = (low, start + 1)
        if low == 0x0f {
            guard place < trailer.tableOffset, bytes[place] >> 4 == 0x1, bytes[place] & 0x0f <= 3 else { return nil }
            let size = 1 << Int(bytes[place] & 0x0f)
            guard let range = range(size, at: place + 1, isNew), let written = number(at: place + 1, size: size) else {
                return nil
            }
            (count, place) = (written, range.upperBound)
        }
        guard count <= bytes.count else { return nil }
        content += count
        guard content < limits.content else { return nil }
        return range(count * unit, at: place, isNew)
    }

    private mutating func range(_ length: Int, at start: Int, _ isNew: Bool) -> Range<Int>? {
        guard start <= trailer.tableOffset, length <= trailer.tableOffset - start else { return nil }
        if isNew {
            guard length <= budget else { return nil }
            budget -= length
        }
        return start..<start + length
    }
}
