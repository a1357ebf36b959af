import ContainerModel
import Inspection
import Jobs
import Screen

/// Whether an errand is to be done: exactly what and how much it is about, and the answers, no first.
struct QuestionPanel: Panel {
    let title = "Are you sure?"
    let isQuestion = true
    let textColumns = 70
    let ticket: Ticket?

    private static let mostWarnings = 6

    init(about ticket: Ticket) { self.ticket = ticket }

    func rows(_ state: BrowserState) -> [PanelRow] { state.rows(saying: lines(state)) + answers(state) }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { state.giveUp(ticket) }

    private func lines(_ state: BrowserState) -> [String] {
        guard let entry = ticket.flatMap({ state.errands[$0] }) else { return ["It is over.", ""] }
        guard let plan = entry.plan else { return ["Counting…", ""] }
        let isCounted = plan.items > 0 && !entry.errand.followsOthers
        var lines = isCounted ? names(entry.errand, state) + [Self.counts(plan)] : []
        if case .trash = entry.errand { lines.append("It goes to the trash; u brings it back.") }
        lines += plan.warnings.prefix(Self.mostWarnings)
        if plan.warnings.count > Self.mostWarnings {
            lines.append("…and \(plan.warnings.count - Self.mostWarnings) more of the kind.")
        }
        return lines + [""]
    }

    private func answers(_ state: BrowserState) -> [PanelRow] {
        let entry = ticket.flatMap { state.errands[$0] }
        let plan = entry?.plan
        let isNothing = plan.map { $0.items == 0 } ?? false
        let no = state.answer(isNothing ? "Close" : "No, leave it as it is") { [ticket] in $0.giveUp(ticket) }
        guard let entry, let plan, !isNothing else { return [no] }
        let yes = state.answer(plan.yes ?? "Yes, \(entry.errand.title)") { state in
            state.panel = nil
            return state.askOrCarryOut(entry.ticket, isConfirmed: true)
        }
        return [no, yes]
    }

    /// The first names that an errand is about.
    private func names(_ errand: Errand, _ state: BrowserState) -> [String] {
        let subjects = errand.subjects
        guard !subjects.isEmpty else {
            if case .purge(let event) = errand { return ["What the system would purge: \(event.title)."] }
            return []
        }
        let names = subjects.prefix(3).map { state.display($0.name.isEmpty ? $0.shown : Array($0.name)).description }
        return [names.joined(separator: ", ") + (subjects.count > 3 ? " and \(subjects.count - 3) more" : "")]
    }

    /// Exactly what and how much it is.
    static func counts(_ plan: ErrandPlan) -> String {
        var parts: [String] = []
        if plan.files > 0 { parts.append(Counted.files(plan.files)) }
        if plan.directories > 0 {
            parts.append(
                plan.directories == 1 ? "1 directory" : "\(ByteCount.grouped(UInt64(plan.directories))) directories")
        }
        if plan.links > 0 { parts.append(plan.links == 1 ? "1 link" : "\(plan.links) links") }
        if parts.isEmpty { parts.append(Counted.items(plan.items)) }
        return "\(parts.joined(separator: ", ")): \(ByteCount.grouped(plan.bytes)) bytes."
    }
}

extension BrowserState {
    /// What a question says before its answers.
    func rows(saying lines: [String]) -> [PanelRow] { lines.map { .wrapped(DisplayText($0, ascii: isASCII)) } }

    /// An answer that can be given to a question.
    func answer(_ title: String, choose: @escaping PanelRow.Choice) -> PanelRow {
        PanelRow(text(title), choose: choose)
    }

    /// Forgets the errand that a question is about, and says so.
    mutating func giveUp(_ ticket: Ticket?) -> [BrowserEffect] {
        panel = nil
        guard let ticket else { return [] }
        let title = errands[ticket]?.errand.title
        let effects = drop(ticket)
        if let title { say("\(title): nothing was done") }
        return effects
    }
}
