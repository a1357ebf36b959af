import ContainerModel
import Disk
import Inspection
import Jobs
import Screen

/// What to do about a name that is taken.
struct ConflictPanel: Panel {
    let title = "The name is taken"
    let isQuestion = true
    let textColumns = 70
    let ticket: Ticket?

    init(about ticket: Ticket) { self.ticket = ticket }

    func rows(_ state: BrowserState) -> [PanelRow] { state.rows(saying: lines(state)) + answers(state) }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] { state.giveUp(ticket) }

    private func lines(_ state: BrowserState) -> [String] {
        guard let entry = ticket.flatMap({ state.errands[$0] }), let plan = entry.plan,
            plan.conflicts.indices.contains(entry.decisions.count)
        else { return ["Nothing is left to decide.", ""] }
        let conflict = plan.conflicts[entry.decisions.count]
        let place = plan.conflicts.count > 1 ? " (\(entry.decisions.count + 1) of \(plan.conflicts.count))" : ""
        let time = conflict.modified.short(seenFrom: state.now).drop { $0 == " " }
        // A file is known by its size, unless its kind is what matters.
        let newKind = conflict.changesKind ? "\(conflict.newKind.title), " : ""
        let size = conflict.kind == .file ? ByteCount.short(conflict.size) : ""
        let old =
            size.isEmpty || conflict.changesKind ? conflict.kind.title + (size.isEmpty ? "" : ", \(size)") : size
        return [
            "\(state.display(conflict.target).description) is there already\(place).",
            "There: \(old), changed \(time). New: \(newKind)\(ByteCount.short(conflict.newSize)).", "",
        ]
    }

    private func answers(_ state: BrowserState) -> [PanelRow] {
        guard let entry = ticket.flatMap({ state.errands[$0] }), let plan = entry.plan,
            entry.decisions.count < plan.conflicts.count
        else { return [cancel("Close", state)] }
        func answer(_ title: String, _ decision: ErrandPlan.Decision, forAll: Bool = false) -> PanelRow {
            state.answer(title) { $0.decide(decision, forAll: forAll, entry.ticket) }
        }
        let others = plan.conflicts[entry.decisions.count...]
        let conflict = others[others.startIndex]
        var rows = [answer("Skip it: leave what is there", .skip)]
        if let name = conflict.otherName {
            rows.append(answer("Keep both: the new one becomes \(state.display(name).description)", .keepBoth))
        }
        if conflict.isReplaceable { rows.append(answer(replacing(conflict), .replace)) }
        if others.count > 1 {
            rows.append(answer("Skip all \(others.count)", .skip, forAll: true))
            if others.allSatisfy({ $0.otherName != nil }) {
                rows.append(answer("Keep both of all \(others.count)", .keepBoth, forAll: true))
            }
            let alike = others.filter { $0.isCovered(by: .replace) }
            if !conflict.changesKind, alike.allSatisfy(\.isReplaceable) {
                rows.append(answer("Replace all \(alike.count)", .replace, forAll: true))
            }
        }
        return rows + [cancel("Do nothing at all", state)]
    }

    private func cancel(_ title: String, _ state: BrowserState) -> PanelRow {
        state.answer(title) { [ticket] in $0.giveUp(ticket) }
    }

    private func replacing(_ conflict: ErrandPlan.Conflict) -> String {
        conflict.changesKind
            ? "Replace the \(conflict.kind.title) (it goes to the trash)"
            : "Replace it: the old one goes to the trash"
    }
}
