/// Shows a hex dump of any file that no other previewer recognizes.
struct HexPreviewer: Previewer {
    /// The number of bytes shown.
    private static let length = 4 * 1_024

    func recognizes(_ file: PreviewedFile) -> Bool { true }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) -> Preview {
        let bytes = Array(file.head.prefix(Self.length))
        let remarks = [file.omission(after: bytes.count)].compactMap(\.self)
        return Preview("Binary data", remarks: remarks, content: HexContent(bytes))
    }
}
