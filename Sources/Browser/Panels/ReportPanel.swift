import Screen

/// What there is to say at the end of an operation, to be read.
struct ReportPanel: Panel {
    let title: String
    private let lines: [String]

    /// - Parameter lines: sentences for people, of any length.
    init(_ title: String, lines: [String]) {
        self.title = title
        self.lines = lines
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        lines.map { .wrapped(DisplayText($0, ascii: state.isASCII)) }
    }
}
