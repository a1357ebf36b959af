import ContainerModel
import FileSharing
import Inspection
import Screen

/// Whether an item is in the right place; if not, `m` moves it.
struct AdvicePanel: Panel {
    let title = "Is it in the right place?"
    private let advice: AdviceQuery.Answer

    init(_ advice: AdviceQuery.Answer) { self.advice = advice }

    func rows(_ state: BrowserState) -> [PanelRow] {
        advice.lines.map { .wrapped(DisplayText($0, ascii: state.isASCII)) }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        advice.move == nil ? [] : [KeyHint("m", "moves it")]
    }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard key == .character("m"), let move = advice.move else { return nil }
        state.panel = nil
        let items = ItemSet(move.items.map { state.containerItem($0) })
        return state.begin(.move(items, to: .directory(state.containerItem(move.directory))))
    }
}
