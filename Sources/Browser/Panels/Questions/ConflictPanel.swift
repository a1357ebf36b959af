import ContainerModel
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
import Transactions

/// The question about a name conflict.
struct ConflictPanel: Panel {
    let title = "Name conflict"
    let isQuestion = true
    let textColumns = 70
    let ticket: Ticket?

    init(about ticket: Ticket) { self.ticket = ticket }

    func rows(_ state: BrowserState) -> [PanelRow] { state.screen.rows(saying: lines(state)) + answers(state) }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { state.answer(.giveUp, about: ticket) }

    private func lines(_ state: BrowserState) -> [String] {
        guard let entry = ticket.flatMap({ state.tasks[$0] }), let question = entry.conflicts.next else {
            return ["No conflicts left to decide.", ""]
        }
        let conflict = question.conflict
        let count = entry.conflicts.count
        let place = count > 1 ? " (\(entry.conflicts.answers.count + 1) of \(count))" : ""
        let time = LocalTime(secondsSince1970: conflict.modified).short(seenFrom: state.screen.now).drop { $0 == " " }
        // A file is described by its size, unless a change of kind matters more.
        let newKind = conflict.changesKind ? "\(conflict.newKind.title), " : ""
        let size = conflict.kind == .file ? ByteCount.short(conflict.size) : ""
        let old =
            size.isEmpty || conflict.changesKind ? conflict.kind.title + (size.isEmpty ? "" : ", \(size)") : size
        return [
            "\(state.pathText(question.target.hostPath)) already exists\(place).",
            "Existing: \(old), changed \(time). New: \(newKind)\(ByteCount.short(question.newSize)).", "",
        ]
    }

    private func answers(_ state: BrowserState) -> [PanelRow] {
        guard let entry = ticket.flatMap({ state.tasks[$0] }), let question = entry.conflicts.next else {
            return [cancel("Close", state)]
        }
        let rows = entry.conflicts.offers.map { offer in
            let title = question.title(of: offer) { state.screen.display($0).description }
            let answers: [ConflictPolicy: PanelRow.Answer] = offer.isForAll ? [:] : [.replace: .yes, .skip: .no]
            return state.screen.answer(title, answers[offer.policy]) { $0.answer(.resolve(offer), about: entry.ticket) }
        }
        return rows + [cancel("Cancel the whole operation", state)]
    }

    private func cancel(_ title: String, _ state: BrowserState) -> PanelRow {
        state.screen.answer(title) { [ticket] in $0.answer(.giveUp, about: ticket) }
    }
}
