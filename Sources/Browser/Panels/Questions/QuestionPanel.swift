import ContainerModel
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
import Transactions

/// The confirmation of an operation: what it applies to, with counts, and the answers, no first.
struct QuestionPanel: Panel {
    let title: String
    let isQuestion = true
    let textColumns = 70
    let ticket: Ticket?

    private static let maxNotices = 6
    private static let maxNames = 3

    /// - Parameter title: The question, or what cannot be done.
    init(about ticket: Ticket, title: String) {
        self.ticket = ticket
        self.title = title
    }

    func subject(_ state: BrowserState) -> DisplayText? {
        ticket.flatMap { state.tasks[$0]?.operation }
            .flatMap { operation in
                operation.subjectNames(Self.maxNames, first: Self.first(of: operation, state)) {
                    state.screen.display($0.shown).description
                }
                .map { DisplayText($0) }
            }
    }

    func rows(_ state: BrowserState) -> [PanelRow] { state.screen.rows(saying: lines(state)) + answers(state) }

    func isReversible(_ state: BrowserState) -> Bool {
        guard let preparation = ticket.flatMap({ state.tasks[$0]?.preparation }), let plan = preparation.plan else {
            return false
        }
        return plan.undoLimits.isEmpty && !preparation.isWithoutItems
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { state.answer(.giveUp, about: ticket) }

    private func lines(_ state: BrowserState) -> [String] {
        guard let entry = ticket.flatMap({ state.tasks[$0] }), let operation = entry.operation else {
            return ["It has finished.", ""]
        }
        guard let preparation = entry.preparation else { return ["Counting…", ""] }
        var lines: [String] = []
        if let plan = preparation.plan, !preparation.isWithoutItems {
            lines = names(operation, state) + ["\(plan.counts.sentence)."]
            if case .delete = operation {
                // What undo does not restore is among the notices.
                let isRestorable = plan.undoLimits.isEmpty
                let isOne = operation.subjects.count == 1
                let undo = isRestorable ? "; \(state.keys.key("undo")) restores \(isOne ? "it" : "them")" : ""
                lines.append("\(isOne ? "It goes" : "They go") to the trash\(undo).")
            }
        }
        let notices = entry.notices(state.keys, showing: state.pathText)
        lines += notices.prefix(Self.maxNotices)
        if notices.count > Self.maxNotices {
            lines.append("…and \(notices.count - Self.maxNotices) more lines.")
        }
        return lines + [""]
    }

    private func answers(_ state: BrowserState) -> [PanelRow] {
        let entry = ticket.flatMap { state.tasks[$0] }
        let isNothing = entry?.preparation?.isWithoutItems == true
        let no = state.screen.answer(isNothing ? "Close" : "No, leave it unchanged", .no) { [ticket] in
            $0.answer(.giveUp, about: ticket)
        }
        guard let entry, let preparation = entry.preparation, !isNothing else { return [no] }
        let isDeletion = if case .delete? = entry.operation { true } else { false }
        let title = isDeletion ? "move to the trash" : entry.title
        let yes = state.screen.answer(preparation.confirmation?.yes ?? "Yes, \(title)", .yes) {
            $0.answer(.confirm, about: entry.ticket)
        }
        return [no, yes]
    }

    /// Returns the first items of a large group in the order of the listing that shows it; nil for anything else.
    private static func first(of operation: FileOperation, _ state: BrowserState) -> [ItemAddress]? {
        let subjects = operation.subjects
        guard subjects.items.isEmpty, subjects.groups.count == 1, let group = subjects.groups.first,
            let side = state.panes.side(showing: group.directory.root), let listing = state.panes[side],
            listing.location == group.directory, group.names.entries.isSame(as: listing.entries)
        else { return nil }
        let rows = Array(listing.order.lazy.filter { group.names.contains(Int($0)) }.prefix(maxNames))
        let first = rows.compactMap { listing.item(of: $0) }
        // What a filter hides is not in the listing.
        return first.count == maxNames ? first : nil
    }

    /// Returns the names of the first items of an operation.
    private func names(_ operation: FileOperation, _ state: BrowserState) -> [String] {
        if case .purge(let event, _) = operation { return ["What the system would purge: \(event.title)."] }
        let names = operation.subjectNames(Self.maxNames, first: Self.first(of: operation, state)) { item in
            state.screen.display(item.name.isEmpty ? item.shown : Array(item.name)).description
        }
        return [names].compactMap(\.self)
    }
}

extension ScreenContext {
    /// Returns the rows of a question above its answers.
    func rows(saying lines: [String]) -> [PanelRow] { lines.map { .wrapped(DisplayText($0, ascii: isASCII)) } }

    /// Returns an answer to a question, which closes it.
    /// - Parameters:
    ///   - answer: What it says; nil if that is neither Yes nor No.
    ///   - choose: What is done then.
    func answer(
        _ title: String, _ answer: PanelRow.Answer? = nil, choose: @escaping PanelRow.Choice = { _ in [] }
    ) -> PanelRow {
        var row = PanelRow(text(title)) { state in
            state.panels.current = nil
            return choose(&state)
        }
        row.answer = answer
        return row
    }
}
