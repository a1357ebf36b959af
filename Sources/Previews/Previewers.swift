/// The kinds of files that can be shown.
package enum Previewers {
    /// The first one that recognizes a file shows it. The last one recognizes everything.
    package static let all: [any Previewer] = [
        EmptyFilePreviewer(),
        TextPreviewer(),
        HexPreviewer(),
    ]

    /// What there is to see of a file. Where a previewer fails, the next one shows the file and the reason is said.
    package static func preview(
        of file: PreviewedFile,
        within limits: PreviewLimits,
        by previewers: [any Previewer] = all
    ) -> Preview {
        var reasons: [String] = []
        for previewer in previewers where previewer.recognizes(file) {
            do throws(PreviewFailure) {
                var preview = try previewer.preview(of: file, within: limits)
                preview.remarks += reasons
                if file.hasChanged { preview.remarks.append("it changed while it was read") }
                return preview
            } catch {
                reasons.append(error.reason)
            }
        }
        return Preview("Contents of an unknown kind", remarks: reasons)
    }
}

/// Files with nothing in them.
struct EmptyFilePreviewer: Previewer {
    func recognizes(_ file: PreviewedFile) -> Bool { file.head.isEmpty }

    func preview(of file: PreviewedFile, within limits: PreviewLimits) -> Preview { Preview("Empty file") }
}
