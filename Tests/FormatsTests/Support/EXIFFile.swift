/// EXIF data, written by the tables of TIFF 6.0 and EXIF 2.32.
struct EXIFFile {
    let isLittleEndian: Bool
    /// The stated offset of the directory with the position; nil for the actual one.
    var gpsOffset: Int?

    init(isLittleEndian: Bool) { self.isLittleEndian = isLittleEndian }

    private func number(_ value: Int, _ size: Int) -> [UInt8] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isLittleEndian ? bytes : bytes.reversed()
    }

    /// An entry: its tag, type, number of values, and the values.
    private typealias Entry = (tag: Int, type: Int, count: Int, values: [UInt8])

    private func text(_ tag: Int, _ text: String) -> Entry { (tag, 2, text.utf8.count + 1, Array(text.utf8) + [0]) }
    private func short(_ tag: Int, _ value: Int) -> Entry { (tag, 3, 1, number(value, 2)) }
    private func fractions(_ tag: Int, _ values: [(Int, Int)]) -> Entry {
        (tag, 5, values.count, values.flatMap { number($0.0, 4) + number($0.1, 4) })
    }
    private func pointer(_ tag: Int, _ place: Int) -> Entry { (tag, 4, 1, number(place, 4)) }

    /// Returns a directory at an offset, followed by the values that do not fit into entries.
    private func directory(_ entries: [Entry], at offset: Int) -> [UInt8] {
        var head = number(entries.count, 2)
        var tail: [UInt8] = []
        let end = offset + 2 + entries.count * 12 + 4
        for entry in entries {
            head += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
            if entry.values.count <= 4 {
                head += entry.values + [UInt8](repeating: 0, count: 4 - entry.values.count)
            } else {
                head += number(end + tail.count, 4)
                tail += entry.values
            }
        }
        return head + number(0, 4) + tail
    }

    /// The file.
    var bytes: [UInt8] {
        let details = [text(0x9003, "2026:03:01 19:45:00"), text(0x9011, "+01:00")]
        let position = [
            text(1, "N"), fractions(2, [(52, 1), (31, 1), (12, 1)]),
            text(3, "W"), fractions(4, [(13, 1), (243, 10), (0, 1)]),
            (tag: 5, type: 1, count: 1, values: [1]), fractions(6, [(69, 2)]),
        ]
        func main(_ details: Int, _ position: Int) -> [UInt8] {
            directory(
                [
                    text(0x010f, "Apple"), text(0x0110, "iPhone 15 Pro"), short(0x0112, 6),
                    pointer(0x8769, details), pointer(0x8825, gpsOffset ?? position),
                ], at: 8)
        }
        let detailsOffset = 8 + main(0, 0).count
        let detailsBytes = directory(details, at: detailsOffset)
        let positionOffset = detailsOffset + detailsBytes.count
        return (isLittleEndian ? Array("II*\0".utf8) : Array("MM\0*".utf8)) + number(8, 4)
            + main(detailsOffset, positionOffset) + detailsBytes + directory(position, at: positionOffset)
    }
}
