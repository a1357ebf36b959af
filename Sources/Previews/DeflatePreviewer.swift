import Formats

/// Shows what is compressed by DEFLATE as what is compressed in it: values without a header, such as the models in stores of
/// Core Data, and values and files with that of zlib.
struct DeflatePreviewer: Previewer {
    /// The greatest size, in bytes, compressed or not.
    private static let mostBytes = 16 << 20
    private static let fewestBytes = 16

    func recognizes(_ file: PreviewedFile) -> Bool {
        guard file.mayBeDecompressed, file.size >= Self.fewestBytes, file.size <= Self.mostBytes else { return false }
        if Self.hasHeader(file.head) { return true }
        // A file has a header. The type of the first block is stored, fixed or dynamic; 3 is none.
        return file.isValue && file.head[0] & 0b110 != 0b110
    }

    /// Returns whether bytes begin like those of zlib: the method, no dictionary, and a checksum of both bytes (RFC 1950).
    private static func hasHeader(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        guard let first = bytes.first, let second = bytes.dropFirst().first else { return false }
        return first & 0xf == 8 && second & 0x20 == 0 && (Int(first) << 8 | Int(second)) % 31 == 0
    }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let (inner, isCertain) = try Self.inner(of: file)
        guard !isCertain else {
            var preview = Previewers.preview(of: inner, within: limits)
            preview.title += ", compressed by zlib"
            return preview
        }
        var preview = Previewers.preview(of: inner, within: limits, by: Self.known)
        preview.title += ", compressed by DEFLATE"
        return preview
    }

    func searched(_ file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> SearchedContents {
        let (inner, isCertain) = try Self.inner(of: file)
        return .file(inner, bytes: isCertain ? .never : .ifNothingIsFound)
    }

    /// The previewers of what may be compressed without a header: anything may be a message, or bytes.
    private static var known: [any Previewer] {
        Previewers.all.filter { !($0 is DeflatePreviewer || $0 is ProtobufPreviewer || $0 is HexPreviewer) }
    }

    /// Returns what is compressed in a value, and whether there is no doubt about that.
    private static func inner(of file: PreviewedFile) throws(PreviewFailure) -> (PreviewedFile, isCertain: Bool) {
        let compressed = try file.whole(limit: mostBytes, as: "a compressed value")
        var inner: PreviewedFile
        if let bytes = zlib(compressed) {
            inner = PreviewedFile(file.name, bytes: bytes)
            inner.compressions = file.compressions + 1
            return (inner, true)
        }
        guard file.isValue else { throw PreviewFailure(damage(of: compressed) ?? "") }
        // Bytes that are not compressed may look as if they were, but what comes out of them is short or looks like nothing.
        guard let bytes = try? Inflate.decompress(compressed, limit: mostBytes), bytes.count >= compressed.count
        else { throw PreviewFailure("") }
        inner = PreviewedFile(file.name, bytes: bytes)
        inner.compressions = file.compressions + 1
        guard known.contains(where: { $0.recognizes(inner) }) else { throw PreviewFailure("") }
        return (inner, false)
    }

    /// Returns what is between the header and the checksum of zlib (RFC 1950); nil if there are none, or if they are wrong.
    private static func zlib(_ bytes: [UInt8]) -> [UInt8]? {
        guard hasHeader(bytes), let found = try? inflated(bytes) else { return nil }
        var (first, second): (UInt32, UInt32) = (1, 0)
        for byte in found {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        let sum = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return sum == second << 16 | first ? found : nil
    }

    /// Returns what is wrong with a file that begins like those of zlib; nil if its contents contradict that.
    private static func damage(of bytes: [UInt8]) -> String? {
        guard hasHeader(bytes) else { return nil }
        do throws(FormatError) {
            _ = try inflated(bytes)
            return "compressed by zlib, but damaged: its checksum is wrong"
        } catch {
            return switch error.code {
            case .truncated: "compressed by zlib, but cut off"
            case .tooLarge: "compressed by zlib to more than \(mostBytes >> 20) MB, which is not decompressed"
            default: nil
            }
        }
    }

    private static func inflated(_ bytes: [UInt8]) throws(FormatError) -> [UInt8] {
        try Inflate.decompress(Array(bytes.dropFirst(2)), limit: mostBytes)
    }
}
