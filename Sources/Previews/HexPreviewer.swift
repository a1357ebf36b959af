/// Bytes as numbers: what is left for everything that nothing else recognizes.
struct HexPreviewer: Previewer {
    /// Bytes that are shown.
    private static let length = 4 * 1_024

    func recognizes(_ file: PreviewedFile) -> Bool { true }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) -> Preview {
        let bytes = Array(file.head.prefix(Self.length))
        let remarks = [file.omission(after: bytes.count)].compactMap(\.self)
        return Preview("Binary data", remarks: remarks, content: HexContent(bytes))
    }
}
