/// What kinds of archives are read.
package enum ArchiveFormat: Hashable, Sendable {
    case zip
    case tar
    /// A tar that is compressed; the value is what such files are named after: `gz`, `xz`, `zst`, `bz2`.
    case compressedTar(String)

    /// How many bytes of a file tell the format.
    package static let headLength = 512

    /// What a file is by its first bytes; nil for what is no archive, or none of these.
    package init?(head: [UInt8]) {
        let signatures: [([UInt8], ArchiveFormat)] = [
            ([0x50, 0x4b, 0x03, 0x04], .zip),
            // One without entries.
            ([0x50, 0x4b, 0x05, 0x06], .zip),
            ([0x1f, 0x8b], .compressedTar("gz")),
            ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], .compressedTar("xz")),
            ([0x28, 0xb5, 0x2f, 0xfd], .compressedTar("zst")),
            ([0x42, 0x5a, 0x68], .compressedTar("bz2")),
        ]
        if let found = signatures.first(where: { head.starts(with: $0.0) })?.1 {
            self = found
        } else if Self.isTarHeader(head) {
            self = .tar
        } else {
            return nil
        }
    }

    /// A tar's header has the sum of its bytes in it, the sum's own eight counting as blanks (tar(5)).
    static func isTarHeader(_ head: [UInt8]) -> Bool {
        guard head.count >= 512 else { return false }
        let digits = head[148..<156].drop { $0 == 0x20 }.prefix { $0 >= 0x30 && $0 < 0x38 }
        guard !digits.isEmpty else { return false }
        let stored = digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
        return stored == head[..<148].sum + head[156..<512].sum + 8 * 0x20
    }

    /// What people call such a file.
    package var title: String {
        switch self {
        case .zip: "zip archive"
        case .tar: "tar archive"
        case .compressedTar(let suffix): "tar.\(suffix) archive"
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var sum: Int { reduce(0) { $0 + Int($1) } }
}
