import ContainerModel
import FileSharing
import Inspection
import Screen

/// Whether an item is in the right place; if not, an action moves it.
struct AdvicePanel: Panel {
    let title = "Is it in the right place?"
    private let advice: AdviceQuery.Answer
    /// The container that the item is in.
    private let root: Root

    init(_ advice: AdviceQuery.Answer, in root: Root) {
        self.advice = advice
        self.root = root
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        advice.lines.map { .wrapped(DisplayText($0, ascii: state.screen.isASCII)) }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        let move = advice.move == nil ? nil : state.keys.hint("advice-move", "moves it")
        return [move, state.keys.hint("select-range", "selects a range")].compactMap(\.self)
    }

    /// Leads on to the selection of a range, which has the key of this panel in vim and yazi.
    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard let range = Action.named("select-range"), state.keys.action(of: key, in: [range]) != nil else {
            return nil
        }
        state.panels.current = nil
        return range.perform(&state)
    }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("advice-move", "Move the item where it belongs", .rules, keys: ["m"]) { state in
            guard let panel = state.panels.current?.content as? AdvicePanel, let move = panel.advice.move else {
                return []
            }
            state.panels.current = nil
            let items = ItemSet(move.items.map { ItemAddress(panel.root, $0) })
            return state.beginOperation(.move(items, to: .directory(ItemAddress(panel.root, move.directory))))
        }
    ]
}
