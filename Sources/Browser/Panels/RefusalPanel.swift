import ContainerModel
import Screen

/// The reason for a refusal, followed by the alternatives.
struct RefusalPanel: Panel {
    let title = "Refused"
    let textColumns = 60
    private let verdict: Verdict
    private let path: ContainerPath

    /// Creates a panel.
    /// - Parameter path: The item that was refused.
    init(_ verdict: Verdict, of path: ContainerPath) {
        self.verdict = verdict
        self.path = path
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let sources = verdict.rule.sources.map(\.rawValue).joined(separator: ", ")
        let source = sources.isEmpty ? [] : [PanelRow(DisplayText("Source: \(sources)"))]
        return [.wrapped(state.text(verdict.rule.sentence))] + source
            + verdict.alternatives.map { alternative in
                let text = DisplayText("\(state.glyphs.arrow) \(alternative.sentence())", ascii: state.isASCII)
                return PanelRow(text) { [path] state in
                    state.panel = nil
                    return state.follow(alternative, retrying: path)
                }
            }
    }
}
