import ContainerModel
import FileSharing
import Inspection
import Screen

/// What the system would purge on an event; `d` purges it.
struct PurgePanel: Panel {
    private let event: PurgeEvent
    private let answer: PurgeQuery.Answer

    init(on event: PurgeEvent, _ answer: PurgeQuery.Answer) {
        self.event = event
        self.answer = answer
    }

    var title: String { "Purge: \(event.title)" }

    func rows(_ state: BrowserState) -> [PanelRow] {
        answer.lines.map { .wrapped(DisplayText($0, ascii: state.isASCII)) }
    }

    func hints(_ state: BrowserState) -> [KeyHint] { [KeyHint("d", "purges, after asking")] }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard key == .character("d") else { return nil }
        state.panel = nil
        return state.begin(.purge(event, ItemSet(answer.items.map { state.containerItem($0) })))
    }
}
