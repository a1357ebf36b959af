import ContainerModel
import Disk
import Inspection
import Jobs
import Screen

/// The panels that are about what is done to files: questions, conflicts, tasks.
extension Panel {
    /// An answer that can be chosen in a question.
    enum Answer: Hashable, Sendable {
        case no
        case yes
        case decide(ErrandPlan.Decision, forAll: Bool)
        case cancelAll
        case stay
        case quitWhenDone
        case cancelAndQuit
        case keepNames
        case editNames
    }

    /// The errand that the panel is about.
    var ticket: Ticket? {
        switch content {
        case .question(let ticket), .conflict(let ticket): ticket
        default: nil
        }
    }

    /// Whether it is a question, in which arrows and letters only move the focus.
    var isQuestion: Bool {
        switch content {
        case .question, .conflict, .names, .quitting: true
        default: false
        }
    }

    /// What can be answered; the last rows of the panel. The first is where the focus is at the start.
    func answers(_ state: BrowserState) -> [(answer: Answer, title: String)] {
        switch content {
        case .question(let ticket):
            guard let entry = state.errands[ticket], let plan = entry.plan else {
                return [(.no, "No, leave it as it is")]
            }
            guard plan.items > 0 else { return [(.no, "Close")] }
            return [(.no, "No, leave it as it is"), (.yes, plan.yes ?? "Yes, \(entry.errand.title)")]
        case .conflict(let ticket):
            guard let entry = state.errands[ticket], let plan = entry.plan else { return [(.cancelAll, "Close")] }
            let left = plan.conflicts.count - entry.decisions.count
            guard left > 0 else { return [(.cancelAll, "Close")] }
            let conflict = plan.conflicts[entry.decisions.count]
            let others = plan.conflicts[entry.decisions.count...]
            let decisions: [(ErrandPlan.Decision, String)] =
                [(.skip, "Skip it: leave what is there")]
                + (conflict.otherName.map {
                    [(.keepBoth, "Keep both: the new one becomes \(state.display($0).description)")]
                } ?? [])
                + (conflict.isReplaceable ? [(.replace, Self.replacing(conflict))] : [])
            let single = decisions.map { (Answer.decide($0.0, forAll: false), $0.1) }
            let alike = others.filter { $0.isCovered(by: .replace) }
            let all: [(Answer, String)] =
                left > 1
                ? [
                    (.decide(.skip, forAll: true), "Skip all \(left)"),
                    others.allSatisfy { $0.otherName != nil }
                        ? (.decide(.keepBoth, forAll: true), "Keep both of all \(left)") : nil,
                    !conflict.changesKind && alike.allSatisfy(\.isReplaceable)
                        ? (.decide(.replace, forAll: true), "Replace all \(alike.count)") : nil,
                ].compactMap { $0 } : []
            return single + all + [(.cancelAll, "Do nothing at all")]
        case .names: return [(.keepNames, "No, keep my names in a file"), (.editNames, "Yes, edit them again")]
        case .quitting:
            return [
                (.stay, "Stay"), (.quitWhenDone, "Quit when it is done"),
                (.cancelAndQuit, "Cancel it and quit; what is finished stays"),
            ]
        default: return []
        }
    }

    func questionRows(_ state: BrowserState) -> [Row] {
        let columns = max(10, min(state.size.columns - 8, 70))
        let lines = questionLines(state).flatMap { line in
            line.isEmpty ? [DisplayText.empty] : DisplayText(line, ascii: state.isASCII).wrapped(to: columns)
        }
        return lines.map { Row($0) }
            + answers(state).map { Row(DisplayText(state.glyphs.spelled("\($0.title)"), ascii: state.isASCII)) }
    }

    private func questionLines(_ state: BrowserState) -> [String] {
        switch content {
        case .question(let ticket):
            guard let entry = state.errands[ticket] else { return ["It is over.", ""] }
            guard let plan = entry.plan else { return ["Counting…", ""] }
            let isCounted = plan.items > 0 && !entry.errand.followsOthers
            var lines = isCounted ? Self.names(entry.errand, state) + [Self.counts(plan)] : []
            if case .trash = entry.errand { lines.append("It goes to the trash; u brings it back.") }
            lines += plan.warnings.prefix(Self.mostWarnings)
            if plan.warnings.count > Self.mostWarnings {
                lines.append("…and \(plan.warnings.count - Self.mostWarnings) more of the kind.")
            }
            return lines + [""]
        case .conflict(let ticket):
            guard let entry = state.errands[ticket], let plan = entry.plan,
                plan.conflicts.indices.contains(entry.decisions.count)
            else { return ["Nothing is left to decide.", ""] }
            let conflict = plan.conflicts[entry.decisions.count]
            let place = plan.conflicts.count > 1 ? " (\(entry.decisions.count + 1) of \(plan.conflicts.count))" : ""
            let time = conflict.modified.short(seenFrom: state.now).drop { $0 == " " }
            // A file is known by its size, unless its kind is what matters.
            let newKind = conflict.changesKind ? "\(conflict.newKind.title), " : ""
            let size = conflict.kind == .file ? ByteCount.short(conflict.size) : ""
            let old =
                size.isEmpty || conflict.changesKind
                ? conflict.kind.title + (size.isEmpty ? "" : ", \(size)") : size
            return [
                "\(state.display(conflict.target).description) is there already\(place).",
                "There: \(old), changed \(time). "
                    + "New: \(newKind)\(ByteCount.short(conflict.newSize)).", "",
            ]
        case .names(_, let problem):
            let isSaid = problem.hasPrefix("nothing was renamed: ")
            return [isSaid ? String(problem.dropFirst(21)) : problem, "", "Edit the names again?", ""]
        case .quitting:
            let running = state.errands.running.map { "\($0.errand.title) is not finished yet." }
            let count = state.errands.busyCount
            return [running ?? "There is work waiting.", count > 1 ? "\(count) operations run or wait." : "", ""]
                .enumerated().filter { $0.offset == 2 || !$0.element.isEmpty }.map(\.element)
        default: return []
        }
    }

    private static func replacing(_ conflict: ErrandPlan.Conflict) -> String {
        conflict.changesKind
            ? "Replace the \(conflict.kind.title) (it goes to the trash)"
            : "Replace it: the old one goes to the trash"
    }

    private static let mostWarnings = 6

    /// The first names that an errand is about.
    private static func names(_ errand: Errand, _ state: BrowserState) -> [String] {
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

    /// What an answer does.
    func answer(_ state: inout BrowserState) -> [BrowserEffect] {
        let answers = answers(state)
        guard answers.indices.contains(cursor) else { return [] }
        if case .names(let list, let problem) = content {
            state.panel = nil
            let isAgain = answers[cursor].answer == .editNames
            return isAgain ? [.editNames(list, problem: problem)] : [.keepNames(list)]
        }
        switch (answers[cursor].answer, ticket) {
        case (.no, let ticket?), (.cancelAll, let ticket?):
            state.panel = nil
            let title = state.errands[ticket]?.errand.title
            let effects = state.drop(ticket)
            if let title { state.say("\(title): nothing was done") }
            return effects
        case (.yes, let ticket?):
            state.panel = nil
            return state.askOrCarryOut(ticket, isConfirmed: true)
        case (.decide(let decision, let forAll), let ticket?): return state.decide(decision, forAll: forAll, ticket)
        case (.quitWhenDone, _):
            state.panel = nil
            state.quitsWhenDone = state.errands.busyCount > 0
            return state.quitsWhenDone ? [] : [.quit]
        case (.cancelAndQuit, _):
            state.panel = nil
            return [.quit]
        default:
            state.panel = nil
            return []
        }
    }

    /// Moves the focus of a question to its first answer, or to the last.
    func focusAnswer(_ state: inout BrowserState, last: Bool) -> [BrowserEffect] {
        let place = last ? answers(state).count - 1 : 0
        state.panel?.cursor = place
        state.movePanel(by: 0)
        return []
    }

    static func taskRows(_ state: BrowserState) -> [Row] {
        state.errands.entries.reversed().map { entry in
            var note: String
            switch entry.stage {
            case .planning: note = "looking"
            case .asking: note = "asking"
            case .deferred, .waiting: note = "waiting"
            case .running: note = entry.isCancelled ? "stopping" : state.progressText(entry, columns: 40)
            case .ended(.done): note = "done"
            case .ended(.partly): note = "done in part"
            case .ended(.cancelled): note = "cancelled"
            case .ended(.failed): note = "failed"
            }
            var text = entry.errand.title
            if let first = entry.errand.subjects.first {
                text += " \(state.display(first.name).description)"
                if entry.errand.subjects.count > 1 { text += " and \(entry.errand.subjects.count - 1) more" }
            }
            if !entry.summary.isEmpty { text += ": \(state.display(entry.summary.utf8).description)" }
            return Row(DisplayText(text, ascii: state.isASCII), note: note)
        }
    }

    /// The first rows of what is selected: nobody reads a million.
    static func selectedRows(_ state: BrowserState) -> [Row] {
        let groups = state.selection.groups.sorted {
            ($0.key.side == .container ? 0 : 1, $0.key.path) < ($1.key.side == .container ? 0 : 1, $1.key.path)
        }
        var rows: [Row] = []
        for (location, group) in groups where rows.count < mostSelectedRows {
            for index in group.chosen.indices.prefix(mostSelectedRows - rows.count) {
                guard let item = location.entry(group.chosen.entries.name(index)) else { continue }
                rows.append(
                    Row(state.display(item.shown), note: group.size(of: index).map { ByteCount.short($0) } ?? ""))
            }
        }
        let rest = state.selection.count - rows.count
        return rows
            + (rest > 0 ? [Row(DisplayText("and \(ByteCount.grouped(UInt64(rest))) more", ascii: state.isASCII))] : [])
    }

    private static let mostSelectedRows = 1_000
}

extension BrowserState {
    /// How an errand stands: a bar, how much, how fast, how long still, and which file.
    func progressText(_ entry: ErrandList.Entry, columns: Int) -> String {
        guard let progress = entry.progress else { return "\(entry.errand.title)\(Character(glyphs.ellipsis))" }
        let dot = " \(Character(glyphs.dot)) "
        let isExact = progress.fraction != nil
        var parts: [String] = []
        if let fraction = progress.fraction {
            let cells = columns >= 100 ? 20 : columns >= 60 ? 10 : columns >= 36 ? 6 : 0
            let full = Int(fraction * Double(cells))
            let bar =
                String(repeating: Character(glyphs.barFull), count: full)
                + String(repeating: Character(glyphs.barEmpty), count: cells - full)
            parts.append((cells > 0 ? bar + " " : "") + "\(Int(fraction * 100))%")
        } else {
            parts.append(ByteCount.short(progress.bytesDone))
        }
        if columns >= 44 {
            if let rate = entry.rate.bytesPerSecond, rate > 0 {
                parts.append("\(ByteCount.short(UInt64(min(rate, 1e18))))/s")
            } else if let rate = entry.rate.filesPerSecond, rate >= 1 {
                // What is only renamed moves no bytes.
                parts.append("\(ByteCount.grouped(UInt64(min(rate, 1e18)))) files/s")
            }
        }
        if let left = entry.rate.secondsLeft, isExact { parts.append("\(Self.duration(left)) left") }
        if columns >= 70, !progress.name.isEmpty { parts.append(display(progress.name).description) }
        let stage = progress.stage.name.map { ": \($0)" } ?? ""
        return (columns >= 30 ? "\(entry.errand.title)\(stage) " : "") + parts.joined(separator: dot)
    }

    /// Minutes and seconds, or hours and minutes.
    static func duration(_ seconds: Double) -> String {
        let whole = Int(min(max(0, seconds), 359_999))
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours) h \(two(minutes)) min" : "\(minutes):\(two(rest))"
    }
}
