/// The format and size of an app-switcher snapshot, read from the start of its file; the image is not decoded.
///
/// iOS stores snapshots as KTX, in one of two layouts, and formerly as PNG or JPEG. Sources: the KTX 1 specification
/// (Khronos); files of iOS 12 and later for Apple's layout and keys; ISO 15948; ITU T.81, annex B.
package struct SnapshotHeader: Hashable, Sendable {
    /// The file format of a snapshot.
    package enum Format: Hashable, Sendable {
        /// KTX 1.
        case ktx
        /// Chunks after `AAPL`, in files that also have the extension `.ktx`.
        case appleTexture
        case png
        case jpeg
    }

    /// The file format.
    package let format: Format
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int
    /// Whether the texture is additionally compressed with LZFSE; always false for PNG and JPEG. Also false if the
    /// marker is beyond the given bytes.
    package let isLZFSE: Bool

    /// Reads the header from `bytes`, a whole file or its first 64 KiB.
    /// - Throws: `FormatError`: `unsupported` for another type of file, `truncated` if the size is beyond the end,
    ///   `malformed` if a JPEG's structure is invalid.
    package init(_ bytes: [UInt8]) throws(FormatError) {
        if KTXTexture.begins(bytes) {
            try self.init(ktx: bytes)
        } else if AppleTexture.begins(bytes) {
            try self.init(appleTexture: bytes)
        } else if bytes.matches([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            guard bytes.matches("IHDR", at: 12) else { throw Self.truncated(at: 12) }
            let size = (bytes.bigEndian(at: 16, size: 4), bytes.bigEndian(at: 20, size: 4))
            try self.init(.png, size.0, size.1, isLZFSE: false, at: 16)
        } else if bytes.matches([0xff, 0xd8, 0xff]) {
            try self.init(jpeg: bytes)
        } else {
            throw FormatError(.unsupported, "not a snapshot: neither KTX nor PNG nor JPEG", offset: 0)
        }
    }

    private init(
        _ format: Format,
        _ width: UInt64?,
        _ height: UInt64?,
        isLZFSE: Bool,
        at offset: Int
    ) throws(FormatError) {
        // No format stores sizes of more than 32 bits.
        guard let width, let height else { throw Self.truncated(at: offset) }
        self.format = format
        self.width = Int(width)
        self.height = Int(height)
        self.isLZFSE = isLZFSE
    }

    private init(ktx bytes: [UInt8]) throws(FormatError) {
        let texture = try KTXTexture(bytes)
        try self.init(.ktx, UInt64(texture.width), UInt64(texture.height), isLZFSE: texture.isLZFSE, at: 0x24)
    }

    private init(appleTexture bytes: [UInt8]) throws(FormatError) {
        let texture = AppleTexture(bytes)
        let size = texture.size.map { (UInt64($0.width), UInt64($0.height)) }
        try self.init(.appleTexture, size?.0, size?.1, isLZFSE: texture.isLZFSE, at: texture.end)
    }

    private init(jpeg bytes: [UInt8]) throws(FormatError) {
        var place = 2
        while let byte = bytes.bigEndian(at: place, size: 1), let marker = bytes.bigEndian(at: place + 1, size: 1) {
            guard byte == 0xff else { throw FormatError(.malformed, "a JPEG marker was expected", offset: place) }
            switch marker {
            case 0xff:
                // A marker may be preceded by any number of fill bytes.
                place += 1
            case 0x01, 0xd0...0xd8:
                place += 2
            case 0xd9, 0xda:
                throw FormatError(.malformed, "a JPEG without a size", offset: place)
            case 0xc4, 0xc8, 0xcc, 0x00...0xbf, 0xd9...0xfe:
                guard let length = bytes.bigEndian(at: place + 2, size: 2) else { throw Self.truncated(at: place) }
                place += 2 + max(2, Int(length))
            default:
                let size = (bytes.bigEndian(at: place + 7, size: 2), bytes.bigEndian(at: place + 5, size: 2))
                try self.init(.jpeg, size.0, size.1, isLZFSE: false, at: place)
                return
            }
        }
        throw Self.truncated(at: min(place, bytes.count))
    }

    private static func truncated(at offset: Int) -> FormatError {
        FormatError(.truncated, "the file ends before the size of its picture", offset: offset)
    }
}
