import Browser
import ContainerModel
import Disk
import FileSharing
import Inspection
import Transactions

/// Plans and outcomes as the browser tells them.
extension ErrandDesk {
    /// Does the work and puts what came of it into words.
    static func outcome(of work: () throws(TransactionError) -> Outcome) -> ErrandOutcome {
        told { () throws(TransactionError) in ErrandOutcome(try work()) }
    }

    /// Does the work; a failure is an outcome, too.
    static func told(_ work: () throws(TransactionError) -> ErrandOutcome) -> ErrandOutcome {
        do throws(TransactionError) {
            return try work()
        } catch {
            return ErrandOutcome(error)
        }
    }
}

extension ErrandPlan {
    /// What a plan and the rules before it have to tell.
    /// - Parameter rules: are asked whether what is in the way may be replaced.
    init(_ plan: Plan, _ ruling: SharingRuling, for errand: Errand, in desk: ErrandDesk) {
        var warnings = plan.undoLimits.map(\.told)
        warnings += ruling.decisions.filter { $0.outcome != .allowed }.map(\.told)
        warnings += plan.refusals.map { "\($0.change.item.text): \($0.reason)" }
        warnings += plan.warnings.first.map(\.told)
        let rest = plan.warnings.count - plan.warnings.first.count
        if rest > 0 { warnings.append("\(rest) more of the kind") }
        self.init(
            items: plan.itemCount,
            files: plan.counts.files,
            directories: plan.counts.directories,
            links: plan.counts.links,
            bytes: plan.counts.bytes,
            conflicts: plan.undecided.compactMap { index in
                let item = plan.items[index]
                return item.conflict.map { conflict in
                    Conflict(
                        target: item.change.target?.hostPath ?? [],
                        kind: conflict.kind,
                        newKind: conflict.newKind,
                        size: conflict.size,
                        newSize: item.counts.bytes,
                        modified: LocalTime(secondsSince1970: conflict.modified),
                        otherName: conflict.otherName,
                        isReplaceable: item.change.target.map { desk.mayReplace($0, conflict.kind) } ?? false,
                        changesKind: conflict.changesKind
                    )
                }
            },
            warnings: warnings,
            // What the person should know first is a question; what the rules merely change is told as well.
            asks: errand.alwaysAsks || !warnings.isEmpty
        )
    }
}

extension ErrandDesk {
    /// Whether what stands at an address may go.
    func mayReplace(_ address: ItemAddress, _ kind: ItemKind) -> Bool {
        guard address.root.isContainer else { return true }
        switch SharingRules(in: open, as: actor, state: state).replacement(of: address, kind)
            .outcome
        {
        case .allowed, .allowedWithWarning: return true
        case .refused, .becomes: return false
        }
    }
}

extension ConflictPolicy {
    init(_ decision: ErrandPlan.Decision) {
        switch decision {
        case .skip: self = .skip
        case .keepBoth: self = .keepBoth
        case .replace: self = .replace
        }
    }
}

extension SharingRuling.Decision {
    /// What was decided about an item, in a sentence.
    var told: String {
        let name = String(decoding: item.path.isRoot ? item.hostPath : Array(item.name), as: UTF8.self)
        var why = sentence.isEmpty ? rule?.sentence ?? "" : sentence
        if others > 0 { why += " The same holds for \(others) more \(others == 1 ? "item" : "items")." }
        switch outcome {
        case .refused: return "\(name) is refused: \(why)"
        case .leftOut: return "\(name) is left out: \(why)"
        case .allowed, .becomes, .alreadySo, .unavailable: return "\(name): \(why)"
        }
    }
}

extension UndoLimit {
    /// The limit as a sentence of its own.
    var told: String { text.prefix(1).uppercased() + text.dropFirst() + "." }
}

extension Plan.Warning {
    /// The warning as a sentence.
    fileprivate var told: String {
        switch self {
        case .littleSpace(let address, let needed, let available):
            return
                "\(address.text) has \(ByteCount.short(available)) of room left, and \(ByteCount.short(needed)) are needed"
        case .mergedNames(let directory, let one, let other):
            let names = [one, other].map { String(decoding: $0, as: UTF8.self) }
            return "in \(directory.text), \(names[0]) and \(names[1]) would be one name on a Mac or on Windows"
        case .unreadable(let address, let reason): return "\(address.text) cannot be read: \(reason)"
        case .special(let address, let kind): return "\(address.text) is left out: a \(kind.title)"
        case .willNotBeMoved(let address):
            return "\(address.text) stays, since not all that is in it can be copied to another file system"
        }
    }
}

extension ErrandOutcome {
    init(_ error: TransactionError) { self.init(error.code == .cancelled ? .cancelled : .failed, error.message) }

    init(_ outcome: Outcome) {
        let failures = outcome.failures.first.map { failure in
            "\(String(decoding: failure.hostPath, as: UTF8.self)): \(failure.reason)"
        }
        let notes = outcome.notes.first.map { note in "\(String(decoding: note.hostPath, as: UTF8.self)): \(note.text)"
        }
        let state: State =
            switch outcome.state {
            case .done: .done
            case .partly: .partly
            case .cancelled: .cancelled
            case .rolledBack, .nothing: outcome.failures.isEmpty ? .done : .failed
            }
        var summary: String
        switch outcome.state {
        case .done, .partly, .cancelled: summary = Self.counts(outcome)
        case .rolledBack: summary = "taken back, since something failed"
        case .nothing: summary = "nothing was done"
        }
        if outcome.state == .cancelled { summary = "cancelled; finished before: \(summary)" }
        if outcome.failures.count > 0 { summary += ", \(outcome.failures.count) failed" }
        let more = outcome.failures.count - failures.count
        self.init(
            state,
            summary,
            lines: failures + (more > 0 ? ["\(more) more failed"] : []) + notes,
            isUndoable: outcome.id != nil && outcome.doneCount > 0
                && (outcome.state == .done || outcome.state == .partly || outcome.state == .cancelled)
        )
    }

    private static func counts(_ outcome: Outcome) -> String {
        let counts = outcome.counts
        let done = outcome.doneCount
        guard counts.files + counts.directories + counts.links > 0 else {
            return done == 1 ? "1 item" : "\(ByteCount.grouped(UInt64(done))) items"
        }
        guard counts.files > 0 else {
            return counts.directories == 1 ? "1 directory" : "\(counts.directories + counts.links) items"
        }
        let files = counts.files == 1 ? "1 file" : "\(ByteCount.grouped(UInt64(counts.files))) files"
        return "\(files), \(ByteCount.short(counts.bytes))"
    }
}
