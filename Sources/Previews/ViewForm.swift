/// How the viewer shows a file.
package enum ViewForm: String, Hashable, Sendable, CaseIterable {
    /// As the first previewer that recognizes it does.
    case decoded
    /// As text, whatever it is.
    case text
    /// As a hex dump.
    case hex

    /// The form's name as displayed.
    package var title: String { rawValue }

    /// The previewers of the form, in order of precedence.
    var previewers: [any Previewer] {
        switch self {
        case .decoded: Previewers.all
        case .text: [EmptyFilePreviewer(), TextPreviewer(), HexPreviewer()]
        case .hex: [EmptyFilePreviewer(), HexPreviewer()]
        }
    }
}
