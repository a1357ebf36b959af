import Comparison
import ContainerModel
import FileTree
import Formats
import Inspection
import Screen

/// What changes in the container as it happens, the latest change first.
struct ChangesPanel: Panel {
    let isPinned = true
    var search: PanelSearch? = PanelSearch(isActive: false)

    var title: String {
        guard let search, search.isActive else { return "Changes as they happen (/ finds)" }
        return "Changes: \(search.shownText)"
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let changes = state.findings.changes
        let heading = PanelRow.wrapped(state.screen.text(summary(of: changes)), isHeading: true)
        let problems = changes.problems.prefix(3).map { problem in
            PanelRow.wrapped(state.screen.display(problem.path.bytes) + DisplayText(": \(problem.reason)"))
        }
        let found =
            search?.matches(of: changes.entries) { entry in
                [
                    String(decoding: entry.change.difference.path.bytes, as: UTF8.self),
                    entry.change.difference.addressText,
                ]
            } ?? changes.entries
        return [heading] + problems + found.map { row(for: $0, state) }
    }

    private func summary(of changes: WatchedChanges) -> String {
        switch changes.state {
        case .off: "The container is not watched."
        case .beginning: "Reading the container to know its present values…"
        case .watching where changes.count == 0: "Watching. Nothing has changed yet."
        case .watching:
            "\(ByteCount.grouped(changes.count)) \(changes.count == 1 ? "change" : "changes"), the latest first"
        case .failed(let reason): "Not watched: \(reason)."
        }
    }

    private func row(for entry: WatchedChanges.Entry, _ state: BrowserState) -> PanelRow {
        let difference = entry.change.difference
        let mark = Self.marks[difference.change] ?? ""
        var text = DisplayText("\(Self.clock(entry.change.time))  ") + badges(of: difference, state)
        text = text + DisplayText("\(mark) ") + place(of: difference, state)
        var row = PanelRow(text, fact: values(of: difference, state)) { Self.go(to: entry.change.difference, in: &$0) }
        row.isNoteMinor = true
        row.keepsEnd = true
        row.identity = .text("\(entry.number)")
        return row
    }

    private static let marks: [Difference.Change: String] = [.added: "+", .removed: "-", .changed: "~", .moved: ">"]

    /// Returns the path of the item, and the way to the value in it.
    private func place(of difference: Difference, _ state: BrowserState) -> DisplayText {
        let path = difference.path.isRoot ? [0x2e] : difference.path.bytes
        let slash: [UInt8] = difference.kind == .directory && difference.subject == .item ? [0x2f] : []
        let way = difference.address.isEmpty ? [] : Array(":\(difference.addressText)".utf8)
        return state.screen.display(path + slash + way)
    }

    private func badges(of difference: Difference, _ state: BrowserState) -> DisplayText {
        guard let badges = difference.badges else { return .empty }
        let flags = state.screen.glyphs.flags(badges).map { Character($0.glyph) }
        let text = badges.description + " " + String(flags)
        return state.screen.text(text + String(repeating: " ", count: max(1, 9 - text.count)))
    }

    private func values(of difference: Difference, _ state: BrowserState) -> String {
        if difference.follows, let note = difference.note { return note }
        if let count = difference.count { return Pluralized.some(count, "item") }
        let sides = [difference.before, difference.after].compactMap(\.self)
        // The state after is to be seen, too.
        let room = sides.count > 1 ? 20 : 48
        let texts = sides.map { value in
            state.screen.display(JSONWriter.line(value).prefix(200))
                .truncated(to: room, ellipsis: state.screen.glyphs.ellipsis).description
        }
        let values = texts.joined(separator: " \(Character(state.screen.glyphs.arrow)) ")
        guard difference.change != .moved else { return "from \(values)" }
        return values.isEmpty && difference.subject != .item ? difference.subject.rawValue : values
    }

    /// `14:03:22`, in local time.
    private static func clock(_ milliseconds: Int64) -> String {
        let time = LocalTime(secondsSince1970: milliseconds / 1_000)
        return [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        [state.keys.hint("panel-choose", "goes there"), state.keys.hint("changes-stop", "stops watching")]
            .compactMap(\.self)
    }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("changes-stop", "Stop watching the container, and clear the list", .view, keys: ["x"]) {
            stop(in: &$0)
        }
    ]

    /// Shows what changes, and begins to watch the container if that has not been done.
    static func show(in state: inout BrowserState) -> [BrowserEffect] {
        guard state.container != nil else { return [] }
        state.open(ChangesPanel())
        switch state.findings.changes.state {
        case .beginning, .watching: return []
        case .off, .failed:
            state.findings.changes = WatchedChanges()
            state.findings.changes.state = .beginning
            return [.followChanges(true)]
        }
    }

    /// Stops watching, and forgets what has changed.
    private static func stop(in state: inout BrowserState) -> [BrowserEffect] {
        state.findings.changes = WatchedChanges()
        state.panels.current = nil
        state.say("the container is no longer watched")
        return [.followChanges(false)]
    }

    /// Goes to a change: to the value in the viewer, or to the item.
    private static func go(to difference: Difference, in state: inout BrowserState) -> [BrowserEffect] {
        let isGone = difference.change == .removed
        guard difference.kind == .file, !difference.address.isEmpty || difference.subject == .value else {
            let isItemGone = isGone && difference.subject == .item && difference.count == nil
            let path = isItemGone ? difference.path.parent ?? .root : difference.path
            return state.go(to: state.containerItem(path), lookingUp: true)
        }
        state.panels.current = nil
        // What is around a value that is gone.
        let steps = isGone ? Array(difference.address.dropLast()) : difference.address
        return state.view(state.containerItem(difference.path), at: steps)
    }
}
