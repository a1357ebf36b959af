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

    func rows(_ state: BrowserState) -> [PanelRow] { state.rows(saying: lines(state)) + answers(state) }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { state.giveUp(ticket) }

    private func lines(_ state: BrowserState) -> [String] {
        guard let entry = ticket.flatMap({ state.operations[$0] }), let question = entry.conflict else {
            return ["No conflicts left to decide.", ""]
        }
        let conflict = question.conflict
        let count = entry.preparation?.conflicts.count ?? 0
        let place = count > 1 ? " (\(entry.answers.count + 1) of \(count))" : ""
        let time = LocalTime(secondsSince1970: conflict.modified).short(seenFrom: state.now).drop { $0 == " " }
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
        guard let entry = ticket.flatMap({ state.operations[$0] }), let question = entry.conflict,
            let preparation = entry.preparation
        else { return [cancel("Close", state)] }
        func answer(_ title: String, _ answer: ConflictPolicy, forAll: Bool = false) -> PanelRow {
            state.answer(title) { $0.answer(answer, forAll: forAll, entry.ticket) }
        }
        let others = preparation.conflicts[entry.answers.count...]
        let isReplaceable = question.refusalToReplace == nil
        var rows = [answer("Skip: keep the existing item", .skip)]
        if let name = question.conflict.otherName {
            rows.append(answer("Keep both: the new item becomes \(state.display(name).description)", .keepBoth))
        }
        if isReplaceable { rows.append(answer(replacing(question.conflict), .replace)) }
        if others.count > 1 {
            rows.append(answer("Skip all \(others.count)", .skip, forAll: true))
            if others.allSatisfy({ $0.conflict.otherName != nil }) {
                rows.append(answer("Keep both of all \(others.count)", .keepBoth, forAll: true))
            }
            let alike = others.filter { !$0.conflict.changesKind }
            if !question.conflict.changesKind, alike.allSatisfy({ $0.refusalToReplace == nil }) {
                rows.append(answer("Replace all \(alike.count)", .replace, forAll: true))
            }
        }
        return rows + [cancel("Cancel the whole operation", state)]
    }

    private func cancel(_ title: String, _ state: BrowserState) -> PanelRow {
        state.answer(title) { [ticket] in $0.giveUp(ticket) }
    }

    private func replacing(_ conflict: Plan.Conflict) -> String {
        conflict.changesKind
            ? "Replace the \(conflict.kind.title) (which goes to the trash)"
            : "Replace: the existing item goes to the trash"
    }
}
