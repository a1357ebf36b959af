import ContainerModel
import Documents
import FileTree
import Previews
import Screen
import Timeline

/// Everything in the container that has a time, the newest first. `Enter` goes to the item, opens the value, or
/// says the whole of an operation or a time point.
struct TimelinePanel: Panel {
    let isPinned = true
    /// The container.
    let root: Root
    /// What was found so far; nil at first.
    var answer: TimelineQuery.Answer?
    var search: PanelSearch? = PanelSearch(isActive: false)

    static let action = Action("timeline", "Timeline: everything with a time, the newest first", .rules, keys: ["g T"])
    {
        state in
        let root = state.panes.ruledRoot
        return state.open(TimelinePanel(root: root), asking: TimelineQuery(), about: root) { $0.answer = $1 }
    }.briefly("Timeline").alsoCalled("dates", "times", "history", "when")

    var title: String { searchTitle("Timeline") }

    func rows(_ state: BrowserState) -> [PanelRow] {
        guard let answer else { return [PanelRow(DisplayText("Reading the container."))] }
        let heading = PanelRow.wrapped(state.screen.text(summary(of: answer)), isHeading: true)
        let problems = answer.problems.prefix(Self.maxProblems).map { problem in
            let path = problem.path.map { state.screen.display($0.bytes) + DisplayText(": ") } ?? .empty
            return PanelRow.wrapped(path + state.screen.display(Array(problem.message.utf8)))
        }
        let found = search?.matches(of: answer.entries, Self.texts) ?? answer.entries
        return [heading] + problems + found.map { row(for: $0, state) }
    }

    private static let maxProblems = 3

    private static func texts(_ entry: TimelineEntry) -> [String] {
        [place(of: entry), entry.text].map { String(decoding: $0, as: UTF8.self) }
            + [entry.kind.rawValue, entry.clock.rawValue, entry.title]
    }

    private func summary(of answer: TimelineQuery.Answer) -> String {
        let count = ByteCount.grouped(UInt64(answer.count))
        let times = answer.count == 1 ? "1 time" : "\(count) times"
        let part =
            answer.count > answer.entries.count
            ? "the newest \(ByteCount.grouped(UInt64(answer.entries.count))) of \(times)" : times
        let problems = answer.problems.isEmpty ? "" : "; not everything could be read"
        return answer.isComplete ? "\(part), the newest first\(problems)" : "\(part) so far; reading the files\u{2026}"
    }

    private static func place(of entry: TimelineEntry) -> [UInt8] {
        let path = entry.path.map { $0.isRoot ? [0x2e] : $0.bytes } ?? []
        let address = entry.address.isEmpty ? [] : [0x3a] + entry.address
        return path + address + (entry.line.map { Array(":\($0)".utf8) } ?? [])
    }

    private func row(for entry: TimelineEntry, _ state: BrowserState) -> PanelRow {
        let time = LocalTime(secondsSince1970: entry.seconds).full
        let mark = entry.doubt == nil ? "  " : " ~"
        let start = DisplayText("\(time)\(mark) ")
        let title = entry.kind == .log ? "" : " \(entry.title)"
        let fact = state.screen.display(Array("\(entry.clock.rawValue)\(title)".utf8)).description
        let written = state.screen.display(entry.text)
        guard entry.path != nil else {
            var row = PanelRow(start + written, fact: fact) { state in
                state.say("\(fact): \(written)")
                return []
            }
            row.isNoteMinor = true
            return row
        }
        let shown = entry.text.isEmpty ? fact : "\(fact) \(written)"
        var row = PanelRow(start + state.screen.display(Self.place(of: entry)), fact: shown) { go(to: entry, in: &$0) }
        row.isNoteMinor = true
        row.keepsEnd = true
        return row
    }

    private func go(to entry: TimelineEntry, in state: inout BrowserState) -> [BrowserEffect] {
        guard let path = entry.path else { return [] }
        let file = ItemAddress(root, path)
        guard entry.offset != nil || !entry.address.isEmpty else { return state.go(to: file, lookingUp: true) }
        guard Side.allCases.contains(where: { state.hasContainer($0) && state.root(of: $0) == root }) else { return [] }
        state.panels.current = nil
        guard let offset = entry.offset else { return state.view(file, at: ValueAddress.steps(entry.address)) }
        state.viewer = Viewer(file, at: [])
        return state.view(.seek(.target(entry.line.map { .textLine($0, offset: offset) } ?? .offset(offset))))
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        answer?.entries.isEmpty == false ? [state.keys.hint("panel-choose", "opens it")].compactMap(\.self) : []
    }
}
