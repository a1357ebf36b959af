import ContainerModel

/// The most recent strings of one kind in a record. With these, the items of a directory refer to the directory's path
/// by a number, and a name that resembles its predecessor is stored as the part that differs.
struct RecentStrings {
    /// A longer string is treated as damage: system calls accept no longer path.
    static let longest = 4_096 + 255
    private static let room = 8

    private(set) var strings: [[UInt8]] = []
    private var next = 0
    private(set) var last: [UInt8] = []

    /// Returns the index of a string that is still remembered.
    func place(of string: [UInt8]) -> Int? { strings.firstIndex(of: string) }

    mutating func remember(_ string: [UInt8]) {
        last = string
        if strings.count < Self.room {
            strings.append(string)
        } else {
            strings[next] = string
            next = (next + 1) % Self.room
        }
    }
}

/// The state shared by the values of one record.
struct RecordContext {
    /// The kinds of strings.
    enum Strings: Int, CaseIterable {
        case directories
        case names
        /// Verbs and attribute names.
        case words
    }

    /// One for each kind in `Strings`.
    var recent = Strings.allCases.map { _ in RecentStrings() }
    var index = 0
    var inode: UInt64 = 0
    var modified: Int64 = 0
    /// The transaction's roots, which are encoded by index.
    var roots: [Root] = []
}

/// Encodes the payload of a record. Integers are little-endian base-128 varints; byte strings are prefixed with their
/// length.
struct RecordWriter {
    private(set) var bytes: [UInt8] = []
    var context = RecordContext()

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func number(_ value: some FixedWidthInteger) {
        var value = UInt64(truncatingIfNeeded: value)
        while value > 0x7f {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: value))
    }

    /// Writes a signed number in zigzag encoding, so that numbers close to zero are short.
    mutating func signed(_ value: Int64) { number(UInt64(bitPattern: value << 1 ^ value >> 63)) }

    /// Writes eight bytes in little-endian order.
    mutating func fixed(_ value: some FixedWidthInteger) {
        var value = UInt64(truncatingIfNeeded: value)
        for _ in 0..<8 {
            bytes.append(UInt8(truncatingIfNeeded: value))
            value >>= 8
        }
    }

    mutating func string(_ value: some Collection<UInt8>) {
        number(value.count)
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

    mutating func name(_ value: [UInt8]) { shared(value, .names) }

    mutating func directory(_ value: [UInt8]) { shared(value, .directories) }

    mutating func word(_ value: String) { shared(Array(value.utf8), .words) }

    private mutating func shared(_ value: [UInt8], _ kind: RecordContext.Strings) {
        Self.write(value, &context.recent[kind.rawValue], &bytes)
    }

    /// Writes a remembered string as its index plus 1; any other as 0, the length of the prefix it shares with the
    /// previous string and the rest; or, if it is too long to be remembered, as 255 and the string.
    private static func write(_ value: [UInt8], _ recent: inout RecentStrings, _ bytes: inout [UInt8]) {
        if let place = recent.place(of: value) { return bytes.append(UInt8(place + 1)) }
        var writer = RecordWriter()
        if value.count <= RecentStrings.longest {
            var same = 0
            while same < recent.last.count, same < value.count, recent.last[same] == value[same] { same += 1 }
            writer.byte(0)
            writer.number(same)
            writer.string(value[same...])
            recent.remember(value)
        } else {
            writer.byte(255)
            writer.string(value)
        }
        bytes += writer.bytes
    }
}

/// Decodes a payload. Invalid input yields nil and never traps, since the file may contain anything.
struct RecordReader {
    private var rest: ArraySlice<UInt8>
    /// The state shared by the values read so far.
    var context = RecordContext()

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func number() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard let byte = byte() else { return nil }
            // The tenth byte holds only one bit.
            guard shift < 63 || byte < 2 else { return nil }
            value |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return value }
        }
        return nil
    }

    /// Reads a number in eight little-endian bytes.
    mutating func fixed() -> Int? {
        guard rest.count >= 8 else { return nil }
        defer { rest = rest.dropFirst(8) }
        return Int(exactly: rest.prefix(8).reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }

    mutating func signed() -> Int64? {
        guard let value = number() else { return nil }
        return Int64(bitPattern: value >> 1 ^ (0 &- value & 1))
    }

    mutating func count() -> Int? { number().flatMap { Int(exactly: $0) } }

    mutating func string() -> [UInt8]? {
        guard let length = number(), length <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return Array(rest.prefix(Int(length)))
    }

    mutating func text() -> String? { string().map { String(decoding: $0, as: UTF8.self) } }

    /// Returns nil if the input is invalid, and an inner nil if the encoded value is nil.
    mutating func optional() -> [UInt8]?? {
        switch byte() {
        case 0: .some(nil)
        case 1: string().map { .some($0) }
        default: nil
        }
    }

    mutating func list<Element>(_ read: (inout RecordReader) -> Element?) -> [Element]? {
        // Every element takes at least one byte, so an impossible count allocates nothing.
        guard let count = count(), count <= rest.count else { return nil }
        var values: [Element] = []
        values.reserveCapacity(min(count, 4_096))
        for _ in 0..<count {
            guard let value = read(&self) else { return nil }
            values.append(value)
        }
        return values
    }

    mutating func name() -> [UInt8]? { shared(.names) }

    mutating func directory() -> [UInt8]? { shared(.directories) }

    mutating func word() -> String? { shared(.words).map { String(decoding: $0, as: UTF8.self) } }

    private mutating func shared(_ kind: RecordContext.Strings) -> [UInt8]? {
        guard let code = byte() else { return nil }
        if code == 255 { return string() }
        guard code == 0 else {
            let strings = context.recent[kind.rawValue].strings
            return strings.indices.contains(Int(code) - 1) ? strings[Int(code) - 1] : nil
        }
        guard let same = count(), same <= context.recent[kind.rawValue].last.count, let end = string(),
            same + end.count <= RecentStrings.longest
        else { return nil }
        let value = Array(context.recent[kind.rawValue].last[..<same] + end)
        context.recent[kind.rawValue].remember(value)
        return value
    }
}

/// CRC-32 as used by Ethernet and zip (polynomial 0xEDB88320), eight bytes at a time.
struct Checksum {
    /// Eight tables of 256 entries: the effect of a byte that is followed by 0 to 7 more bytes of the block.
    private static let tables: [UInt32] = {
        var tables: [UInt32] = []
        for index in 0..<256 as Range<UInt32> {
            var value = index
            for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xedb8_8320 }
            tables.append(value)
        }
        for index in 256..<2_048 {
            let before = tables[index - 256]
            tables.append(before >> 8 ^ tables[Int(before & 0xff)])
        }
        return tables
    }()

    private var crc: UInt32 = ~0

    /// The checksum of the bytes so far.
    var value: UInt32 { ~crc }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var crc = crc
        Self.tables.withUnsafeBufferPointer { tables in
            var offset = 0
            while bytes.count - offset >= 8 {
                var block = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                block ^= UInt64(crc)
                crc = 0
                for place in 0..<8 {
                    crc ^= tables[(7 - place) * 256 + Int(truncatingIfNeeded: block & 0xff)]
                    block >>= 8
                }
                offset += 8
            }
            while offset < bytes.count {
                crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[offset])) & 0xff)]
                offset += 1
            }
        }
        self.crc = crc
    }

    static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var checksum = Checksum()
        bytes.withUnsafeBytes { checksum.add($0) }
        return checksum.value
    }
}
