import ContainerModel
import Inspection
import Screen

/// What the system would purge when something happens; `d` does it.
struct PurgePanel: Panel {
    private let event: PurgeEvent
    private let lines: [String]

    /// - Parameter lines: for people, of any length; not sanitized.
    init(on event: PurgeEvent, lines: [String]) {
        self.event = event
        self.lines = lines
    }

    var title: String { "Purge: \(event.title)" }

    func rows(_ state: BrowserState) -> [PanelRow] {
        lines.map { .wrapped(DisplayText($0, ascii: state.isASCII)) }
    }

    func hints(_ state: BrowserState) -> [KeyHint] { [KeyHint("d", "does it, asking first")] }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard key == .character("d") else { return nil }
        state.panel = nil
        return state.begin(.purge(event))
    }
}
