/// The header and the load commands of a Mach-O image (`mach-o/loader.h`), as far as they concern a bundle.
package struct MachOImage: Hashable, Sendable {
    /// A library that the image is linked with.
    package struct Library: Hashable, Sendable {
        /// The path, as the linker wrote it: `@rpath/Name.framework/Name`; not sanitized.
        package let path: String
        /// Whether the program starts without it, too (`LC_LOAD_WEAK_DYLIB`).
        package let isWeak: Bool
    }

    /// The processor.
    package let architecture: MachOArchitecture
    /// Whether it is for 64 bits.
    package let is64Bit: Bool
    /// The libraries that it is linked with, in order.
    package private(set) var libraries: [Library] = []
    /// Where `@rpath` is looked for (`LC_RPATH`).
    package private(set) var searchPaths: [String] = []
    /// The platform of `LC_BUILD_VERSION` or `LC_VERSION_MIN_…`.
    package private(set) var platform: MachOPlatform?
    /// The oldest version of the system: "15.0".
    package private(set) var minimumSystemVersion: String?
    /// The version of the SDK that it was built with.
    package private(set) var sdkVersion: String?
    /// `LC_UUID` in capital digits, as in crash reports.
    package private(set) var uuid: String?
    /// Where the code signature is in the image (`LC_CODE_SIGNATURE`); nil if it has none.
    package private(set) var signature: Range<UInt64>?
    /// Whether its code is encrypted, as in an app from the App Store (`LC_ENCRYPTION_INFO`).
    package private(set) var isEncrypted = false
    /// Whether it has the place of an encryption that it does not have: `cryptid` is 0, as in every app that is not from
    /// the App Store, or was decrypted.
    package private(set) var isLeftUnencrypted = false
    /// The part of the image that is encrypted; nil if none is, or if it extends beyond the image.
    package private(set) var encrypted: Range<UInt64>?
    /// The kind of image.
    package let fileType: FileType?
    /// Whether the system may load it at any address (`MH_PIE`); it says so of executables alone.
    package let isPositionIndependent: Bool
    /// The address that the beginning of the image is linked for; 0 if no segment says it.
    package private(set) var baseAddress: UInt64 = 0
    /// The sections whose contents say what the code uses, in order; one that extends beyond the image is left out.
    package private(set) var sections: [MachOSection] = []
    /// The places of the opcodes that bind imported symbols (`LC_DYLD_INFO`): at launch, weakly, lazily.
    package private(set) var bindings: [Range<UInt64>] = []
    /// The place of the chained fixups, which name the imported symbols in newer images (`LC_DYLD_CHAINED_FIXUPS`).
    package private(set) var chainedFixups: Range<UInt64>?
    /// Where the symbols are in the image (`LC_SYMTAB`); nil if it has none.
    package private(set) var symbols: SymbolTable?

    /// The kinds of image that a bundle has (`mach-o/loader.h`).
    package enum FileType: UInt32, Hashable, Sendable {
        case executable = 2
        case dynamicLibrary = 6
        case bundle = 8
    }

    /// The flag of a header that stands for `MH_PIE`.
    private static let positionIndependent: UInt32 = 0x20_0000
    /// The most ranges of opcodes; an image has three.
    private static let maxBindings = 8

    /// The places of the symbols and of their names in the image.
    package struct SymbolTable: Hashable, Sendable {
        /// The symbols, 16 bytes each for 64 bits, otherwise 12.
        package let entries: Range<UInt64>
        /// The names.
        package let names: Range<UInt64>
    }

    /// The bytes of the header, at most.
    package static let headerLength = 32
    /// The maximum size of the load commands in bytes; real programs have a few KiB.
    package static let maxCommandBytes = 4 << 20

    /// Returns the number of bytes of header and load commands.
    /// - Parameter header: The first `headerLength` bytes of the image.
    /// - Throws: `FormatError` if it is none, or has too many load commands.
    package static func length(header: [UInt8]) throws(FormatError) -> Int {
        let header = try MachOHeader(header)
        guard header.commandBytes <= maxCommandBytes else {
            throw FormatError(.tooLarge, "the load commands are larger than \(maxCommandBytes >> 20) MiB", offset: 20)
        }
        return header.length + header.commandBytes
    }

    /// Returns the kind of an image that a system can load, by its header alone; nil for any other file, such as an
    /// object file or debug symbols, and for one that ends before its load commands do.
    /// - Parameters:
    ///   - header: The first `headerLength` bytes.
    ///   - size: The size of the whole image in bytes.
    package static func loadableType(header: [UInt8], size: UInt64) -> FileType? {
        guard let header = try? MachOHeader(header), header.commandCount > 0,
            header.commandBytes >= header.commandCount * 8, UInt64(header.length + header.commandBytes) <= size
        else { return nil }
        return FileType(rawValue: header.fileType)
    }

    /// Reads header and load commands.
    /// - Parameters:
    ///   - bytes: The beginning of the image, as many bytes as `length(header:)` says.
    ///   - size: The size of the whole image in bytes.
    /// - Throws: `FormatError` with the offset in the image.
    package init(_ bytes: [UInt8], size: UInt64) throws(FormatError) {
        let header = try MachOHeader(bytes)
        architecture = MachOArchitecture(type: header.type, subtype: header.subtype)
        is64Bit = header.is64Bit
        fileType = FileType(rawValue: header.fileType)
        isPositionIndependent = header.flags & Self.positionIndependent != 0
        var offset = header.length
        let end = header.length + header.commandBytes
        guard end <= bytes.count else {
            throw FormatError(.truncated, "the load commands are truncated", offset: bytes.count)
        }
        for _ in 0..<header.commandCount {
            guard let command = header.number(bytes, offset), let length = header.number(bytes, offset + 4),
                length >= 8, length <= UInt64(end - offset)
            else { throw FormatError(.malformed, "a load command that overruns the others", offset: offset) }
            let reader = MachOCommand(bytes: bytes, range: offset..<offset + Int(length), header: header, size: size)
            try read(UInt32(truncatingIfNeeded: command), reader)
            offset += Int(length)
        }
    }

    private mutating func read(_ number: UInt32, _ command: MachOCommand) throws(FormatError) {
        switch number {
        case 0xc, 0x20, 0x8000_001f, 0x8000_0023:
            libraries.append(Library(path: try command.string(at: 8), isWeak: false))
        case 0x8000_0018: libraries.append(Library(path: try command.string(at: 8), isWeak: true))
        case 0x8000_001c: searchPaths.append(try command.string(at: 8))
        case 0x1b:
            uuid = command.bytes(at: 8, length: 16).map { UUIDText.text($0) }
        case 0x1d:
            guard signature == nil else { throw command.malformed("a second code signature") }
            signature = try command.range(at: 8)
        case 0x1, 0x19: read(segment: command, isWide: number == 0x19)
        case 0x21, 0x2c:
            guard (command.number(at: 16) ?? 0) != 0 else {
                isLeftUnencrypted = true
                return
            }
            isEncrypted = true
            encrypted = encrypted ?? (try? command.range(at: 8))
        case 0x22, 0x8000_0022:
            for offset in [16, 24, 32] where bindings.count < Self.maxBindings {
                guard let range = try? command.range(at: offset), !range.isEmpty else { continue }
                bindings.append(range)
            }
        case 0x8000_0034: chainedFixups = chainedFixups ?? (try? command.range(at: 8))
        case 0x24, 0x25, 0x2f, 0x30:
            platform = MachOPlatform(versionCommand: number, isIntel: architecture.isIntel)
            minimumSystemVersion = command.version(at: 8)
            sdkVersion = command.version(at: 12)
        case 0x32:
            platform = command.number(at: 8).map { MachOPlatform(number: $0) }
            minimumSystemVersion = command.version(at: 12)
            sdkVersion = command.version(at: 16)
        case 0x2:
            guard let count = command.number(at: 12), let start = command.number(at: 8) else { return }
            let length = UInt64(count) * (is64Bit ? 16 : 12)
            guard let entries = command.inImage(UInt64(start), length), let names = try? command.range(at: 16) else {
                return
            }
            symbols = SymbolTable(entries: entries, names: names)
        default: break
        }
    }

    private mutating func read(segment command: MachOCommand, isWide: Bool) {
        let segment = MachOSegment(command, isWide: isWide)
        if let address = segment.imageAddress { baseAddress = address }
        sections += segment.sections.prefix(max(0, MachOSection.maximum - sections.count))
    }
}

/// The header of an image.
struct MachOHeader {
    let is64Bit: Bool
    let isBigEndian: Bool
    let type: UInt32
    let subtype: UInt32
    let fileType: UInt32
    let commandCount: Int
    let commandBytes: Int
    let flags: UInt32
    let length: Int

    init(_ bytes: [UInt8]) throws(FormatError) {
        switch bytes.bigEndian(at: 0, size: 4) {
        case 0xfeed_face: (is64Bit, isBigEndian) = (false, true)
        case 0xfeed_facf: (is64Bit, isBigEndian) = (true, true)
        case 0xcefa_edfe: (is64Bit, isBigEndian) = (false, false)
        case 0xcffa_edfe: (is64Bit, isBigEndian) = (true, false)
        default: throw FormatError(.unsupported, "not a Mach-O image", offset: 0)
        }
        let isBigEndian = isBigEndian
        func number(_ index: Int) throws(FormatError) -> UInt32 {
            let found =
                isBigEndian
                ? bytes.bigEndian(at: index * 4, size: 4) : bytes.littleEndian(at: index * 4, size: 4)
            guard let found else { throw FormatError(.truncated, "the header is truncated", offset: bytes.count) }
            return UInt32(truncatingIfNeeded: found)
        }
        type = try number(1)
        subtype = try number(2)
        fileType = try number(3)
        commandCount = Int(try number(4))
        commandBytes = Int(try number(5))
        flags = try number(6)
        length = is64Bit ? 32 : 28
    }

    /// Returns the number of four bytes at an offset.
    func number(_ bytes: [UInt8], _ offset: Int) -> UInt64? {
        isBigEndian ? bytes.bigEndian(at: offset, size: 4) : bytes.littleEndian(at: offset, size: 4)
    }
}

/// A load command; offsets count from its beginning.
struct MachOCommand {
    let bytes: [UInt8]
    let range: Range<Int>
    let header: MachOHeader
    let size: UInt64

    func malformed(_ message: String) -> FormatError { FormatError(.malformed, message, offset: range.lowerBound) }

    func number(at offset: Int) -> UInt32? {
        guard offset + 4 <= range.count else { return nil }
        return header.number(bytes, range.lowerBound + offset).map { UInt32(truncatingIfNeeded: $0) }
    }

    func bytes(at offset: Int, length: Int) -> ArraySlice<UInt8>? {
        guard offset + length <= range.count else { return nil }
        return bytes[range.lowerBound + offset..<range.lowerBound + offset + length]
    }

    /// Returns the text that the number at an offset points to, up to its NUL or the end of the command.
    func string(at offset: Int) throws(FormatError) -> String {
        guard let start = number(at: offset), start <= range.count else {
            throw malformed("a load command with a name outside of it")
        }
        return String(
            decoding: bytes[(range.lowerBound + Int(start))..<range.upperBound].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the part of the image whose offset and length are at an offset.
    func range(at offset: Int) throws(FormatError) -> Range<UInt64> {
        guard let start = number(at: offset), let length = number(at: offset + 4),
            let range = inImage(UInt64(start), UInt64(length))
        else { throw malformed("a load command refers to bytes beyond the end of the image") }
        return range
    }

    func inImage(_ start: UInt64, _ length: UInt64) -> Range<UInt64>? {
        start <= size && length <= size - start ? start..<start + length : nil
    }

    /// Returns the version at an offset: "15.0", "15.4.1".
    func version(at offset: Int) -> String? {
        guard let number = number(at: offset) else { return nil }
        let patch = number & 0xff
        return "\(number >> 16).\(number >> 8 & 0xff)" + (patch == 0 ? "" : ".\(patch)")
    }
}
