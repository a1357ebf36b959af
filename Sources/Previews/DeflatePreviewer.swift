import Formats

/// Shows values that are compressed by DEFLATE without a header, such as the models in stores of Core Data, as what is
/// compressed in them.
struct DeflatePreviewer: Previewer {
    /// The greatest size, in bytes, compressed or not.
    private static let mostBytes = 16 << 20
    private static let fewestBytes = 16

    func recognizes(_ file: PreviewedFile) -> Bool {
        // Files have suffixes and headers. The type of the first block is stored, fixed or dynamic; 3 is none.
        guard file.isValue, file.size >= Self.fewestBytes, file.size <= Self.mostBytes, let first = file.head.first
        else { return false }
        return first & 0b110 != 0b110
    }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) throws(PreviewFailure) -> Preview {
        let compressed = try file.whole(limit: Self.mostBytes, as: "a compressed value")
        // Bytes that are not compressed may look as if they were, but what comes out of them is short or looks like nothing.
        guard let bytes = try? Inflate.decompress(compressed, limit: Self.mostBytes), bytes.count >= compressed.count
        else { throw PreviewFailure("") }
        let inner = PreviewedFile(file.name, bytes: bytes)
        let known = Previewers.all.filter { !($0 is DeflatePreviewer || $0 is ProtobufPreviewer || $0 is HexPreviewer) }
        guard known.contains(where: { $0.recognizes(inner) }) else { throw PreviewFailure("") }
        var preview = Previewers.preview(of: inner, within: limits, by: known)
        preview.title += ", compressed by DEFLATE"
        return preview
    }
}
