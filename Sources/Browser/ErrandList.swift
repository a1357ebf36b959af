import Jobs

/// The errands that the person gave, from the first look to the end.
struct ErrandList: Sendable {
    /// An errand on its way.
    struct Entry: Sendable {
        enum Stage: Sendable {
            /// It is looked at when those before it have ended: what it is about depends on them.
            case deferred
            /// It is being looked at.
            case planning
            /// The person is asked; the number of conflicts that are decided about is that of `decisions`.
            case asking
            /// It waits for those before it.
            case waiting
            case running
            case ended(ErrandOutcome.State)
        }

        let ticket: Ticket
        let errand: Errand
        var stage = Stage.planning
        var plan: ErrandPlan?
        var decisions: [ErrandPlan.Decision] = []
        /// What the person decided about all conflicts that are left, as far as one decision is good for all.
        var decisionForAll: ErrandPlan.Decision?
        var progress: Progress?
        var rate = ProgressRate()
        var isCancelled = false
        /// The list in which the person wrote the names that a rename gives.
        var names: NamesList?
        /// How it ended, in words.
        var summary = ""

        var isOver: Bool {
            if case .ended = stage { return true }
            return false
        }

        /// Whether it is or will be at work.
        var isBusy: Bool {
            switch stage {
            case .deferred, .waiting, .running: true
            case .planning: errand.isPrecious
            case .asking, .ended: false
            }
        }
    }

    /// How many that are over are kept for the list.
    private static let mostEnded = 50

    private(set) var entries: [Entry] = []

    /// The one that is at work.
    var running: Entry? {
        entries.first { if case .running = $0.stage { true } else { false } }
    }

    /// The first that is to be looked at now that all before it have ended.
    var firstDue: Entry? {
        guard let first = entries.first(where: { !$0.isOver }), case .deferred = first.stage else { return nil }
        return first
    }

    /// How many are at work or wait for it.
    var busyCount: Int { entries.count { $0.isBusy } }

    /// Whether all that is at work or waits brings to its place what was edited.
    var isOnlySaving: Bool { entries.allSatisfy { !$0.isBusy || $0.errand.isPrecious } }

    subscript(ticket: Ticket) -> Entry? {
        get { entries.last { $0.ticket == ticket } }
        set {
            guard let place = entries.lastIndex(where: { $0.ticket == ticket }) else { return }
            if let newValue { entries[place] = newValue } else { entries.remove(at: place) }
        }
    }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        var surplus = entries.count { $0.isOver } - Self.mostEnded
        entries.removeAll { entry in
            guard surplus > 0, entry.isOver else { return false }
            surplus -= 1
            return true
        }
    }
}
