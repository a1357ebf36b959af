import ContainerModel
import Inspection
import Jobs
import Screen

/// From what the person wants done to the end of it.
extension BrowserState {
    /// Has an errand looked at; what takes something away asks at once, and is counted meanwhile.
    /// - Parameter names: the list that the names of a rename come from.
    mutating func begin(_ errand: Errand, names: NamesList? = nil) -> [BrowserEffect] {
        endRange()
        let ticket = nextTicket()
        let isFirst = errands.entries.allSatisfy(\.isOver)
        errands.append(ErrandList.Entry(ticket: ticket, errand: errand, names: names))
        if errand.followsOthers, !isFirst {
            errands[ticket]?.stage = .deferred
            say("\(errand.title): waits for what is not finished yet")
            return []
        }
        if errand.alwaysAsks {
            open(QuestionPanel(about: ticket))
            errands[ticket]?.stage = .asking
        }
        return [.plan(ticket, errand, as: actor, device)]
    }

    mutating func take(_ plan: ErrandPlan, of ticket: Ticket) -> [BrowserEffect] {
        guard var entry = errands[ticket], !entry.isOver else { return [.cancelErrand(ticket)] }
        // What asks again was asked about before.
        entry.plan = entry.plan == nil ? askingFirst(plan, entry.errand) : plan
        errands[ticket] = entry
        // Where the question is on screen already, it now says how much it is about.
        if entry.errand.alwaysAsks { return [] }
        return askOrCarryOut(ticket)
    }

    /// Asks what is left to ask, and does the errand when that is nothing.
    mutating func askOrCarryOut(_ ticket: Ticket, isConfirmed: Bool = false) -> [BrowserEffect] {
        guard var entry = errands[ticket], let plan = entry.plan else { return [] }
        if plan.asks || plan.items == 0, !isConfirmed {
            entry.stage = .asking
            errands[ticket] = entry
            show(QuestionPanel(about: ticket))
            return []
        }
        while let decision = entry.decisionForAll, entry.decisions.count < plan.conflicts.count,
            plan.conflicts[entry.decisions.count].isCovered(by: decision)
        {
            entry.decisions.append(decision)
        }
        if entry.decisions.count < plan.conflicts.count {
            entry.stage = .asking
            errands[ticket] = entry
            show(ConflictPanel(about: ticket))
            return []
        }
        entry.stage = .waiting
        errands[ticket] = entry
        return [.carryOut(ticket, entry.decisions)]
    }

    /// Decides about a name that is taken, or about all that are left.
    mutating func decide(_ decision: ErrandPlan.Decision, forAll: Bool, _ ticket: Ticket) -> [BrowserEffect] {
        guard errands[ticket]?.plan != nil else { return [] }
        if forAll { errands[ticket]?.decisionForAll = decision } else { errands[ticket]?.decisions.append(decision) }
        panel = nil
        return askOrCarryOut(ticket, isConfirmed: true)
    }

    /// Forgets an errand that was not begun.
    mutating func drop(_ ticket: Ticket) -> [BrowserEffect] {
        guard let entry = errands[ticket] else { return [] }
        errands[ticket] = nil
        closeQuestion(about: ticket)
        note(entry.errand, isUndoable: false, "was given up and changed nothing")
        offerNames(entry.names, "The renaming was given up.")
        return [.cancelErrand(ticket)] + beginDeferred()
    }

    mutating func refuse(_ ticket: Ticket, _ verdict: Verdict, of path: ContainerPath) -> [BrowserEffect] {
        let entry = errands[ticket]
        if let entry { note(entry.errand, isUndoable: false, "was refused and changed nothing") }
        errands[ticket] = nil
        closeQuestion(about: ticket)
        show(RefusalPanel(verdict, of: path))
        offerNames(entry?.names, verdict.rule.sentence)
        return beginDeferred()
    }

    mutating func fail(_ ticket: Ticket, _ text: String) -> [BrowserEffect] {
        guard var entry = errands[ticket] else {
            say(text, isError: true)
            return []
        }
        entry.stage = .ended(.failed)
        entry.summary = text
        errands[ticket] = entry
        closeQuestion(about: ticket)
        say("\(entry.errand.title): \(text)", isError: true)
        if entry.errand.isPrecious { show(ReportPanel(entry.errand.title, lines: [text])) }
        stayForLoss(of: entry.errand)
        note(entry.errand, isUndoable: false, "failed and changed nothing")
        offerNames(entry.names, text)
        return beginDeferred()
    }

    /// Where something of the person's was not brought to its place, that has to be seen before the program ends.
    private mutating func stayForLoss(of errand: Errand) {
        if errand.isPrecious { quitsWhenDone = false }
    }

    /// Takes a question away whose errand is no more.
    mutating func closeQuestion(about ticket: Ticket) {
        if panel?.content.ticket == ticket { panel = nil }
        waitingPanels.removeAll { $0.ticket == ticket }
    }

    mutating func end(_ ticket: Ticket, _ outcome: ErrandOutcome) -> [BrowserEffect] {
        guard var entry = errands[ticket], !entry.isOver else { return [] }
        entry.stage = .ended(outcome.state)
        entry.summary = outcome.summary
        errands[ticket] = entry
        closeQuestion(about: ticket)
        if outcome.state == .done {
            selection.remove(entry.errand.subjects)
            if case .move(let items, _) = entry.errand, clipboard?.isCut == true, clipboard?.items == items {
                clipboard = nil
            }
        }
        let text = "\(entry.errand.title): \(outcome.summary)" + (outcome.isUndoable ? entry.errand.wayBack : "")
        say(text, isError: outcome.state == .failed || outcome.state == .partly)
        if !outcome.lines.isEmpty { show(ReportPanel(entry.errand.title, lines: outcome.lines)) }
        var effects = refreshAfter(entry.errand)
        effects += used(entry.names, by: outcome)
        if outcome.state != .done || !outcome.lines.isEmpty { stayForLoss(of: entry.errand) }
        // What opens the editor ends when that has ended.
        if outcome.opens == nil { note(entry.errand, isUndoable: outcome.isUndoable, outcome.state.end) }
        let next = beginDeferred()
        effects += next
        if quitsWhenDone, errands.busyCount == 0, next.isEmpty { return effects + [.quit] }
        if let file = outcome.opens { effects.append(lend(file, entry)) }
        return effects
    }

    /// Gives the editor what is ready for it, unless the person has turned away from it meanwhile.
    private mutating func lend(_ file: ItemAddress, _ entry: ErrandList.Entry) -> BrowserEffect {
        if isCovered {
            note(entry.errand, isUndoable: false, "was not begun, since the screen was covered")
            say("\(entry.errand.title): the screen was covered before the editor could be opened")
        }
        let isWanted = !quitsWhenDone && !entry.isCancelled && !isCovered
        return isWanted ? .openEditor(file, entry.ticket) : .cancelErrand(entry.ticket)
    }

    /// Shows what an errand made of the directories on screen, whether anybody tells of changes in them or not.
    private mutating func refreshAfter(_ errand: Errand) -> [BrowserEffect] {
        var effects: [BrowserEffect] = []
        for side in Side.allCases where side == .container || isSharing {
            if let made = errand.made, made.enclosing == self[side]?.location { self[side]?.wanted = Array(made.name) }
            effects += refresh(side)
        }
        effects.append(readTree(places.shown))
        return effects
            + recount(
                errand.affected(in: root(of: .container)).filter { $0.side == .container }.map(\.path)
                    + errand.containerItems)
    }

    /// Stops what is at work, or the look at what comes next.
    /// - Returns: nil where there is nothing of the kind.
    mutating func cancelErrand() -> [BrowserEffect]? {
        let candidates = errands.entries.filter { !$0.isOver && !$0.isCancelled }
        guard let entry = errands.running.flatMap({ $0.isCancelled ? nil : $0 }) ?? candidates.first else { return nil }
        return cancelErrand(entry.ticket)
    }

    mutating func cancelErrand(_ ticket: Ticket) -> [BrowserEffect] {
        guard let entry = errands[ticket], !entry.isOver else { return [] }
        if case .deferred = entry.stage { return drop(ticket) }
        guard entry.isBusy else { return drop(ticket) }
        // What was edited is not given up before it is begun: it would be nowhere then.
        let isBegun = if case .running = entry.stage { true } else { false }
        if entry.errand.isPrecious, !isBegun {
            say("what was edited is saved first; ^c stops it when it has begun")
            return []
        }
        errands[ticket]?.isCancelled = true
        say("stopping: \(entry.errand.title); what is finished stays")
        return [.cancelErrand(ticket)]
    }

    /// Ends the program, or asks first where something is at work.
    mutating func quit() -> [BrowserEffect] {
        guard errands.busyCount > 0 else { return [.quit] }
        // Nobody wants to lose what was edited, and it takes a moment: this is asked only of who insists.
        if errands.isOnlySaving, !quitsWhenDone {
            quitsWhenDone = true
            say("what was edited is being saved; then it quits")
            return []
        }
        open(QuittingPanel())
        return []
    }

    /// Forgets what was about the container that is left.
    mutating func forgetContainer() {
        endRange()
        selection = Selection()
        selectedCounts = []
        clipboard = nil
        computer = nil
        if isSharing {
            isSharing = false
            if focus == .computer { focus = .listing }
        }
    }
}

extension ErrandOutcome.State {
    /// What became of an operation that left nothing to be undone.
    fileprivate var end: String {
        switch self {
        case .done: "changed nothing that could be undone"
        case .partly, .failed: "failed and changed nothing"
        case .cancelled: "was cancelled and changed nothing"
        }
    }
}

extension Errand {
    /// How the person takes it back.
    fileprivate var wayBack: String { self == .undo ? "; ^r does it again" : "; u undoes it" }

    /// Directories of the container whose own sizes may be others afterwards.
    fileprivate var containerItems: [ContainerPath] {
        switch self {
        case .copy(let items, let target), .move(let items, let target):
            // Of many items at a time those that are directories are counted when they come into view.
            target.side == .container ? items.items.compactMap { target.entry($0.name)?.path } : []
        default: []
        }
    }
}
