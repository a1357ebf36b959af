/// Writes a binary property list. Numbers the values depth first, keys before values, and writes them in that order.
///
/// This is the order in which CoreFoundation's `_flattenPlist` and Python's plistlib write them.
struct BinaryPropertyListWriter {
    /// A scalar, for detecting duplicates. Reals and dates are compared by their bits, so NaN equals itself and -0 does
    /// not equal 0.
    fileprivate enum Scalar: Hashable {
        case string(ExactString)
        case integer(Int64)
        case wide(Int128)
        case null
        case real(UInt64)
        case boolean(Bool)
        case date(UInt64)
        case data([UInt8])
    }

    /// A value, and the position among the references of a collection where its number belongs.
    private struct Pending {
        let value: PropertyListValue
        let parent: Int
        let index: Int
    }

    private enum Object {
        case scalar(PropertyListValue)
        /// The high half of the marker, the number of elements, and the object numbers of all children.
        case collection(UInt8, count: Int, references: [Int])
    }

    private var objects: [Object] = []
    private var numbers: [Scalar: Int] = [:]
    private var pending: [Pending] = []

    mutating func write(_ value: PropertyListValue) -> [UInt8] {
        _ = number(value)
        while let next = pending.popLast() {
            let child = number(next.value)
            guard case .collection(let marker, let count, var references) = objects[next.parent] else { continue }
            // Move the references out of the object while they are modified, to avoid copying them each time.
            objects[next.parent] = .collection(marker, count: count, references: [])
            references[next.index] = child
            objects[next.parent] = .collection(marker, count: count, references: references)
        }
        return bytes()
    }

    /// Returns the object number of `value`, which is added as a new object unless it is a scalar that exists already.
    /// The children of a collection become pending.
    private mutating func number(_ value: PropertyListValue) -> Int {
        let scalar = value.scalar
        if let scalar, let number = numbers[scalar] { return number }
        let number = objects.count
        if let scalar { numbers[scalar] = number }
        switch value {
        case .array(let elements): add(0xa0, count: elements.count, elements)
        case .set(let elements): add(0xc0, count: elements.count, elements)
        case .dictionary(let dictionary):
            let pairs = dictionary.pairs(lastCounts: false)
            add(0xd0, count: pairs.count, pairs.map { .string($0.key) } + pairs.map(\.value))
        default: objects.append(.scalar(value))
        }
        return number
    }

    private mutating func add(_ marker: UInt8, count: Int, _ children: [PropertyListValue]) {
        let parent = objects.count
        objects.append(.collection(marker, count: count, references: Array(repeating: 0, count: children.count)))
        for (index, child) in children.enumerated().reversed() {
            pending.append(Pending(value: child, parent: parent, index: index))
        }
    }

    // MARK: Bytes

    private func bytes() -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        let referenceSize = objects.count.byteSize
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        for object in objects {
            offsets.append(bytes.count)
            switch object {
            case .scalar(let value):
                bytes.append(scalar: value)
            case .collection(let marker, let count, let references):
                bytes.append(marker: marker, count: count)
                for reference in references { bytes.append(bigEndian: UInt64(reference), size: referenceSize) }
            }
        }
        let tableOffset = bytes.count
        let offsetSize = tableOffset.byteSize
        for offset in offsets { bytes.append(bigEndian: UInt64(offset), size: offsetSize) }
        bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
        bytes.append(bigEndian: UInt64(objects.count), size: 8)
        bytes.append(bigEndian: 0, size: 8)
        bytes.append(bigEndian: UInt64(tableOffset), size: 8)
        return bytes
    }
}

extension PropertyListValue {
    fileprivate var scalar: BinaryPropertyListWriter.Scalar? {
        switch self {
        case .string(let string): .string(ExactString(string))
        case .integer(let number): .integer(number)
        case .wide(let number): .wide(number)
        case .null: .null
        case .real(let number): .real(number.bitPattern)
        case .boolean(let boolean): .boolean(boolean)
        case .date(let seconds): .date(seconds.bitPattern)
        case .data(let bytes): .data(bytes)
        case .uid, .array, .set, .dictionary: nil
        }
    }
}

extension Int {
    /// The number of bytes in which a count or an offset is stored: 1, 2, 4 or 8.
    var byteSize: Int { UInt64(self).byteSize }
}

extension UInt64 {
    fileprivate var byteSize: Int {
        switch self {
        case ..<0x100: 1
        case ..<0x1_0000: 2
        case ..<0x1_0000_0000: 4
        default: 8
        }
    }
}

extension [UInt8] {
    mutating func append(scalar: PropertyListValue) {
        switch scalar {
        case .boolean(let boolean):
            append(boolean ? 0x09 : 0x08)
        case .integer(let number):
            append(integer: UInt64(bitPattern: number))
        case .null:
            append(0x00)
        case .wide(let number):
            // Eight bytes would be read as a negative number.
            append(0x14)
            append(bigEndian: UInt64(truncatingIfNeeded: number >> 64), size: 8)
            append(bigEndian: UInt64(truncatingIfNeeded: number), size: 8)
        case .real(let number):
            append(0x23)
            append(bigEndian: number.bitPattern, size: 8)
        case .date(let seconds):
            append(0x33)
            append(bigEndian: seconds.bitPattern, size: 8)
        case .data(let bytes):
            append(marker: 0x40, count: bytes.count)
            append(contentsOf: bytes)
        case .string(let string):
            append(string: string)
        case .uid(let number):
            append(0x80 | UInt8(number.byteSize - 1))
            append(bigEndian: number, size: number.byteSize)
        case .array, .set, .dictionary:
            assertionFailure("a collection is not a scalar")
        }
    }

    private mutating func append(string: String) {
        if string.utf8.allSatisfy({ $0 < 0x80 }) {
            append(marker: 0x50, count: string.utf8.count)
            append(contentsOf: string.utf8)
        } else {
            append(marker: 0x60, count: string.utf16.count)
            for unit in string.utf16 { append(bigEndian: UInt64(unit), size: 2) }
        }
    }

    /// Appends an integer in the fewest bytes that hold it as an unsigned number; a negative number takes eight.
    private mutating func append(integer: UInt64) {
        append(0x10 | UInt8(integer.byteSize.trailingZeroBitCount))
        append(bigEndian: integer, size: integer.byteSize)
    }

    mutating func append(marker: UInt8, count: Int) {
        guard count >= 0x0f else { return append(marker | UInt8(count)) }
        append(marker | 0x0f)
        append(integer: UInt64(count))
    }
}
