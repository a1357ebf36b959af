import ContainerModel

/// Builds the payload of a record: numbers of fixed width, least byte first, and byte strings with their length.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func number(_ value: some FixedWidthInteger) {
        var value = UInt64(truncatingIfNeeded: value)
        for _ in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: value))
            value >>= 8
        }
    }

    mutating func string(_ value: some Collection<UInt8>) {
        let count = UInt32(truncatingIfNeeded: value.count)
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: count >> shift)) }
        bytes.append(contentsOf: value)
    }

    mutating func optional(_ value: [UInt8]?) {
        byte(value == nil ? 0 : 1)
        if let value { string(value) }
    }

    mutating func list<Element>(_ values: [Element], _ write: (inout RecordWriter, Element) -> Void) {
        number(values.count)
        for value in values { write(&self, value) }
    }
}

/// Takes a payload apart again. What does not fit gives nil, never a trap: the file may hold anything.
struct RecordReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func number() -> UInt64? {
        guard rest.count >= 8 else { return nil }
        var value: UInt64 = 0
        for byte in rest.prefix(8).reversed() { value = value << 8 | UInt64(byte) }
        rest = rest.dropFirst(8)
        return value
    }

    mutating func signed() -> Int64? { number().map { Int64(bitPattern: $0) } }

    mutating func count() -> Int? { number().flatMap { Int(exactly: $0) } }

    mutating func string() -> [UInt8]? {
        guard rest.count >= 4 else { return nil }
        var count = 0
        for byte in rest.prefix(4).reversed() { count = count << 8 | Int(byte) }
        rest = rest.dropFirst(4)
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text() -> String? { string().map { String(decoding: $0, as: UTF8.self) } }

    mutating func path() -> ContainerPath? { string().flatMap { ContainerPath(bytes: $0) } }

    /// Nil where there is none to read; a nil inside where none was written.
    mutating func optional() -> [UInt8]?? {
        switch byte() {
        case 0: .some(nil)
        case 1: string().map { .some($0) }
        default: nil
        }
    }

    mutating func list<Element>(_ read: (inout RecordReader) -> Element?) -> [Element]? {
        // Every element takes a byte at least: a length that cannot be true reserves nothing.
        guard let count = count(), count <= rest.count else { return nil }
        var values: [Element] = []
        values.reserveCapacity(count)
        for _ in 0..<count {
            guard let value = read(&self) else { return nil }
            values.append(value)
        }
        return values
    }
}

/// CRC-32 as in Ethernet and zip (polynomial 0xEDB88320).
enum Checksum {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xedb8_8320 }
    }

    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            bytes.withUnsafeBufferPointer { bytes in
                var crc: UInt32 = ~0
                for byte in bytes { crc = crc >> 8 ^ table[Int((crc ^ UInt32(byte)) & 0xff)] }
                return ~crc
            }
        }
    }
}
