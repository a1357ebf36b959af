import Formats
import System

/// Reads data compressed by Apple's LZFSE, as apps store it with `NSData.compressed(using:)`, as it would be read
/// uncompressed.
struct LZFSEDocumentReader: DocumentReader {
    /// The maximum size, in bytes, compressed or not.
    private static let maxBytes = 64 << 20
    /// The first bytes of a block: compressed in one of three ways, or stored.
    private static let blocks = ["bvx2", "bvx1", "bvxn", "bvx-"]

    var hidesTexts: Bool { true }

    func recognizes(_ file: DocumentSource) -> Bool {
        Self.blocks.contains { file.head.starts(with: $0.utf8) }
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        try file.checkDepth()
        let compressed = try file.whole(limit: Self.maxBytes, as: "LZFSE data")
        let found = try mapError(try LZFSE.decompressPrefix(of: compressed[...], limit: Self.maxBytes)) {
            (error: FormatError) in DocumentFailure(error, in: "LZFSE data", damaged: "damaged LZFSE data")
        }
        var document = DocumentReaders.read(file.decompressed(found.output), within: limits)
        document.compressions.append("compressed by LZFSE")
        document.add(trailing: compressed.count - found.count, of: file)
        return document
    }
}
