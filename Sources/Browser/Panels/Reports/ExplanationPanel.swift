import ContainerModel
import FileSharing
import Inspection
import Screen

/// The explanation of the item under the cursor: its short form, or everything, with the verdict on each operation on
/// it.
struct ExplanationPanel: Panel {
    let title = "Why"
    let textColumns = 84
    /// Whether everything is shown.
    private var isComplete = false

    func hints(_ state: BrowserState) -> [KeyHint] {
        guard let explanation = state.explanation else { return [] }
        let columns = state.screen.size.columns
        let isWide = columns >= 80
        return [
            columns < 60 ? nil : state.keys.hint("explanation-sources", isComplete ? "less" : "all"),
            explanation.code.isEmpty ? nil : state.keys.hint("explanation-code", isWide ? "copies the code" : "code"),
            explanation.devicePath == nil
                ? nil : state.keys.hint("explanation-path", isWide ? "copies the path" : "path"),
        ].compactMap(\.self)
    }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("explanation-sources", "Show everything, with the sources, or less", .rules, keys: ["E"]) { state in
            guard var panel = state.panels.current?.content as? ExplanationPanel else { return [] }
            panel.isComplete.toggle()
            state.panels.current?.content = panel
            state.panels.current?.showFirstRow()
            return []
        },
        Action("explanation-code", "Copy the code that names the place", .rules, keys: ["c"]) { state in
            copy("the code", state.explanation?.code.first.map { Array($0.utf8) }, in: &state)
        },
        Action("explanation-path", "Copy the path on the device", .rules, keys: ["p"]) { state in
            copy("the device path", state.explanation?.devicePath, in: &state)
        },
    ]

    /// Sends bytes to the terminal's clipboard, and closes the panel.
    private static func copy(_ what: String, _ bytes: [UInt8]?, in state: inout BrowserState) -> [BrowserEffect] {
        guard let bytes else { return [] }
        state.panels.current = nil
        return state.copy(bytes, as: what)
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        guard let explanation = state.explanation, let container = state.container(on: state.panes.side)
        else { return [] }
        guard isComplete else { return Self.briefRows(of: explanation, state) }
        var rows = explanation.lines.map { line in
            guard line.kind != .rule else { return PanelRow(.empty) }
            return PanelRow.wrapped(state.screen.shown(line), isHeading: line.kind == .heading)
        }
        rows.append(PanelRow(.empty))
        rows.append(
            PanelRow(DisplayText("As \(state.requester.actor.rawValue), in the present state"), isHeading: true))
        for (operation, verdict) in explanation.verdicts(in: container, state: state.requester.state) {
            rows.append(PanelRow(DisplayText(operation.title), fact: verdict.title))
            rows += verdict.remarks.map { .wrapped(state.screen.text("  " + $0)) }
        }
        return rows
    }

    private static func briefRows(of explanation: Explanation, _ state: BrowserState) -> [PanelRow] {
        // The text of a panel on a screen of 80 columns.
        let columns = 76
        let ellipsis = state.screen.glyphs.ellipsis
        // Names from outside are cut at one row, and code at three.
        func text(_ line: Explanation.Line) -> DisplayText {
            state.screen.shown(line).truncated(to: (line.isName ? 1 : 3) * columns, ellipsis: ellipsis)
        }
        let title = state.screen.text("  \(explanation.briefTitle)")
        let name = state.screen.display(explanation.name)
            .truncated(to: columns - title.width, keeping: .bothEnds, ellipsis: ellipsis)
        let more = state.keys.key("explanation-sources")
        let lines = explanation.briefLines(more: more) { text($0).wrapped(to: columns).count }
        return [.wrapped(name + title, isHeading: true)] + lines.map { .wrapped(text($0)) }
    }
}
