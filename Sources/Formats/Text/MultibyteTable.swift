import CCharacterSets

/// The characters that the byte sequences of a multi-byte encoding stand for, from a table built into the program, which
/// `Sources/CCharacterSets/Tables/make_tables.py` describes.
struct MultibyteTable: Sendable {
    /// The first bytes and the second bytes of sequences of two.
    private static let firstBytes: ClosedRange<UInt8> = 0x81...0xfe
    private static let secondBytes: ClosedRange<UInt8> = 0x40...0xfe

    /// The sequences of four bytes from a number on, which follow each other like the scalars.
    private struct FourByteRange {
        let number: Int
        /// 0 if the sequences stand for nothing.
        let scalar: UInt32
    }

    private let cells: [UInt16]
    private let ranges: [FourByteRange]

    static let shiftJIS = MultibyteTable(character_set_cp932())
    static let eucKR = MultibyteTable(character_set_cp949())
    static let gb18030 = MultibyteTable(character_set_gb18030())
    static let big5 = MultibyteTable(character_set_big5())

    private init(_ table: character_set_table) {
        let compressed = Array(UnsafeBufferPointer(start: table.bytes, count: table.count))
        let data = (try? Inflate.decompress(compressed, limit: 1 << 20)) ?? []
        var cells = [UInt16](repeating: 0, count: Self.firstBytes.count * Self.secondBytes.count)
        let bits = (cells.count + 7) / 8
        let mapped = data.prefix(bits).reduce(0) { $0 + $1.nonzeroBitCount }
        guard data.count >= bits + 2 * mapped else {
            (self.cells, ranges) = (cells, [])
            return
        }
        var (index, expected): (Int, UInt16) = (bits, 0)
        for cell in cells.indices where data[cell / 8] >> (cell % 8) & 1 == 1 {
            cells[cell] = expected &+ (UInt16(data[index]) << 8 | UInt16(data[index + mapped]))
            expected = cells[cell] &+ 1
            index += 1
        }
        let numbers = data[(bits + 2 * mapped)...].bigEndianUnits
        self.cells = cells
        ranges = stride(from: 0, to: numbers.count - 1, by: 2).map {
            FourByteRange(number: Int(numbers[$0]), scalar: UInt32(numbers[$0 + 1]))
        }
    }

    /// Returns the scalar of two bytes; nil if they stand for none.
    func scalar(_ first: UInt8, _ second: UInt8) -> UInt32? {
        guard Self.firstBytes.contains(first), Self.secondBytes.contains(second) else { return nil }
        let cell = cells[Int(first - Self.firstBytes.lowerBound) * Self.secondBytes.count + Int(second - 0x40)]
        return cell == 0 ? nil : UInt32(cell)
    }

    /// Returns the scalar of four bytes of GB18030, whose second and fourth are digits of ASCII; nil if they stand for none.
    func scalar(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> UInt32? {
        guard Self.firstBytes.contains(first), Self.firstBytes.contains(third),
            second.isASCIIDigit, fourth.isASCIIDigit
        else { return nil }
        let number =
            (Int(first - 0x81) * 10 + Int(second - 0x30)) * 1_260 + Int(third - 0x81) * 10 + Int(fourth - 0x30)
        // 90 30 81 30 is U+10000, from which on they follow each other.
        let firstSupplementary = 189_000
        if number >= firstSupplementary {
            let scalar = UInt32(number - firstSupplementary) + 0x10000
            return scalar <= 0x10ffff ? scalar : nil
        }
        // 84 31 A4 39 is U+FFFF.
        guard number < 39_420 else { return nil }
        let next = ranges.indices.partitioningIndex { ranges[$0].number > number }
        guard let range = ranges[..<next].last, range.scalar != 0 else { return nil }
        let scalar = range.scalar + UInt32(number - range.number)
        return UnicodeScalar(scalar) == nil ? nil : scalar
    }

    /// Returns the two bytes that stand for a scalar, as Windows writes it if several do; nil if none do.
    func bytes(of scalar: UInt32) -> [UInt8]? {
        guard let cell = UInt16(exactly: scalar), cell != 0 else { return nil }
        func sequence(_ index: Int) -> [UInt8] {
            [UInt8(index / Self.secondBytes.count) + 0x81, UInt8(index % Self.secondBytes.count) + 0x40]
        }
        // Code page 932 repeats characters of its last rows in rows 0xed and 0xee, which are not written.
        let found = cells.indices.filter { cells[$0] == cell }.map(sequence)
        return found.first { ![0xed, 0xee].contains($0[0]) } ?? found.first
    }

    /// Returns the four bytes of GB18030 that stand for a scalar; nil if none do.
    func fourBytes(of scalar: UInt32) -> [UInt8]? {
        let number: Int
        if scalar >= 0x10000 {
            guard scalar <= 0x10ffff else { return nil }
            number = Int(scalar - 0x10000) + 189_000
        } else {
            var found: Int?
            for (index, range) in ranges.enumerated() where range.scalar != 0 && scalar >= range.scalar {
                let end = index + 1 < ranges.count ? ranges[index + 1].number : 39_420
                let candidate = range.number + Int(scalar - range.scalar)
                if candidate < end { found = candidate }
            }
            guard let found else { return nil }
            number = found
        }
        return [
            UInt8(0x81 + number / 12_600), UInt8(0x30 + number / 1_260 % 10), UInt8(0x81 + number / 10 % 126),
            UInt8(0x30 + number % 10),
        ]
    }
}
