import ContainerModel
import Inspection
import Screen

/// The explanation of the item under the cursor, and the verdict on each operation on it.
struct ExplanationPanel: Panel {
    let title = "Why"
    let textColumns = 84

    func hints(_ state: BrowserState) -> [KeyHint] {
        guard let explanation = state.explanation else { return [] }
        let isWide = state.size.columns >= 80
        return (explanation.code.isEmpty ? [] : [KeyHint("c", isWide ? "copies the code" : "code")])
            + (explanation.devicePath == nil ? [] : [KeyHint("p", isWide ? "copies the device path" : "path")])
    }

    func press(_ key: Key, on choice: Int, in state: inout BrowserState) -> [BrowserEffect]? {
        guard let explanation = state.explanation else { return nil }
        let copied: (what: String, bytes: [UInt8]?)
        switch key {
        case .character("c"): copied = ("the code", explanation.code.first.map { Array($0.utf8) })
        case .character("p"): copied = ("the device path", explanation.devicePath)
        default: return nil
        }
        guard let bytes = copied.bytes else { return nil }
        state.panel = nil
        // Pasted into a shell, a line break in a name would end a command.
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            state.say("\(copied.what) has control characters and was not copied")
            return []
        }
        state.say("\(copied.what) was sent to the terminal's clipboard")
        return [.copyToClipboard(bytes)]
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        guard let explanation = state.explanation, let container = state.container else { return [] }
        var rows = explanation.lines.map { line in
            guard line.kind != .rule else { return PanelRow(.empty) }
            return PanelRow.wrapped(state.display(line), isHeading: line.kind == .heading)
        }
        rows.append(PanelRow(.empty))
        rows.append(PanelRow(DisplayText("As \(state.actor.rawValue), in the present state"), isHeading: true))
        for (operation, verdict) in explanation.verdicts(in: container, state: state.device) {
            rows.append(PanelRow(DisplayText(operation.title), note: verdict.title))
            rows += verdict.remarks.map { .wrapped(state.text("  " + $0)) }
        }
        return rows
    }
}
