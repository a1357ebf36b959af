import ContainerModel
import FileSharing
import Inspection
import Screen

/// Whether an item is in the right place; if not, an action moves it.
struct AdvicePanel: Panel {
    let title = "Is it in the right place?"
    private let advice: AdviceQuery.Answer

    init(_ advice: AdviceQuery.Answer) { self.advice = advice }

    func rows(_ state: BrowserState) -> [PanelRow] {
        advice.lines.map { .wrapped(DisplayText($0, ascii: state.isASCII)) }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        advice.move == nil ? [] : [state.hint("advice-move", "moves it")].compactMap(\.self)
    }

    var actions: [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("advice-move", "Move the item where it belongs", .rules, keys: ["m"]) { state in
            guard let move = (state.panel?.content as? AdvicePanel)?.advice.move else { return [] }
            state.panel = nil
            let items = ItemSet(move.items.map { state.containerItem($0) })
            return state.begin(.move(items, to: .directory(state.containerItem(move.directory))))
        }
    ]
}
