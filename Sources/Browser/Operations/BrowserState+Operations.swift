import ContainerModel
import FileSharing
import Inspection
import Jobs
import Screen
import Transactions

/// File operations, from the user's request to their end.
extension BrowserState {
    /// Has an operation planned. One that removes items asks at once, while they are counted.
    /// - Parameter actor: The actor of this operation alone; nil for the one that the browser acts as.
    mutating func beginOperation(_ operation: FileOperation, as actor: ActingParty? = nil) -> [BrowserEffect] {
        endRange()
        guard !options.isReadOnly || operation.onlyCopiesOut else { return refuseChange() }
        guard operation.involvesContainer else {
            say(
                "use another program to copy between directories of this computer; go to the container first",
                isError: true
            )
            undo.noteIneffective(operation.kind)
            return []
        }
        let ticket = nextTicket()
        let isFirst = tasks.areOperationsOver
        tasks.append(TaskEntry(ticket: ticket, .operation(operation, as: actor), container: root(of: .container)))
        if operation.kind.isAboutHistory, !isFirst {
            tasks[ticket]?.stage = .deferred
            say("\(operation.title): waits for the operations before it")
            return []
        }
        if operation.kind.takesAway {
            open(QuestionPanel(about: ticket, title: operation.question))
            tasks[ticket]?.stage = .asking
        }
        return [.operation(ticket, .plan(operation, for: Requester(actor ?? self.requester.actor, requester.state)))]
    }

    /// Handles what a worker reports about an operation.
    mutating func handle(_ event: OperationEvent, _ ticket: Ticket) -> [BrowserEffect] {
        switch event {
        case .planned(let preparation): return receivePreparation(preparation, ticket)
        case .failed(let error):
            let isUnseen = !panels.isShowingTasks
            tasks[ticket]?.isUnseen = isUnseen
            let isNothing = tasks[ticket]?.operation?.kind.isAboutHistory == true && error.code == .noInput
            return fail(ticket, error.notice.text(showing: pathText).joined(separator: " "), isNothing: isNothing)
        case .begun, .progress: tasks.update(event, of: ticket)
        case .ended(let ending): return end(ticket, ending)
        }
        return []
    }

    /// Refuses a change because of read-only mode.
    mutating func refuseChange() -> [BrowserEffect] {
        say(OperationError.readOnlyMode.message, isError: true)
        return []
    }

    /// Begins an operation again, with the destination that the user meant.
    mutating func redirect(_ ticket: Ticket, to destination: Destination) -> [BrowserEffect] {
        guard let entry = tasks[ticket], let operation = entry.operation else { return [] }
        panels.current = nil
        tasks[ticket] = nil
        return [.cancel(.operation(ticket))] + beginOperation(operation.going(to: destination), as: entry.actor)
    }

    /// Handles the plan of an operation.
    mutating func receivePreparation(_ preparation: Preparation, _ ticket: Ticket) -> [BrowserEffect] {
        guard var entry = tasks[ticket], !entry.isOver else { return [.cancel(.operation(ticket))] }
        if let question = preparation.destinationQuestion {
            guard !question.answers.isEmpty else { return fail(ticket, question.sentence(showing: pathText)) }
            tasks[ticket]?.stage = .asking
            show(DestinationPanel(question, about: ticket))
            return []
        }
        if preparation.isEmpty { return leave(preparation, ticket) }
        entry.ask(preparation, caution: caution(before: preparation))
        tasks[ticket] = entry
        // The question is already on screen; it now shows the counts.
        if entry.operation?.kind.takesAway == true { return [] }
        return askOrRun(ticket)
    }

    /// Handles a question that came up while the operation ran.
    mutating func ask(_ preparation: Preparation, _ ticket: Ticket) -> [BrowserEffect] {
        guard tasks[ticket]?.isOver == false else { return [.cancel(.operation(ticket))] }
        tasks[ticket]?.ask(preparation)
        return askOrRun(ticket)
    }

    /// Returns what is said of an operation before it is confirmed.
    func notices(of entry: TaskEntry) -> [String] {
        guard let preparation = entry.preparation else { return [] }
        if let caution = entry.caution, entry.operation?.kind.isAboutHistory == true {
            return [caution] + (preparation.history?.sentences.suffix(1) ?? [])
        }
        return [entry.caution].compactMap(\.self)
            + (preparation.confirmation?.reasons.contains(.changedSince) == true
                ? [] : preparation.history?.sentences ?? [])
            + preparation.noticesGravestFirst.flatMap { $0.text(showing: pathText) }
    }

    /// Explains why nothing is left to do.
    private mutating func leave(_ preparation: Preparation, _ ticket: Ticket) -> [BrowserEffect] {
        if let refusal = preparation.decision.refusals.first, let rule = refusal.rule {
            let verdict = Verdict(
                outcome: .refused, rule: rule, warnings: refusal.warnings, alternatives: refusal.alternatives,
                unknowns: refusal.unknowns)
            return refuse(ticket, verdict, of: refusal.item)
        }
        let notices = preparation.notices + [preparation.hindrance?.notice].compactMap(\.self)
        let lines = notices.flatMap { $0.text(showing: pathText) }
        let isLong =
            lines.count == 1 && !fitsInMessage("\(preparation.operation.title): \(lines[0])")
        guard lines.count > 1 || isLong, preparation.operation.namesList == nil else {
            return fail(ticket, lines.isEmpty ? "there is nothing to do" : lines.joined(separator: " "))
        }
        // The status line has room for one.
        let effects = fail(ticket, lines[0])
        show(ReportPanel(preparation.operation.title, lines: lines))
        return effects
    }

    /// Asks the next open question, or runs the operation if there is none.
    mutating func askOrRun(_ ticket: Ticket, isConfirmed: Bool = false) -> [BrowserEffect] {
        guard let entry = tasks[ticket], let preparation = entry.preparation else { return [] }
        if entry.isConfirmationNeeded || preparation.isWithoutItems, !isConfirmed {
            tasks[ticket]?.stage = .asking
            let title =
                preparation.isWithoutItems ? "Not done: \(entry.title)" : preparation.operation.question
            show(QuestionPanel(about: ticket, title: title))
            return []
        }
        if entry.conflicts.next != nil {
            tasks[ticket]?.stage = .asking
            show(ConflictPanel(about: ticket))
            return []
        }
        tasks[ticket]?.stage = .waiting
        if isConfirmed, let history = preparation.history { undo.agree(to: history) }
        return [.operation(ticket, .run(preparation, entry.conflicts.answers))]
    }

    /// Answers one name conflict, or all remaining ones.
    mutating func answer(_ offer: ConflictAnswers.Offer, _ ticket: Ticket) -> [BrowserEffect] {
        guard tasks[ticket]?.preparation != nil else { return [] }
        tasks[ticket]?.conflicts.accept(offer)
        panels.current = nil
        return askOrRun(ticket, isConfirmed: true)
    }

    /// Drops an operation that has not begun.
    mutating func drop(_ ticket: Ticket) -> [BrowserEffect] {
        guard let operation = tasks[ticket]?.operation else { return [] }
        tasks[ticket] = nil
        panels.closeQuestion(about: ticket)
        undo.note(operation, .abandoned)
        offerNames(of: operation, NamesRejection.abandoned)
        var effects: [BrowserEffect] = [.cancel(.operation(ticket))]
        // Its lock is released, and a message says where the edited text is kept.
        if case .save(_, let edited) = operation { effects.append(.outside(.giveUpEditing(edited))) }
        return effects + beginDeferred()
    }

    /// Ends an operation that a rule refuses, and discards its preparation.
    mutating func refuse(_ ticket: Ticket, _ verdict: Verdict, of item: ItemAddress) -> [BrowserEffect] {
        let operation = tasks[ticket]?.operation
        if let operation { undo.note(operation, .refused) }
        tasks[ticket] = nil
        panels.closeQuestion(about: ticket)
        show(RefusalPanel(verdict, of: item, insteadOf: operation))
        if let operation { offerNames(of: operation, verdict.rule.sentence) }
        return [.cancel(.operation(ticket))] + beginDeferred()
    }

    /// Ends an operation that cannot be run, and discards its preparation.
    /// - Parameter isNothing: Whether there was nothing to do; the task then leaves the list.
    mutating func fail(_ ticket: Ticket, _ text: String, isNothing: Bool = false) -> [BrowserEffect] {
        guard var entry = tasks[ticket], let operation = entry.operation else {
            say(text, isError: true)
            return []
        }
        entry.stage = .ended(.failed)
        entry.summary = text
        tasks[ticket] = isNothing ? nil : entry
        panels.closeQuestion(about: ticket)
        say("\(operation.title): \(text)", isError: true)
        if operation.holdsUnsavedEdit { show(ReportPanel(operation.title, lines: [text])) }
        stayForLoss(of: operation)
        undo.note(operation, .failed)
        offerNames(of: operation, text)
        return [.cancel(.operation(ticket))] + beginDeferred()
    }

    /// Keeps the program from quitting if the user's work was not saved, so that the message is seen.
    private mutating func stayForLoss(of operation: FileOperation) {
        if operation.holdsUnsavedEdit { tasks.quitsWhenDone = false }
    }

    /// Handles the end of an operation, or its next step for the user.
    mutating func end(_ ticket: Ticket, _ ending: OperationEnding) -> [BrowserEffect] {
        switch ending {
        case .completed(let completion): complete(ticket, completion)
        case .asks(let preparation): ask(preparation, ticket)
        case .editing(let file): edit(file, ticket)
        }
    }

    private mutating func complete(_ ticket: Ticket, _ completion: Completion) -> [BrowserEffect] {
        guard var entry = tasks[ticket], let operation = entry.operation, !entry.isOver else { return [] }
        let received = completion.state == .done ? entry.preparation?.delivery?.received ?? [] : []
        let lines = (received + completion.notices).flatMap { $0.text(showing: pathText) }
        let summary =
            completion.error?.notice.text(showing: pathText).joined(separator: " ") ?? completion.summary
        entry.stage = .ended(completion.state)
        entry.summary = summary
        entry.isUnseen = completion.state.isFailure && !panels.isShowingTasks
        let notifying = notifyAfter(operation.title, entry.progress, isFailure: completion.state.isFailure)
        tasks[ticket] = entry
        panels.closeQuestion(about: ticket)
        if completion.state == .done {
            selection.remove(operation.deselected)
            if case .move(let items, _) = operation, clipboard?.isCut == true, clipboard?.items == items {
                clipboard = nil
            }
        }
        let canUndo = completion.isUndoable && !options.isReadOnly
        let text =
            "\(completion.state == .done && completion.isUndoable ? operation.doneTitle : operation.title): \(summary)"
            + (canUndo
                ? operation.wayBack(
                    completion.outcome?.id?.number, isReached: reaches(operation.roots), key: keys.key) : "")
        say(text, isError: completion.state == .failed || completion.state == .partly)
        if !lines.isEmpty { show(ReportPanel(operation.title, lines: lines)) }
        // Tags and marks have followed what was moved, and tags may have come back from the trash.
        let hasFollowed = !bookmarks.tags.isEmpty || !bookmarks.marks.isEmpty || operation.kind.isAboutHistory
        let effects = refreshAfter(operation, completion) + (hasFollowed ? [.memory(.read)] : [])
        if !completion.hasGivenNames { offerNames(of: operation, lines.first ?? summary) }
        if completion.state != .done || !lines.isEmpty { stayForLoss(of: operation) }
        undo.note(operation, completion.ineffectiveEnd)
        undo.noteNumbers(of: entry.preparation, completion)
        return effects + notifying + advance()
    }

    /// Opens a prepared file in the editor, unless the user has cancelled, quit or covered the screen.
    private mutating func edit(_ file: EditableFile, _ ticket: Ticket) -> [BrowserEffect] {
        let givingUp: [BrowserEffect] = file.ticket.map { [.outside(.giveUpEditing($0))] } ?? []
        guard var entry = tasks[ticket], let operation = entry.operation, !entry.isOver else { return givingUp }
        entry.stage = .ended(.done)
        entry.summary = "open in the editor"
        tasks[ticket] = entry
        panels.closeQuestion(about: ticket)
        if isCovered {
            undo.note(operation, .notStarted)
            say("\(operation.title): the screen was covered before the editor could be opened")
        }
        let isWanted = !tasks.quitsWhenDone && !entry.isCancelled && !isCovered
        return advance() + (isWanted ? [.outside(.openEditor(file))] : givingUp)
    }

    /// Continues with what follows after an operation has ended.
    private mutating func advance() -> [BrowserEffect] {
        let next = beginDeferred()
        return tasks.quitsWhenDone && tasks.busyCount == 0 && next.isEmpty ? [.quit] : next
    }

    /// Updates the directories on screen after an operation, whether or not they are watched.
    private mutating func refreshAfter(_ operation: FileOperation, _ completion: Completion) -> [BrowserEffect] {
        var effects: [BrowserEffect] = []
        for side in Side.allCases where side == .container || panes.isSharing {
            if let name = panes[side].flatMap({ wantedName(after: operation, completion, in: $0) }) {
                panes[side]?.wanted = name
            }
            effects += refresh(side)
        }
        if findings.sides?.marks != nil { effects += markSides() }
        effects.append(readTree(panes.places.shown))
        return effects + recount(operation.affected(in: shownRoots) + operation.copiedDirectories)
    }

    /// Returns the name of the entry that the cursor goes to after an operation: what it has made, or what an undo or a
    /// redo has brought back; nil if there is none in a listing.
    private func wantedName(
        after operation: FileOperation, _ completion: Completion, in listing: Listing
    ) -> [UInt8]? {
        if operation.kind.isAboutHistory {
            return completion.outcome?.nameBroughtBack(to: listing.location.hostPath, withPaths: listing.isFlat)
        }
        guard let made = operation.made, made.enclosing == listing.location else { return nil }
        return Array(made.name)
    }

    /// Cancels the running operation, or else the preparation of the next one.
    /// - Returns: nil if there is none.
    mutating func cancelOperation() -> [BrowserEffect]? {
        let candidates = tasks.operations.filter { !$0.isOver && !$0.isCancelled }
        guard let entry = tasks.running.flatMap({ $0.isCancelled ? nil : $0 }) ?? candidates.first else {
            return nil
        }
        return cancelOperation(entry.ticket)
    }

    mutating func cancelOperation(_ ticket: Ticket) -> [BrowserEffect] {
        guard let entry = tasks[ticket], !entry.isOver else { return [] }
        guard entry.stage != .deferred, entry.isBusy else { return drop(ticket) }
        // The saving of an edited file is not cancelled before it has begun: the text would be nowhere.
        if entry.holdsUnsavedEdit, entry.stage != .running {
            say("the edited file is saved first; \(keys.key("cancel")) stops the operation once it runs")
            return []
        }
        tasks[ticket]?.isCancelled = true
        say("stopping \(entry.title); finished items stay")
        return [.cancel(.operation(ticket))]
    }

    /// Ends the program, or asks first if operations are at work.
    mutating func quit() -> [BrowserEffect] {
        guard tasks.busyCount > 0 else { return [.quit] }
        // Saving an edited file is quick, and its loss is never intended: ask only if the user insists.
        if tasks.isOnlySaving, !tasks.quitsWhenDone {
            tasks.quitsWhenDone = true
            say("saving the edited file before quitting")
            return []
        }
        open(QuittingPanel())
        return []
    }

    /// Drops the operations that have not been submitted, and the panels that wait to be shown, except reports.
    ///
    /// They concern the container being left: their questions would never be answered, and undo would wait for them.
    mutating func leaveContainer() -> [BrowserEffect] {
        var effects: [BrowserEffect] = []
        // The last one first, so that none begins because the one before it was dropped.
        for entry in tasks.operations.reversed() where !entry.isOver && !entry.isSubmitted {
            effects += drop(entry.ticket)
            say("\(entry.title): nothing was changed, since another container was opened")
        }
        let waiting = panels.waiting
        panels.waiting = []
        for panel in waiting where !(panel is ReportPanel) { effects += panel.dismissed(in: &self) }
        panels.waiting = waiting.filter { $0 is ReportPanel }
        return effects
    }
}
