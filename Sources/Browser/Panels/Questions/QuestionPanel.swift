import ContainerModel
import FileSharing
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

    /// - Parameter title: The question, or what cannot be done.
    init(about ticket: Ticket, title: String) {
        self.ticket = ticket
        self.title = title
    }

    func subject(_ state: BrowserState) -> DisplayText? {
        ticket.flatMap { state.tasks[$0]?.operation }
            .flatMap { operation in
                operation.subjectNames(3) { state.screen.display($0.shown).description }.map { DisplayText($0) }
            }
    }

    func rows(_ state: BrowserState) -> [PanelRow] { state.rows(saying: lines(state)) + answers(state) }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { state.giveUp(ticket) }

    private func lines(_ state: BrowserState) -> [String] {
        guard let entry = ticket.flatMap({ state.tasks[$0] }), let operation = entry.operation else {
            return ["It is over.", ""]
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
        let notices = state.notices(of: entry)
        lines += notices.prefix(Self.maxNotices)
        if notices.count > Self.maxNotices {
            lines.append("…and \(notices.count - Self.maxNotices) more lines.")
        }
        return lines + [""]
    }

    private func answers(_ state: BrowserState) -> [PanelRow] {
        let entry = ticket.flatMap { state.tasks[$0] }
        let isNothing = entry?.preparation?.isWithoutItems == true
        let no = state.answer(isNothing ? "Close" : "No, leave it unchanged", .no) { [ticket] in $0.giveUp(ticket) }
        guard let entry, let preparation = entry.preparation, !isNothing else { return [no] }
        let yes = state.answer(preparation.confirmation?.yes ?? "Yes, \(entry.title)", .yes) { state in
            state.panels.current = nil
            return state.askOrRun(entry.ticket, isConfirmed: true)
        }
        return [no, yes]
    }

    /// Returns the names of the first items of an operation.
    private func names(_ operation: FileOperation, _ state: BrowserState) -> [String] {
        if case .purge(let event, _) = operation { return ["What the system would purge: \(event.title)."] }
        let names = operation.subjectNames(3) { item in
            state.screen.display(item.name.isEmpty ? item.shown : Array(item.name)).description
        }
        return [names].compactMap(\.self)
    }
}

extension BrowserState {
    /// Returns the rows of a question above its answers.
    func rows(saying lines: [String]) -> [PanelRow] { lines.map { .wrapped(DisplayText($0, ascii: screen.isASCII)) } }

    /// Returns an answer to a question.
    /// - Parameter answer: What it says; nil if that is neither Yes nor No.
    func answer(_ title: String, _ answer: PanelRow.Answer? = nil, choose: @escaping PanelRow.Choice) -> PanelRow {
        var row = PanelRow(screen.text(title), choose: choose)
        row.answer = answer
        return row
    }

    /// Drops the operation that a question is about, and says so.
    mutating func giveUp(_ ticket: Ticket?) -> [BrowserEffect] {
        panels.current = nil
        guard let ticket else { return [] }
        let title = tasks[ticket]?.title
        let effects = drop(ticket)
        if let title { say("\(title): nothing was changed") }
        return effects
    }
}
