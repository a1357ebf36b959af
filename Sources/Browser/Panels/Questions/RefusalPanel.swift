import ContainerModel
import FileSharing
import Screen

/// The reason for a refusal, followed by the alternatives.
struct RefusalPanel: Panel {
    let title = "Refused"
    /// Only Enter does what is offered: it may act as the owner.
    let isQuestion = true
    let textColumns = 60
    private let verdict: Verdict
    private let item: ItemAddress
    private let operation: FileOperation?

    /// Creates a panel.
    /// - Parameters:
    ///   - item: The item that was refused.
    ///   - operation: The refused operation; nil if a directory could not be listed.
    init(_ verdict: Verdict, of item: ItemAddress, insteadOf operation: FileOperation? = nil) {
        self.verdict = verdict
        self.item = item
        self.operation = operation
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let rule = verdict.rule
        let said = rule.citations.isEmpty ? rule.sources.applesFirst.map(\.name) : rule.citations.map(\.plainText)
        let more = said.count > 1 ? ["\(said.count - 1) more: sandglass verdict --sources"] : []
        let source = (said.prefix(1).map { "Source: \($0)" } + more).map { PanelRow.wrapped(state.screen.text($0)) }
        let isContainer = item.root.isContainer && item.path.isRoot
        let name = isContainer ? DisplayText("Container") : state.screen.display(item.shown)
        return [.wrapped(name, isHeading: true), .wrapped(state.screen.text(verdict.rule.sentence))]
            + source
            + verdict.alternatives.map { alternative in
                let text = DisplayText(
                    "\(state.screen.glyphs.arrow) \(alternative.sentence(key: state.keys.key))",
                    ascii: state.screen.isASCII)
                var row = PanelRow(text) { [item, operation] state in
                    state.panels.current = nil
                    return state.follow(alternative, insteadOf: operation, at: item)
                }
                row.isWrapped = true
                return row
            }
    }
}
