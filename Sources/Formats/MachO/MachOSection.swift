/// A section of a Mach-O image whose contents say what its code uses (`mach-o/loader.h`).
package struct MachOSection: Hashable, Sendable {
    /// The sections that are kept, by name.
    package enum Kind: String, Hashable, Sendable {
        /// C strings, which the literals of Swift and Objective-C are, too.
        case strings = "__cstring"
        /// The names of Objective-C methods: those that the code has, and those that it calls.
        case methodNames = "__objc_methname"
        /// Pointers to the names of the methods that the code calls.
        case selectorReferences = "__objc_selrefs"
        /// The formats of what the code logs (`os_log`).
        case logFormats = "__oslogstring"
    }

    /// Its name.
    package let kind: Kind
    /// The address that it is linked for.
    package let address: UInt64
    /// Its place in the image.
    package let range: Range<UInt64>

    /// The most sections that are kept; an image has one of each kind.
    static let maximum = 16
}

/// A segment of a Mach-O image, as far as its sections are kept.
struct MachOSegment {
    /// The address of the image's first byte; nil if the segment does not begin there.
    let imageAddress: UInt64?
    /// The sections that are kept.
    private(set) var sections: [MachOSection] = []

    /// Sections without contents in the file (`S_ZEROFILL`, `S_GB_ZEROFILL`, `S_THREAD_LOCAL_ZEROFILL`).
    private static let withoutContents: Set<UInt32> = [1, 0xc, 0x12]

    /// - Parameter isWide: Whether it is `LC_SEGMENT_64`.
    init(_ command: MachOCommand, isWide: Bool) {
        let width = isWide ? 8 : 4
        let (fileOffset, fileSize) = (
            command.number(at: 24 + 2 * width, width), command.number(at: 24 + 3 * width, width)
        )
        imageAddress = fileOffset == 0 && fileSize ?? 0 > 0 ? command.number(at: 24, width) : nil
        // After four numbers come two protections, the count of sections and flags.
        let countOffset = 24 + 4 * width + 8
        let (start, length) = (countOffset + 8, isWide ? 80 : 68)
        guard command.range.count >= start, let count = command.number(at: countOffset) else { return }
        // No more than have room in the command.
        for index in 0..<min(Int(count), (command.range.count - start) / length) {
            let section = start + index * length
            let numbers = section + 32
            guard sections.count < MachOSection.maximum, let name = command.bytes(at: section, length: 16),
                let kind = MachOSection.Kind(rawValue: String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)),
                let address = command.number(at: numbers, width),
                let size = command.number(at: numbers + width, width),
                let offset = command.number(at: numbers + 2 * width),
                let flags = command.number(at: numbers + 2 * width + 16), !Self.withoutContents.contains(flags & 0xff),
                let range = command.inImage(UInt64(offset), size)
            else { continue }
            sections.append(MachOSection(kind: kind, address: address, range: range))
        }
    }
}

extension MachOCommand {
    /// Returns the number of `width` bytes, 4 or 8, at an offset.
    func number(at offset: Int, _ width: Int) -> UInt64? {
        guard width == 8 else { return number(at: offset).map { UInt64($0) } }
        guard let first = number(at: offset), let second = number(at: offset + 4) else { return nil }
        return header.isBigEndian ? UInt64(first) << 32 | UInt64(second) : UInt64(second) << 32 | UInt64(first)
    }
}
