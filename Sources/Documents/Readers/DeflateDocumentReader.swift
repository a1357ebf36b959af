import Formats

/// Reads DEFLATE-compressed data as it would be read uncompressed: values without a header, such as the models in Core
/// Data stores, and values and files with a zlib header.
struct DeflateDocumentReader: DocumentReader {
    /// The maximum size, in bytes, compressed or not.
    private static let maxBytes = 16 << 20
    private static let minBytes = 16

    /// Whether only files are read that are evidently compressed by zlib. That reader comes before those of text.
    var isEvident = false

    var hidesTexts: Bool { true }
    var isSelective: Bool { false }

    func recognizes(_ file: DocumentSource) -> Bool {
        guard file.size <= Self.maxBytes else { return false }
        // Two letters may be a header, and a short text what is cut off.
        let isShort = file.size < Self.minBytes
        guard !isEvident else { return Self.hasHeader(file.head) && Self.isEvident(file, isShort: isShort) }
        if Self.hasHeader(file.head) { return !isShort || !file.isValue && file.text == nil }
        // A file has a header. The type of the first block is stored, fixed or dynamic; 3 is none.
        return file.isValue && !isShort && file.head[0] & 0b110 != 0b110
    }

    /// Whether a file that begins with a header is none of text, by its name, or since it is short, which text in another
    /// encoding than Unicode seldom is, and begins as zlib writes it.
    private static func isEvident(_ file: DocumentSource, isShort: Bool) -> Bool {
        guard !file.isValue else { return false }
        return isShort && file.head[0] == 0x78 && [0x01, 0x9c, 0xda].contains(file.head[1])
            || [".zz", ".zlib"].contains { file.hasSuffix($0) }
    }

    /// Returns whether bytes begin with a zlib header: the method, no dictionary, and a checksum of both bytes (RFC
    /// 1950).
    private static func hasHeader(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
        return first & 0xf == 8 && second & 0x20 == 0 && (Int(first) << 8 | Int(second)) % 31 == 0
    }

    func read(_ file: DocumentSource, within limits: DocumentLimits) throws(DocumentFailure) -> Document {
        let inner = try Self.inner(of: file)
        // Only now is it certain that it is compressed.
        try file.checkDepth()
        guard inner.isCertain else {
            var document = DocumentReaders.read(inner.file, within: limits, by: DocumentReaders.selective)
            document.compressions.append("compressed with DEFLATE")
            document.byteSearch = .ifNothingIsFound
            document.isGuess = true
            return document
        }
        var document = DocumentReaders.read(inner.file, within: limits)
        document.compressions.append("compressed by zlib")
        document.add(trailing: inner.trailing, of: file)
        return document
    }

    /// The compressed contents of a file or a value.
    private struct Inner {
        var file: DocumentSource
        /// Whether that is certain.
        var isCertain: Bool
        /// The number of bytes behind the compressed data.
        var trailing = 0
    }

    private static func inner(of file: DocumentSource) throws(DocumentFailure) -> Inner {
        let compressed = try file.whole(limit: maxBytes, as: "a compressed value")
        // Why it is not what its header says.
        let failure: DocumentFailure
        do throws(DocumentFailure) {
            let (bytes, trailing) = try zlib(compressed)
            return Inner(file: file.decompressed(bytes), isCertain: true, trailing: trailing)
        } catch {
            guard file.isValue else { throw error }
            failure = error
        }
        // Uncompressed bytes may look compressed, but decompress to something short or unrecognizable.
        guard let bytes = try? Inflate.decompress(compressed, limit: maxBytes), bytes.count >= compressed.count
        else { throw failure }
        let file = file.decompressed(bytes)
        guard DocumentReaders.selective.contains(where: { $0.recognizes(file) }) else { throw failure }
        return Inner(file: file, isCertain: false)
    }

    /// Returns the data between zlib's header and checksum (RFC 1950), and the number of bytes after them.
    /// - Throws: `DocumentFailure`, `otherKind` if the contents contradict the header, which may be one by chance.
    private static func zlib(_ bytes: [UInt8]) throws(DocumentFailure) -> (contents: [UInt8], trailing: Int) {
        guard hasHeader(bytes) else { throw DocumentFailure.otherKind }
        let (header, checksum) = (2, 4)
        let (found, end): ([UInt8], Int)
        do throws(FormatError) {
            (found, end) = try Inflate.decompressPrefix(of: Array(bytes.dropFirst(header)), limit: maxBytes)
        } catch {
            switch error.code {
            case .truncated: throw DocumentFailure(.damaged, "compressed with zlib, but truncated")
            case .tooLarge:
                throw DocumentFailure(
                    "compressed with zlib to more than \(maxBytes >> 20) MB, which is not decompressed")
            default: throw DocumentFailure.otherKind
            }
        }
        let rest = bytes[(header + end)...]
        guard rest.count >= checksum else { throw DocumentFailure(.damaged, "compressed with zlib, but truncated") }
        var (first, second): (UInt32, UInt32) = (1, 0)
        for byte in found {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        let sum = rest.prefix(checksum).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard sum == second << 16 | first else {
            throw DocumentFailure(.damaged, "compressed with zlib, but damaged: its checksum is wrong")
        }
        return (found, rest.count - checksum)
    }
}
