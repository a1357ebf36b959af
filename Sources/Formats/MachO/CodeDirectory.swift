/// A code directory: digests of the pages of an image, and of what belongs to it (`CodeDirectory.h`).
package struct CodeDirectory: Sendable {
    /// A part other than the pages that has a digest.
    package enum SpecialSlot: Int, Hashable, Sendable, CaseIterable {
        case informationList = 1
        case requirements = 2
        case resources = 3
        case entitlements = 5
        case binaryEntitlements = 7

        /// The name for display.
        package var title: String {
            switch self {
            case .informationList: "Info.plist"
            case .requirements: "requirements"
            case .resources: "_CodeSignature/CodeResources"
            case .entitlements: "entitlements"
            case .binaryEntitlements: "DER entitlements"
            }
        }
    }

    /// How the digests are computed.
    package enum HashType: Hashable, Sendable {
        case sha1, sha256, truncatedSHA256, sha384, sha512

        init?(_ number: UInt8) {
            switch number {
            case 1: self = .sha1
            case 2: self = .sha256
            case 3: self = .truncatedSHA256
            case 4: self = .sha384
            case 5: self = .sha512
            default: return nil
            }
        }

        /// The algorithm.
        package var algorithm: Digest.Algorithm {
            switch self {
            case .sha1: .sha1
            case .sha256, .truncatedSHA256: .sha256
            case .sha384: .sha384
            case .sha512: .sha512
            }
        }

        /// The length of a digest in bytes.
        package var length: Int { self == .truncatedSHA256 ? 20 : algorithm.length }

        /// The name for display.
        package var title: String {
            self == .truncatedSHA256 ? "truncated SHA-256" : algorithm.rawValue
        }
    }

    /// `version`, such as 0x20400.
    package let version: UInt32
    /// `flags`; 2 is an ad hoc signature.
    package let flags: UInt32
    /// How the digests are computed.
    package let hashType: HashType
    /// The identifier of the code, usually the bundle identifier; not sanitized.
    package let identifier: String
    /// The identifier of the team; nil if there is none. Not sanitized.
    package let team: String?
    /// The number of bytes of the image that the pages cover.
    package let codeLimit: UInt64
    /// The size of a page in bytes; nil for a single page.
    package let pageSize: Int?
    /// The number of pages.
    package let pageCount: Int
    /// The number of special slots.
    package let specialCount: Int

    /// Where it is in the signature.
    let range: Range<Int>
    private let hashStart: Int
    private let bytes: [UInt8]

    /// Whether the flags say that no certificate signed it.
    package var isAdHoc: Bool { flags & 2 != 0 }

    /// Reads the code directory at a place in a signature.
    /// - Throws: `FormatError` with the offset in the signature.
    init(_ signature: [UInt8], in range: Range<Int>) throws(FormatError) {
        let start = range.lowerBound
        func fail(_ code: FormatError.Code, _ message: String, _ offset: Int) -> FormatError {
            FormatError(code, message, offset: start + offset)
        }
        guard range.upperBound <= signature.count, range.count >= 44 else {
            throw fail(.truncated, "the code directory is truncated", 0)
        }
        func number(_ offset: Int, _ size: Int = 4) -> UInt64 {
            offset + size <= range.count ? signature.bigEndian(at: start + offset, size: size) ?? 0 : 0
        }
        guard number(0) == 0xfade_0c02 else { throw fail(.malformed, "not a code directory", 0) }
        version = UInt32(number(8))
        flags = UInt32(number(12))
        guard version >= 0x20000, version < 0x30000 else {
            throw fail(.unsupported, "a code directory of an unknown version", 8)
        }
        guard let type = HashType(UInt8(number(37, 1))) else {
            throw fail(.unsupported, "a code directory with digests of an unknown type", 37)
        }
        hashType = type
        guard number(36, 1) == UInt64(type.length) else {
            throw fail(.malformed, "a code directory whose digests have the wrong length", 36)
        }
        specialCount = Int(number(24))
        pageCount = Int(number(28))
        let wideLimit = version >= 0x20300 ? number(56, 8) : 0
        codeLimit = wideLimit == 0 ? number(32) : wideLimit
        let shift = Int(number(39, 1))
        guard shift <= 30 else { throw fail(.malformed, "a code directory with pages that are too large", 39) }
        pageSize = shift == 0 ? nil : 1 << shift
        let hashes = Int(number(16))
        guard hashes >= specialCount &* type.length, hashes <= range.count,
            pageCount <= (range.count - hashes) / type.length
        else { throw fail(.malformed, "a code directory whose digests are outside of it", 16) }
        let size = UInt64(shift == 0 ? 0 : 1 << shift)
        let needed = size == 0 ? (codeLimit == 0 ? 0 : 1) : codeLimit / size + (codeLimit % size == 0 ? 0 : 1)
        guard needed == UInt64(pageCount) else {
            throw fail(.malformed, "a code directory whose digests do not cover its pages", 28)
        }
        func string(_ offset: UInt64) -> String? {
            guard offset >= 44, offset < UInt64(range.count) else { return nil }
            return String(
                decoding: signature[(start + Int(offset))..<range.upperBound].prefix { $0 != 0 }, as: UTF8.self)
        }
        identifier = string(number(20)) ?? ""
        team = version >= 0x20200 ? string(number(48)) : nil
        self.range = range
        hashStart = start + hashes
        bytes = signature
    }

    /// Returns the digest in a special slot; nil if there is none, or one of zeros, which stands for nothing.
    package func digest(_ slot: SpecialSlot) -> ArraySlice<UInt8>? {
        guard slot.rawValue <= specialCount else { return nil }
        let start = hashStart - slot.rawValue * hashType.length
        let digest = bytes[start..<start + hashType.length]
        return digest.contains { $0 != 0 } ? digest : nil
    }

    /// Returns the digest of a page.
    /// - Parameter page: Less than `pageCount`.
    package func digest(ofPage page: Int) -> ArraySlice<UInt8> {
        let start = hashStart + page * hashType.length
        return bytes[start..<start + hashType.length]
    }

    /// The error of a directory that covers more than the image has.
    package var beyondImage: FormatError {
        FormatError(.malformed, "a code directory that covers more than the image", offset: range.lowerBound + 32)
    }

    /// The digest of the code directory itself, by which the system knows the code: its first 20 bytes.
    package var cdHash: [UInt8] { Array(Digest.of(Array(bytes[range]), hashType.algorithm).prefix(20)) }

    /// Returns whether a digest in the directory matches bytes in memory.
    package func matches(_ digest: ArraySlice<UInt8>, _ contents: [UInt8]) -> Bool {
        Digest.of(contents, hashType.algorithm).prefix(hashType.length).elementsEqual(digest)
    }
}
