/// The processor that a Mach-O file is for (`mach/machine.h`).
package struct MachOArchitecture: Hashable, Sendable {
    /// `cpu_type_t`.
    package let type: UInt32
    /// `cpu_subtype_t`.
    package let subtype: UInt32

    init(type: UInt32, subtype: UInt32) { (self.type, self.subtype) = (type, subtype) }

    /// The flag for processors of 64 bits.
    static let flag64: UInt32 = 0x0100_0000
    /// The bits of a subtype that say something else: the version of pointer authentication.
    private static let subtypeFlags: UInt32 = 0xff00_0000

    /// Whether it is one of Intel's, with 32 or 64 bits.
    package var isIntel: Bool { type & ~Self.flag64 == 7 }

    /// The name that `lipo` uses; the numbers if it has none.
    package var name: String {
        let plain = subtype & ~Self.subtypeFlags
        return switch (type, plain) {
        case (0x0100_000c, 2): "arm64e"
        case (0x0100_000c, _): "arm64"
        case (0x0200_000c, _): "arm64_32"
        case (12, 6): "armv6"
        case (12, 9): "armv7"
        case (12, 11): "armv7s"
        case (12, 12): "armv7k"
        case (12, _): "arm"
        case (0x0100_0007, 8): "x86_64h"
        case (0x0100_0007, _): "x86_64"
        case (7, _): "i386"
        default: "cpu \(type) subtype \(plain)"
        }
    }
}

/// A Mach-O image in a file: the whole file, or one of several in a fat file (`mach-o/fat.h`).
package struct MachOSlice: Hashable, Sendable {
    /// The processor; nil for a thin file, whose header says it.
    package let architecture: MachOArchitecture?
    /// Where the image is in the file.
    package let range: Range<UInt64>

    /// The most images in a file; Java's class files have the same signature, and more than this in its place.
    private static let maximum = 32
    /// The number of bytes at the beginning of a file that locate the images.
    package static let headLength = 8 + maximum * 32

    /// Whether a file begins as a Mach-O file does, thin or fat; eight bytes suffice.
    package static func isMachO(_ head: [UInt8]) -> Bool {
        switch head.bigEndian(at: 0, size: 4) {
        case 0xfeed_face, 0xfeed_facf, 0xcefa_edfe, 0xcffa_edfe: true
        case 0xcafe_babe, 0xcafe_babf: head.bigEndian(at: 4, size: 4).map { 1...UInt64(maximum) ~= $0 } ?? false
        default: false
        }
    }

    /// Returns the images of a file.
    /// - Parameters:
    ///   - head: The first bytes, `headLength` of them if the file has as many.
    ///   - size: The size of the file in bytes.
    /// - Throws: `FormatError` if it is not a Mach-O file, or if its images are not all inside it.
    package static func slices(head: [UInt8], size: UInt64) throws(FormatError) -> [MachOSlice] {
        guard isMachO(head) else { throw FormatError(.unsupported, "not a Mach-O file", offset: 0) }
        let magic = head.bigEndian(at: 0, size: 4)
        guard magic == 0xcafe_babe || magic == 0xcafe_babf else {
            return [MachOSlice(architecture: nil, range: 0..<size)]
        }
        let isWide = magic == 0xcafe_babf
        var slices: [MachOSlice] = []
        for index in 0..<Int(head.bigEndian(at: 4, size: 4) ?? 0) {
            let entry = 8 + index * (isWide ? 32 : 20)
            let width = isWide ? 8 : 4
            guard let type = head.bigEndian(at: entry, size: 4), let subtype = head.bigEndian(at: entry + 4, size: 4),
                let offset = head.bigEndian(at: entry + 8, size: width),
                let length = head.bigEndian(at: entry + 8 + width, size: width)
            else { throw FormatError(.truncated, "the list of architectures is truncated", offset: entry) }
            guard offset <= size, length <= size - offset else {
                throw FormatError(.truncated, "an architecture extends beyond the end of the file", offset: entry)
            }
            // No tool writes such files, and each byte would be read once for each image.
            guard !slices.contains(where: { $0.range.overlaps(offset..<offset + length) }) else {
                throw FormatError(.malformed, "an architecture overlaps another", offset: entry)
            }
            slices.append(
                MachOSlice(
                    architecture: MachOArchitecture(type: UInt32(type), subtype: UInt32(subtype)),
                    range: offset..<offset + length))
        }
        return slices
    }
}
