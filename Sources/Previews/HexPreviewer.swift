/// Shows a hex dump of any file that no other previewer recognizes.
struct HexPreviewer: BytesPreviewer {
    func recognizes(_ file: PreviewedFile) -> Bool { true }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) -> Preview {
        Preview("Binary data", content: HexContent(file))
    }
}
