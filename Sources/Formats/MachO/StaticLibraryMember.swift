/// A member of a static library, which is an archive of object files (`ar.h`, `mach-o/ranlib.h`).
package struct StaticLibraryMember: Hashable, Sendable {
    /// What a member is.
    package enum Contents: Hashable, Sendable {
        /// An object file for a processor.
        case object(MachOArchitecture)
        /// An object file in the bitcode of LLVM, which is compiled for a processor later.
        case bitcode
        /// A table of the library: of its symbols, or of long names.
        case table
        /// Anything else.
        case other
    }

    /// What it is, by its name and its first bytes.
    package let contents: Contents
    /// Where the next member begins in the archive.
    package let end: UInt64

    private static let signature = Array("!<arch>\n".utf8)
    /// Where the first member begins in the archive.
    package static let start = UInt64(signature.count)
    private static let headerLength = 60
    /// The longest name before the contents; the contents behind a longer one are not recognized.
    private static let longestName = 1_024
    /// The number of bytes of a member that are read.
    package static let headLength = headerLength + longestName + MachOImage.headerLength

    /// Whether a file begins as an archive does; eight bytes suffice.
    package static func isArchive(_ head: [UInt8]) -> Bool { head.starts(with: signature) }

    /// Checks the beginning of an archive.
    /// - Throws: `FormatError` if it is none.
    package static func check(_ head: [UInt8]) throws(FormatError) {
        guard isArchive(head) else { throw FormatError(.unsupported, "not a static library", offset: 0) }
    }

    /// Reads the beginning of a member.
    /// - Parameters:
    ///   - bytes: `headLength` bytes, or as many as the archive has.
    ///   - offset: Where the member begins in the archive.
    ///   - size: The size of the archive in bytes.
    /// - Throws: `FormatError` with the offset in the archive.
    package init(_ bytes: [UInt8], at offset: UInt64, size: UInt64) throws(FormatError) {
        let place = Int(clamping: offset)
        guard bytes.count >= Self.headerLength, offset <= size, size - offset >= UInt64(Self.headerLength) else {
            throw FormatError(.truncated, "the header of a member is truncated", offset: place)
        }
        guard bytes.matches("`\n", at: 58), let length = Self.number(bytes[48..<58]) else {
            throw FormatError(.malformed, "a member without a header", offset: place)
        }
        let start = offset + UInt64(Self.headerLength)
        guard length <= size - start else {
            throw FormatError(.truncated, "a member extends beyond the end of the archive", offset: place)
        }
        // Members begin at even offsets.
        end = min(size, start + length + length % 2)
        var name = Array(bytes[..<16].prefix { $0 != 0x20 })
        var contents = bytes[Self.headerLength...].prefix(Int(clamping: length))
        // BSD's long names precede the contents.
        if name.starts(with: "#1/".utf8), let count = Self.number(bytes[3..<16]).map({ Int(clamping: $0) }) {
            name = Array(contents.prefix(count).prefix { $0 != 0 })
            contents = contents.dropFirst(count)
        }
        self.contents = Self.contents(named: name, Array(contents))
    }

    private static func contents(named name: [UInt8], _ bytes: [UInt8]) -> Contents {
        let isTable = ["/", "//", "/SYM64/"].contains { name.elementsEqual($0.utf8) }
        if isTable || name.starts(with: "__.SYMDEF".utf8) { return .table }
        if let header = try? MachOHeader(bytes) {
            return .object(MachOArchitecture(type: header.type, subtype: header.subtype))
        }
        // The magic numbers of bitcode, and of its wrapper ("LLVM Bitcode File Format").
        let isBitcode = bytes.starts(with: [0x42, 0x43, 0xc0, 0xde]) || bytes.starts(with: [0xde, 0xc0, 0x17, 0x0b])
        return isBitcode ? .bitcode : .other
    }

    /// Returns a number in decimal digits with blanks behind it; nil for anything else.
    private static func number(_ field: ArraySlice<UInt8>) -> UInt64? {
        let digits = field.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, field[digits.endIndex...].allSatisfy({ $0 == 0x20 }) else { return nil }
        return UInt64(String(decoding: digits, as: UTF8.self))
    }
}
