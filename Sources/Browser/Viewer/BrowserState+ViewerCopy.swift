import ContainerModel
import Documents
import Previews
import Screen

/// Copying from the viewer, and saving what it shows.
extension BrowserState {
    /// Puts the value under the cursor, or all values of a table's row, on the clipboard.
    mutating func copyFromViewer() -> [BrowserEffect] {
        guard let level = viewer?.level, let line = level.current else { return [] }
        if level.page.table != nil { return copyRow(at: line.position, column: nil) }
        let shown = level.page.hasCursor ? "the row as shown" : "the line at the top of the screen"
        return copy(line.value ?? Self.text(of: line), line.value == nil ? shown : "the value")
    }

    /// Puts the cell of the chosen column on the clipboard.
    mutating func copyCellFromViewer() -> [BrowserEffect] {
        guard let level = viewer?.level, let line = level.current, level.page.table != nil else {
            say("only a table has cells; \(keys.key("viewer-copy")) copies the value", isError: true)
            return []
        }
        return copyRow(at: line.position, column: level.column)
    }

    /// Asks for the values of a row: the screen has only their beginnings.
    private mutating func copyRow(at row: UInt64, column: Int?) -> [BrowserEffect] {
        guard let level = viewer?.level, let line = level.current else { return [] }
        let shown = Self.text(of: line)
        let query = CopyQuery(level.subject, row: row, column: column)
        return [
            .ask(query, for: .background) { answer, state in
                guard let bytes = answer.bytes else { return state.copy(shown, "the row as shown") }
                return state.copy(bytes, answer.what)
            }
        ]
    }

    private static func text(of line: PageLine) -> [UInt8] {
        Array(line.line.spans.map(\.text.description).joined().utf8)
    }

    /// Puts bytes on the clipboard, and names them in a message.
    private mutating func copy(_ bytes: [UInt8], _ what: String) -> [BrowserEffect] {
        guard !bytes.isEmpty else {
            say("\(what) is empty; nothing was copied")
            return []
        }
        guard bytes.count <= Self.maxCopied else {
            say("\(what): too long for the clipboard; \(keys.key("viewer-save")) saves it to a file", isError: true)
            return []
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }) else {
            say("\(what): not copied, because of its control characters", isError: true)
            return []
        }
        say("sent to the terminal's clipboard: \(what), \(Pluralized.bytes(bytes.count))")
        return [.terminal(.copy(bytes))]
    }

    /// Terminals that limit what they accept accept at least this many bytes.
    private static let maxCopied = 48 * 1_024

    /// The name that is proposed for a file with what is shown.
    var savedName: [UInt8] {
        guard let level = viewer?.level else { return [] }
        let last = level.subject.steps.last
        let isQuery = last.flatMap { QueryStep.query(in: $0) } != nil
        let name = isQuery ? Array("rows".utf8) : last ?? Array(level.subject.file.name)
        let suffix =
            level.isDrawnSnapshot ? ".png" : level.subject.steps.isEmpty ? "" : level.page.table != nil ? ".csv" : ""
        return name.map { $0 == 0x2f ? 0x2d : $0 } + Array(suffix.utf8)
    }

    /// Saves what is shown to a file on this computer.
    mutating func saveViewed(to path: [UInt8], replacing: Bool = false) -> [BrowserEffect] {
        guard let subject = viewer?.level.subject, !path.isEmpty else { return [] }
        say("saving")
        return [
            .ask(SaveQuery(subject, to: path, replaces: replacing), for: .background) { answer, state in
                state.show(answer, path)
                return []
            }
        ]
    }

    private mutating func show(_ answer: SaveQuery.Answer, _ path: [UInt8]) {
        switch answer {
        case .saved(let bytes, let kind):
            say("saved to \(screen.display(path).description): \(kind), \(Pluralized.bytes(bytes))")
        case .failed(let reason): say(reason, isError: true)
        case .exists:
            panels.message = nil
            open(ReplacingPanel(path: path))
        }
    }

    /// Shows the title and the remarks, of which the line above the contents has only as much as fits.
    mutating func showAboutViewed() {
        guard let level = viewer?.level else { return }
        open(ReportPanel("About the contents", lines: [level.heading] + level.remarks))
    }
}

extension Viewer.Level {
    /// Whether it is a picture that only this program can show, so that it is saved in another format.
    fileprivate var isDrawnSnapshot: Bool { title.hasPrefix("Snapshot") && subject.form == .decoded }
}
