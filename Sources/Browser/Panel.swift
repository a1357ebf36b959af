import ContainerModel
import ContainerStore
import Disk
import Inspection
import Jobs
import Screen

/// A box over the panes: help, a menu, something to choose from.
struct Panel: Sendable {
    enum Content: Sendable {
        case help
        case palette
        case sort
        case containers([ContainerCandidate])
        case actors
        /// The app's and the device's state.
        case moment
        case explanation
        /// The events that may make the system purge.
        case purgeEvents
        /// What a worker found out.
        case answer(ContainerQuestion, ContainerAnswer)
        /// What is selected, wherever it is.
        case selected
        /// Whether an errand is to be done.
        case question(Ticket)
        /// What to do about a name that is taken.
        case conflict(Ticket)
        case tasks
        /// What becomes of an edited list of names that was not used, and why it was not.
        case names(NamesList, problem: String)
        /// Whether to quit while something is at work.
        case quitting
        /// Who hands a file over.
        case senders
        /// What there is to say at the end of an errand.
        case report(String, lines: [String])
        /// Why a directory cannot be looked into.
        case refusal(Verdict, of: ContainerPath)
    }

    /// A line of a panel.
    struct Row: Sendable {
        var text: DisplayText
        /// At the right edge.
        var note: String
        var isHeading: Bool

        init(_ text: DisplayText, note: String = "", isHeading: Bool = false) {
            self.text = text
            self.note = note
            self.isHeading = isHeading
        }
    }

    let content: Content
    var cursor = 0
    var top = 0
    /// What was typed to find a command or a container.
    var text = ""
    /// Whether a container is looked for by a part of its name.
    var isSearching = false

    init(_ content: Content, cursor: Int = 0) {
        self.content = content
        self.cursor = cursor
    }

    /// More than any screen shows of what was typed, and no more than that is drawn.
    private var shownText: Substring { text.prefix(2_048) }

    /// Whether so much was typed that no name or path contains it. It need not be looked for then, and that would take
    /// long where a whole file was pasted.
    private var isTooLong: Bool { text.utf8.count > 16_384 }

    static let help = Panel(.help)
    static let palette = Panel(.palette)

    /// The menu of orders, with the cursor on the present one.
    static func sort(_ order: EntryOrder) -> Panel { Panel(.sort, cursor: order.key.rawValue) }

    static func containers(_ found: [ContainerCandidate]) -> Panel { Panel(.containers(found)) }

    var title: String {
        switch content {
        case .help: "Help"
        case .palette: "Command: \(shownText)"
        case .sort: "Sort by"
        case .containers: isSearching ? "Containers: \(shownText)" : "Choose a container (/ finds by name)"
        case .actors: "Act as"
        case .moment: "At this moment"
        case .explanation: "Why"
        case .purgeEvents: "What would go when"
        case .answer(let question, _): question.title
        case .selected: "Selected"
        case .question(_): "Are you sure?"
        case .conflict: "The name is taken"
        case .tasks: "Tasks"
        case .names: "Nothing was renamed"
        case .quitting: "Quit?"
        case .senders: "Who hands the file over?"
        case .report(let title, _): title
        case .refusal: "Refused"
        }
    }

    /// Whether rows can be chosen, or only read.
    var hasCursor: Bool {
        switch content {
        case .help, .explanation, .answer, .report, .selected: false
        case .question, .conflict, .names, .quitting, .tasks, .senders: true
        case .palette, .sort, .containers, .actors, .moment, .purgeEvents, .refusal: true
        }
    }
}

extension Panel {
    /// The orders of the menu, each with the key that chooses it.
    private static let orders: [(key: Unicode.Scalar, order: SortKey, title: String)] = [
        ("n", .name, "name"), ("s", .size, "size, largest first"), ("t", .time, "time, latest first"),
        ("k", .kind, "kind (extension)"),
    ]

    /// The actions whose names contain what was typed.
    private var commands: [Action] {
        guard !text.isEmpty else { return Action.all }
        guard !isTooLong else { return [] }
        let words = text.lowercased()
        return Action.all.filter { $0.title.lowercased().contains(words) || $0.name.contains(words) }
    }

    /// The containers whose titles or details contain what was typed.
    private func matching(_ found: [ContainerCandidate]) -> [ContainerCandidate] {
        guard !text.isEmpty else { return found }
        guard !isTooLong else { return [] }
        let words = text.lowercased()
        return found.filter { $0.title.lowercased().contains(words) || $0.detail.lowercased().contains(words) }
    }

    func rows(_ state: BrowserState) -> [Row] {
        switch content {
        case .help: return HelpText.rows(state)
        case .palette:
            return commands.map { Row(DisplayText($0.title), note: $0.keys.map(\.description).joined(separator: "  ")) }
        case .sort:
            let orders = Self.orders.map { Row(DisplayText($0.title), note: String($0.key)) }
            return orders + [
                Row(DisplayText(state.order.isReversed ? "reversed: yes" : "reversed: no"), note: "r"),
                Row(
                    DisplayText(state.order.directoriesFirst ? "directories first: yes" : "directories first: no"),
                    note: "d"),
            ]
        case .containers(let found):
            return matching(found).map { Row(state.display($0.title.utf8), note: $0.detail) }
        case .actors: return Self.actorRows(state)
        case .moment: return Self.momentRows(state)
        case .explanation: return Self.explanationRows(state)
        case .purgeEvents: return Self.purgeEvents.map { Row(DisplayText($0.title)) }
        case .answer(_, let answer): return Self.answerRows(answer.lines, state)
        case .report(_, let lines): return Self.answerRows(lines, state)
        case .selected: return Self.selectedRows(state)
        case .question, .conflict, .names, .quitting: return questionRows(state)
        case .tasks: return Self.taskRows(state)
        case .senders:
            return Errand.Sender.named.map { Row(DisplayText($0.title)) }
                + [Row(DisplayText(state.glyphs.spelled("another app, by “Open in…”")))]
        case .refusal(let verdict, _): return Self.refusalRows(verdict, state)
        }
    }

    /// What choosing the row under the cursor does.
    func choose(_ state: inout BrowserState) -> [BrowserEffect] {
        switch content {
        case .help, .explanation, .answer, .report, .selected:
            state.panel = nil
            return []
        case .question, .conflict, .names, .quitting: return answer(&state)
        case .tasks: return []
        case .senders:
            let senders = Errand.Sender.named
            state.panel = nil
            if senders.indices.contains(cursor) {
                state.askForDocument(from: senders[cursor])
            } else {
                state.prompt = Prompt(.sender)
            }
            return []
        case .purgeEvents:
            state.panel = nil
            return state.askForPurge(on: Self.purgeEvents[min(cursor, Self.purgeEvents.count - 1)])
        case .actors:
            state.panel = nil
            return state.act(as: Self.actors[min(cursor, Self.actors.count - 1)].actor)
        case .moment:
            Self.moments[min(cursor, Self.moments.count - 1)].change(&state.device)
            return state.rulesChanged()
        case .refusal(let verdict, let path):
            let first = rows(state).count - verdict.alternatives.count
            guard verdict.alternatives.indices.contains(cursor - first) else { return [] }
            state.panel = nil
            return state.take(verdict.alternatives[cursor - first], retrying: path)
        case .palette:
            guard commands.indices.contains(cursor) else { return [] }
            state.panel = nil
            return commands[cursor].perform(&state)
        case .containers(let all):
            let found = matching(all)
            guard found.indices.contains(cursor) else { return [] }
            guard state.errands.busyCount == 0 else {
                state.say("another container can be opened when nothing is at work any more; w lists it", isError: true)
                return []
            }
            state.panel = nil
            return [.openContainer(found[cursor].hostPath)]
        case .sort: return choose(order: cursor, &state)
        }
    }

    private func choose(order row: Int, _ state: inout BrowserState) -> [BrowserEffect] {
        if Self.orders.indices.contains(row) {
            state.order.key = Self.orders[row].order
            state.panel = nil
        } else if row == Self.orders.count {
            state.order.isReversed.toggle()
        } else {
            state.order.directoriesFirst.toggle()
        }
        return state.rearrange()
    }

    mutating func showFirstRow() {
        cursor = 0
        top = 0
    }

    /// Adds to what is typed to find something, many characters at a time.
    mutating func insert(_ string: String) {
        text += Prompt.withoutControls(string)
        showFirstRow()
    }

    /// What a letter does that is neither movement nor choice.
    func press(_ letter: Unicode.Scalar, _ state: inout BrowserState) -> [BrowserEffect] {
        switch (content, letter) {
        case (.palette, _):
            state.panel?.text.unicodeScalars.append(letter)
            state.panel?.showFirstRow()
            return []
        case (.containers, "/") where !isSearching:
            state.panel?.isSearching = true
            return []
        case (.containers, _) where isSearching:
            state.panel?.text.unicodeScalars.append(letter)
            state.panel?.showFirstRow()
            return []
        case (.sort, "r"): return choose(order: Self.orders.count, &state)
        case (.sort, "d"): return choose(order: Self.orders.count + 1, &state)
        case (.sort, _):
            guard let row = Self.orders.firstIndex(where: { $0.key == letter }) else { return [] }
            return choose(order: row, &state)
        case (.help, _), (.containers, _), (.actors, _), (.moment, _), (.explanation, _), (.refusal, _),
            (.purgeEvents, _), (.selected, _), (.report, _), (.senders, _):
            return []
        case (.answer(.purge(let event), _), "d"):
            state.panel = nil
            return state.begin(.purge(event))
        case (.answer(_, let answer), "m"):
            guard let move = answer.move else { return [] }
            state.panel = nil
            let items = ItemSet(move.items.map { state.containerItem($0) })
            return state.begin(.move(items, into: state.containerItem(move.directory)))
        case (.answer, _): return []
        case (.tasks, "x"):
            let entries = Array(state.errands.entries.reversed())
            return entries.indices.contains(cursor) ? state.cancelErrand(entries[cursor].ticket) : []
        case (.tasks, _): return []
        case (.question, "y"), (.conflict, "y"), (.names, "y"), (.quitting, "y"):
            // Only the focus moves: a question may come while something is being typed.
            return focusAnswer(&state, last: true)
        case (.question, "n"), (.conflict, "n"), (.names, "n"), (.quitting, "n"):
            return focusAnswer(&state, last: false)
        case (.question, _), (.conflict, _), (.names, _), (.quitting, _): return []
        }
    }
}

extension BrowserState {
    mutating func pressInPanel(_ key: Key) -> [BrowserEffect] {
        guard let panel else { return [] }
        let isTyping = panel.isTyping
        if panel.isQuestion, let effects = pressInQuestion(key, panel) { return effects }
        switch key {
        case .escape, .control("c"): return closePanel()
        case .character("q") where !isTyping: return closePanel()
        case .character("?") where !isTyping: return closePanel()
        case .enter: return panel.choose(&self)
        case .right where panel.hasCursor: return panel.choose(&self)
        case .character("l") where !isTyping && panel.hasCursor: return panel.choose(&self)
        case .backspace where isTyping:
            self.panel?.text = String(panel.text.dropLast())
            self.panel?.showFirstRow()
        case .down, .control("n"): movePanel(by: 1)
        case .up, .control("p"): movePanel(by: -1)
        case .character("j") where !isTyping: movePanel(by: 1)
        // In the sort menu k is an order.
        case .character("k") where !isTyping && !panel.isSortMenu: movePanel(by: -1)
        case .pageDown, .control("d"), .control("f"): movePanel(by: max(1, panelRows - 1))
        case .pageUp, .control("u"), .control("b"): movePanel(by: -max(1, panelRows - 1))
        case .home: movePanel(by: -panel.rows(self).count)
        case .end: movePanel(by: panel.rows(self).count)
        case .character(let letter): return panel.press(letter, &self)
        default: break
        }
        return []
    }

    /// In a question every key but Enter and Esc only moves the focus, or does nothing.
    private mutating func pressInQuestion(_ key: Key, _ panel: Panel) -> [BrowserEffect]? {
        switch key {
        case .escape, .control("c"), .character("q"):
            self.panel = nil
            if case .names(let list, _) = panel.content { return [.keepNames(list)] }
            guard let ticket = panel.ticket else { return [] }
            let title = errands[ticket]?.errand.title
            let effects = drop(ticket)
            if let title { say("\(title): nothing was done") }
            return effects
        case .right, .tab, .character("l"): movePanel(by: 1)
        case .left, .backTab, .character("h"): movePanel(by: -1)
        case .character("?"), .character(" "): break
        default: return nil
        }
        return []
    }

    /// Takes the panel away; without a container there is nothing else to show.
    private mutating func closePanel() -> [BrowserEffect] {
        let isOnlyChoice = container == nil && panel?.isContainers == true
        panel = container == nil && !isOnlyChoice ? .containers(candidates) : nil
        return isOnlyChoice ? [.quit] : []
    }

    /// Moves the panel's cursor, or its rows where it has none; by 0 it only brings them into view.
    mutating func movePanel(by rows: Int) {
        guard var panel else { return }
        let count = panel.rows(self).count
        if panel.hasCursor {
            // A question's cursor counts its answers, so that it stays on one when there is more to say before them.
            let answers = panel.isQuestion ? panel.answers(self).count : count
            let (moved, overflow) = panel.cursor.addingReportingOverflow(rows)
            panel.cursor = max(0, min(overflow ? answers : moved, answers - 1))
            let row = count - answers + panel.cursor
            panel.top = scrolled(top: panel.top, cursor: row, count: count, visibleRows: panelRows)
        } else {
            panel.top = max(0, min(panel.top + rows, count - panelRows))
        }
        self.panel = panel
    }
}

extension Panel {
    /// Whether letters are written to find something.
    var isTyping: Bool {
        switch content {
        case .palette: true
        case .containers: isSearching
        default: false
        }
    }

    fileprivate var isContainers: Bool {
        if case .containers = content { return true }
        return false
    }

    fileprivate var isSortMenu: Bool {
        if case .sort = content { return true }
        return false
    }
}
