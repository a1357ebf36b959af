/// The code signature at the end of a Mach-O image: blobs in a blob (`CSCommon.h`, `cs_blobs.h`). All numbers in it have
/// the most significant byte first.
package struct CodeSignature: Sendable {
    /// A blob in the signature.
    package struct Blob: Hashable, Sendable {
        /// Its purpose, from the index.
        package let slot: UInt32
        /// The kind of blob, from its own beginning.
        package let magic: UInt32
        /// Where it is in the signature, with its beginning, which digests include.
        package let range: Range<Int>
    }

    /// The blobs, in the order of the index.
    package let blobs: [Blob]
    /// The code directories: the main one, then alternate ones with other algorithms.
    package let directories: [CodeDirectory]
    private let bytes: [UInt8]

    /// The maximum size of a signature in bytes. It has a digest of each page: this is enough for 3 GB of code.
    package static let maxBytes = 64 << 20
    private static let maxBlobs = 64
    /// The maximum length of the beginning that locates the blobs.
    package static let indexLength = 12 + maxBlobs * 8

    private static let embedded: UInt64 = 0xfade_0cc0

    /// Reads a signature.
    /// - Throws: `FormatError` with the offset in the signature.
    package init(_ bytes: [UInt8]) throws(FormatError) {
        guard let magic = bytes.bigEndian(at: 0, size: 4), let length = bytes.bigEndian(at: 4, size: 4),
            let count = bytes.bigEndian(at: 8, size: 4)
        else { throw FormatError(.truncated, "the code signature is truncated", offset: bytes.count) }
        guard magic == Self.embedded else {
            throw FormatError(.unsupported, "not an embedded code signature", offset: 0)
        }
        guard length <= bytes.count else {
            throw FormatError(.truncated, "the code signature overruns its segment", offset: 4)
        }
        guard count <= Self.maxBlobs else {
            throw FormatError(.tooLarge, "the code signature has more than \(Self.maxBlobs) parts", offset: 8)
        }
        var blobs: [Blob] = []
        var directories: [CodeDirectory] = []
        for index in 0..<Int(count) {
            let entry = 12 + index * 8
            guard let slot = bytes.bigEndian(at: entry, size: 4), let start = bytes.bigEndian(at: entry + 4, size: 4)
            else { throw FormatError(.truncated, "the index of the code signature is truncated", offset: entry) }
            let place = Int(start)
            guard let magic = bytes.bigEndian(at: place, size: 4), let size = bytes.bigEndian(at: place + 4, size: 4),
                size >= 8, place + Int(size) <= Int(length)
            else { throw FormatError(.malformed, "a part of the code signature is outside of it", offset: entry) }
            let blob = Blob(
                slot: UInt32(slot), magic: UInt32(magic), range: place..<place + Int(size))
            blobs.append(blob)
            guard slot == 0 || 0x1000...0x1004 ~= slot else { continue }
            guard !blobs.dropLast().contains(where: { $0.slot == UInt32(slot) }) else {
                throw FormatError(
                    .malformed, "the code signature has two code directories of the same kind", offset: entry)
            }
            directories.append(try CodeDirectory(bytes, in: blob.range))
        }
        (self.bytes, self.blobs, self.directories) = (bytes, blobs, directories)
    }

    /// Returns where a blob begins in a signature that is not read as a whole; nil if it has none of that kind.
    /// - Parameter index: The first bytes, `indexLength` of them if there are as many.
    /// - Throws: `FormatError` with the offset in the signature.
    package static func start(of slot: CodeDirectory.SpecialSlot, index: [UInt8]) throws(FormatError) -> UInt64? {
        guard index.bigEndian(at: 0, size: 4) == embedded, let count = index.bigEndian(at: 8, size: 4) else {
            throw FormatError(.unsupported, "not an embedded code signature", offset: 0)
        }
        for entry in 0..<Int(min(count, UInt64(maxBlobs))) {
            guard index.bigEndian(at: 12 + entry * 8, size: 4) == UInt64(slot.rawValue) else { continue }
            return index.bigEndian(at: 16 + entry * 8, size: 4)
        }
        return nil
    }

    /// The length of the beginning of a blob, which has its kind and its length.
    package static let blobHeadLength = 8

    /// Returns the length of a blob, with its beginning; nil if that is cut off.
    /// - Parameter head: The first `blobHeadLength` bytes of the blob.
    package static func length(ofBlob head: [UInt8]) -> UInt64? { head.bigEndian(at: 4, size: 4) }

    /// Returns the bytes of a blob, with its beginning.
    package func bytes(of blob: Blob) -> [UInt8] { Array(bytes[blob.range]) }

    /// Returns the blob whose digest is in a special slot of the code directories.
    package func blob(_ slot: CodeDirectory.SpecialSlot) -> Blob? {
        blobs.first { $0.slot == UInt32(slot.rawValue) }
    }

    /// The property list of the entitlements; nil if the signature has none.
    package var entitlements: [UInt8]? {
        blob(.entitlements).map { Array(bytes(of: $0).dropFirst(Self.blobHeadLength)) }
    }

    /// Whether a certificate's signature (CMS) is present. An ad hoc signature has none, or an empty one.
    package var hasCertificateSignature: Bool {
        blobs.contains { $0.slot == 0x10000 && $0.range.count > 8 }
    }
}
