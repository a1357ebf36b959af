import ContainerModel
import FileSharing
import Inspection
import Screen

/// What the system would purge on an event, with an action that purges it.
struct PurgePanel: Panel {
    private let event: PurgeEvent
    private let answer: PurgeQuery.Answer
    /// The container.
    private let root: Root

    init(on event: PurgeEvent, _ answer: PurgeQuery.Answer, in root: Root) {
        self.event = event
        self.answer = answer
        self.root = root
    }

    var title: String { "Purge: \(event.title)" }

    func rows(_ state: BrowserState) -> [PanelRow] {
        answer.lines.map { .wrapped(DisplayText($0, ascii: state.screen.isASCII)) }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        [state.keys.hint("purge-run", "purges, after asking")].compactMap(\.self)
    }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("purge-run", "Purge, after asking", .rules, keys: ["d"]) { state in
            guard let purge = state.panels.current?.content as? PurgePanel else { return [] }
            state.panels.current = nil
            return state.beginOperation(
                .purge(purge.event, ItemSet(purge.answer.items.map { ItemAddress(purge.root, $0) })))
        }
    ]
}
