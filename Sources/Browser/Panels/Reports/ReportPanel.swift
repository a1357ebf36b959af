import Screen

/// The notices at the end of an operation.
struct ReportPanel: Panel {
    let title: String
    private let lines: [String]

    /// Creates a panel.
    /// - Parameter lines: Sentences of any length.
    init(_ title: String, lines: [String]) {
        self.title = title
        self.lines = lines
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        lines.map { .wrapped(DisplayText($0, ascii: state.screen.isASCII)) }
    }
}
