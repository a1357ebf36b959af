/// A directory of a TIFF file (TIFF 6.0, section 2), of which EXIF consists.
struct TIFFDirectory {
    /// The most entries that are read; cameras write fewer than a hundred.
    private static let maxEntries = 512
    /// The most bytes of a text that are read.
    private static let maxText = 256

    private struct Entry {
        let type: UInt64
        let count: Int
        /// Where the values are in the file.
        let place: Int
    }

    private let bytes: [UInt8]
    private let isLittleEndian: Bool
    private var entries: [UInt64: Entry] = [:]

    /// The sizes of types in bytes: BYTE, ASCII, SHORT, LONG, RATIONAL and so on.
    private static let sizes: [UInt64: Int] = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8,
    ]

    /// Reads the first directory of a file; nil if it has none.
    init?(_ bytes: [UInt8]) {
        guard bytes.matches("II*\0") || bytes.matches("MM\0*") else { return nil }
        self.bytes = bytes
        isLittleEndian = bytes[0] == 0x49
        guard let offset = number(at: 4, size: 4) else { return nil }
        read(at: Int(offset))
    }

    private init(_ other: TIFFDirectory, at offset: Int) {
        (bytes, isLittleEndian) = (other.bytes, other.isLittleEndian)
        read(at: offset)
    }

    private mutating func read(at offset: Int) {
        guard let count = number(at: offset, size: 2) else { return }
        for index in 0..<min(Int(count), Self.maxEntries) {
            let place = offset + 2 + index * 12
            guard let tag = number(at: place, size: 2), let type = number(at: place + 2, size: 2),
                let count = number(at: place + 4, size: 4), let value = number(at: place + 8, size: 4)
            else { return }
            guard let size = Self.sizes[type] else { continue }
            // Values of up to four bytes are in the entry itself. Neither number has more than 32 bits.
            let values = Int(count) * size <= 4 ? place + 8 : Int(value)
            entries[tag] = Entry(type: type, count: Int(count), place: values)
        }
    }

    /// Returns the directory that an entry refers to.
    func directory(_ tag: UInt64) -> TIFFDirectory? {
        number(tag).map { TIFFDirectory(self, at: Int($0)) }
    }

    /// Returns an entry's text, without blanks at its ends; nil if there is none.
    func text(_ tag: UInt64) -> String? {
        guard let entry = entries[tag], entry.type == 2,
            let range = bytes.range(
                at: entry.place, length: min(entry.count, Self.maxText, max(0, bytes.count - entry.place)))
        else { return nil }
        let text = bytes[range].prefix { $0 != 0 }
        guard let first = text.firstIndex(where: { $0 != 0x20 }), let last = text.lastIndex(where: { $0 != 0x20 })
        else { return nil }
        return String(name: text[first...last])
    }

    /// Returns an entry's first number, if it is a BYTE, SHORT or LONG.
    func number(_ tag: UInt64) -> UInt64? {
        guard let entry = entries[tag], entry.count > 0, [1, 3, 4].contains(entry.type) else { return nil }
        return number(at: entry.place, size: Self.sizes[entry.type] ?? 0)
    }

    /// Returns an entry's fractions (RATIONAL); nil if there are fewer, or one is not a number.
    func fractions(_ tag: UInt64, _ count: Int) -> [Double]? {
        guard let entry = entries[tag], entry.type == 5, entry.count >= count else { return nil }
        var fractions: [Double] = []
        for index in 0..<count {
            guard let numerator = number(at: entry.place + index * 8, size: 4),
                let denominator = number(at: entry.place + index * 8 + 4, size: 4), denominator != 0
            else { return nil }
            fractions.append(Double(numerator) / Double(denominator))
        }
        return fractions
    }

    private func number(at offset: Int, size: Int) -> UInt64? {
        isLittleEndian ? bytes.littleEndian(at: offset, size: size) : bytes.bigEndian(at: offset, size: size)
    }
}
