import ContainerModel
import FileSharing
import Screen

/// The reason for a refusal, followed by the answers: leaving it, and the alternatives.
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
        let more = said.count > 1 ? ["\(said.count - 1) more: \(state.keys.key("explain")) on the item"] : []
        let source = (said.prefix(1).map { "Source: \($0)" } + more).map { PanelRow.wrapped(state.screen.text($0)) }
        let isContainer = item.root.isContainer && item.path.isRoot
        let name = isContainer ? DisplayText("Container") : state.screen.display(item.shown)
        return [.wrapped(name, isHeading: true), .wrapped(state.screen.text(verdict.rule.sentence))]
            + source + [state.screen.answer("Leave it", .no)] + verdict.alternatives.flatMap { rows(for: $0, state) }
    }

    private func rows(for alternative: Alternative, _ state: BrowserState) -> [PanelRow] {
        guard operation == nil, case .actor(let actor) = alternative else {
            return [row(alternative.sentence(key: state.keys.key), for: alternative, state)]
        }
        return [
            row("list it once, as the \(actor.rawValue)", for: alternative, isOnce: true, state),
            row(
                "act as the \(actor.rawValue) from now on (\(state.keys.key("act-as")) changes who acts)",
                for: alternative, state),
        ]
    }

    private func row(
        _ sentence: String, for alternative: Alternative, isOnce: Bool = false, _ state: BrowserState
    ) -> PanelRow {
        let text = "\(Character(state.screen.glyphs.arrow)) \(sentence)"
        var row = state.screen.answer(text) { [item, operation] state in
            state.follow(alternative, insteadOf: operation, at: item, isOnce: isOnce)
        }
        row.isWrapped = true
        return row
    }
}
