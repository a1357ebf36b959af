import ContainerModel
import FileSharing
import Inspection
import Jobs
import Screen
import Transactions

/// File operations, from the user's request to their end.
extension TaskList {
    /// Has an operation planned. One that removes items asks at once, while they are counted.
    /// - Parameter actor: The actor of this operation alone; nil for the one that the browser acts as.
    mutating func begin(
        _ operation: FileOperation, as actor: ActingParty? = nil, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        context.request(.endRange)
        guard !context.isReadOnly || operation.onlyCopiesOut else {
            context.say(OperationError.readOnlyMode.message, isError: true)
            return []
        }
        guard operation.involvesContainer else {
            context.say(
                "use another program to copy between directories of this computer; go to the container first",
                isError: true
            )
            undo.noteIneffective(operation.kind)
            return []
        }
        let ticket = context.nextTicket()
        let isFirst = areOperationsOver
        append(TaskEntry(ticket: ticket, .operation(operation, as: actor), container: context.root))
        if operation.kind.isAboutHistory, !isFirst {
            self[ticket]?.stage = .deferred
            context.say("\(operation.title): waits for the operations before it")
            return []
        }
        if operation.kind.takesAway {
            context.request(.open(QuestionPanel(about: ticket, title: operation.question)))
            self[ticket]?.stage = .asking
        }
        return plan(ticket, operation, as: actor, context)
    }

    private func plan(
        _ ticket: Ticket, _ operation: FileOperation, as actor: ActingParty?, _ context: ComponentContext
    ) -> [BrowserEffect] {
        let requester = Requester(actor ?? context.requester.actor, context.requester.state)
        return [.operation(ticket, .plan(operation, for: requester))]
    }

    /// Has the undo or redo planned that was deferred until the operations before it ended.
    private mutating func planDeferred(_ context: ComponentContext) -> [BrowserEffect] {
        guard let entry = firstDue, let operation = entry.operation else { return [] }
        self[entry.ticket]?.stage = .planning
        return plan(entry.ticket, operation, as: entry.actor, context)
    }

    /// Handles what a worker reports about an operation.
    mutating func update(
        _ event: OperationEvent, of ticket: Ticket, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        switch event {
        case .planned(let preparation): return receivePreparation(preparation, ticket, &context)
        case .failed(let error):
            self[ticket]?.isUnseen = !context.isListingTasks
            let isNothing = self[ticket]?.operation?.kind.isAboutHistory == true && error.code == .noInput
            let reason = error.notice.text(showing: context.pathText).joined(separator: " ")
            return fail(ticket, reason, isNothing: isNothing, &context)
        case .begun: self[ticket]?.noteStart()
        case .progress(let progress): self[ticket]?.receiveProgress(progress)
        case .ended(.completed(let completion)): return complete(ticket, completion, &context)
        case .ended(.asks(let preparation)):
            guard self[ticket]?.isOver == false else { return [.cancel(.operation(ticket))] }
            self[ticket]?.ask(preparation)
            return askOrRun(ticket, &context)
        case .ended(.editing(let file)): return edit(file, ticket, &context)
        }
        return []
    }

    /// Handles the plan of an operation.
    private mutating func receivePreparation(
        _ preparation: Preparation, _ ticket: Ticket, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        guard var entry = self[ticket], !entry.isOver else { return [.cancel(.operation(ticket))] }
        if let question = preparation.destinationQuestion {
            guard !question.answers.isEmpty else {
                return fail(ticket, question.sentence(showing: context.pathText), &context)
            }
            self[ticket]?.stage = .asking
            context.request(.show(DestinationPanel(question, about: ticket)))
            return []
        }
        if preparation.isEmpty { return leave(preparation, ticket, &context) }
        entry.ask(preparation, caution: caution(before: preparation, context))
        self[ticket] = entry
        // The question is already on screen; it now shows the counts.
        if entry.operation?.kind.takesAway == true { return [] }
        return askOrRun(ticket, &context)
    }

    /// Explains why nothing is left to do.
    private mutating func leave(
        _ preparation: Preparation, _ ticket: Ticket, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        if let refusal = preparation.decision.refusals.first, let rule = refusal.rule {
            let verdict = Verdict(
                outcome: .refused, rule: rule, warnings: refusal.warnings, alternatives: refusal.alternatives,
                unknowns: refusal.unknowns)
            return refuse(ticket, verdict, of: refusal.item, &context)
        }
        let notices =
            preparation.notices(in: Wording(context.keys)) + [preparation.hindrance?.notice].compactMap(\.self)
        let lines = notices.flatMap { $0.text(showing: context.pathText) }
        let isLong =
            lines.count == 1 && !context.screen.fitsInMessage("\(preparation.operation.title): \(lines[0])")
        guard lines.count > 1 || isLong, preparation.operation.namesList == nil else {
            let reason = lines.isEmpty ? "there is nothing to do" : lines.joined(separator: " ")
            return fail(ticket, reason, &context)
        }
        // The status line has room for one.
        let effects = fail(ticket, lines[0], &context)
        context.request(.show(ReportPanel(preparation.operation.title, lines: lines)))
        return effects
    }

    /// Asks the next open question, or runs the operation if there is none.
    private mutating func askOrRun(
        _ ticket: Ticket, isConfirmed: Bool = false, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        guard let entry = self[ticket], let preparation = entry.preparation else { return [] }
        if entry.isConfirmationNeeded || preparation.isWithoutItems, !isConfirmed {
            self[ticket]?.stage = .asking
            let title =
                preparation.isWithoutItems ? "Not done: \(entry.title)" : preparation.operation.question
            context.request(.show(QuestionPanel(about: ticket, title: title)))
            return []
        }
        if entry.conflicts.next != nil {
            self[ticket]?.stage = .asking
            context.request(.show(ConflictPanel(about: ticket)))
            return []
        }
        self[ticket]?.stage = .waiting
        if isConfirmed, let history = preparation.history { undo.agree(to: history) }
        return [.operation(ticket, .run(preparation, entry.conflicts.answers))]
    }

    /// Handles the user's answer to a question about an operation.
    mutating func update(
        _ answer: OperationAnswer, about ticket: Ticket, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        guard let entry = self[ticket], let operation = entry.operation else { return drop(ticket, &context) }
        switch answer {
        case .confirm: return askOrRun(ticket, isConfirmed: true, &context)
        case .resolve(let offer):
            self[ticket]?.conflicts.accept(offer)
            return askOrRun(ticket, isConfirmed: true, &context)
        case .redirect(let destination):
            self[ticket] = nil
            return [.cancel(.operation(ticket))]
                + begin(operation.going(to: destination), as: entry.actor, &context)
        case .giveUp:
            let effects = drop(ticket, &context)
            context.say("\(entry.title): nothing was changed")
            return effects
        }
    }

    /// Drops an operation that has not begun.
    private mutating func drop(_ ticket: Ticket, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let operation = self[ticket]?.operation else { return [] }
        self[ticket] = nil
        context.request(.closeQuestion(about: ticket))
        undo.note(operation, .abandoned)
        offerNames(of: operation, NamesRejection.abandoned, &context)
        var effects: [BrowserEffect] = [.cancel(.operation(ticket))]
        // Its lock is released, and a message says where the edited text is kept.
        if case .save(_, let edited) = operation { effects.append(.outside(.giveUpEditing(edited))) }
        return effects + planDeferred(context)
    }

    /// Ends an operation that a rule refuses, and discards its preparation.
    private mutating func refuse(
        _ ticket: Ticket, _ verdict: Verdict, of item: ItemAddress, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        let operation = self[ticket]?.operation
        if let operation { undo.note(operation, .refused) }
        self[ticket] = nil
        context.request(.closeQuestion(about: ticket))
        context.request(.show(RefusalPanel(verdict, of: item, insteadOf: operation)))
        if let operation { offerNames(of: operation, verdict.rule.sentence, &context) }
        return [.cancel(.operation(ticket))] + planDeferred(context)
    }

    /// Ends an operation that cannot be run, and discards its preparation.
    /// - Parameter isNothing: Whether there was nothing to do; the task then leaves the list.
    private mutating func fail(
        _ ticket: Ticket, _ text: String, isNothing: Bool = false, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        guard var entry = self[ticket], let operation = entry.operation else {
            context.say(text, isError: true)
            return []
        }
        entry.stage = .ended(.failed)
        entry.summary = text
        self[ticket] = isNothing ? nil : entry
        context.request(.closeQuestion(about: ticket))
        context.say("\(operation.title): \(text)", isError: true)
        if operation.holdsUnsavedEdit { context.request(.show(ReportPanel(operation.title, lines: [text]))) }
        stayForLoss(of: operation)
        undo.note(operation, .failed)
        offerNames(of: operation, text, &context)
        return [.cancel(.operation(ticket))] + planDeferred(context)
    }

    /// Keeps the program from quitting if the user's work was not saved, so that the message is seen.
    private mutating func stayForLoss(of operation: FileOperation) {
        if operation.holdsUnsavedEdit { quitsWhenDone = false }
    }

    private mutating func complete(
        _ ticket: Ticket, _ completion: Completion, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        guard var entry = self[ticket], let operation = entry.operation, !entry.isOver else { return [] }
        let received = completion.state == .done ? entry.preparation?.delivery?.received ?? [] : []
        let lines = (received + completion.notices).flatMap { $0.text(showing: context.pathText) }
        let summary =
            completion.error?.notice.text(showing: context.pathText).joined(separator: " ") ?? completion.summary
        entry.stage = .ended(completion.state)
        entry.summary = summary
        entry.isUnseen = completion.state.isFailure && !context.isListingTasks
        self[ticket] = entry
        context.request(.closeQuestion(about: ticket))
        let isDone = completion.state == .done && completion.isUndoable
        let wayBack =
            completion.isUndoable && !context.isReadOnly
            ? operation.wayBack(
                completion.outcome?.id?.number, isReached: UndoScope.reaches(operation.roots, in: context.shownRoots),
                key: context.keys.key) : ""
        context.say(
            "\(isDone ? operation.doneTitle : operation.title): \(summary)\(wayBack)",
            isError: completion.state.isFailure)
        if !lines.isEmpty { context.request(.show(ReportPanel(operation.title, lines: lines))) }
        context.request(.reflect(operation, completion))
        if !completion.hasGivenNames { offerNames(of: operation, lines.first ?? summary, &context) }
        if completion.state != .done || !lines.isEmpty { stayForLoss(of: operation) }
        undo.note(operation, completion.ineffectiveEnd)
        undo.noteNumbers(of: entry.preparation, completion)
        return context.notification(
            that: operation.title, entry.progress, isFailure: completion.state.isFailure) + advance(context)
    }

    /// Opens a prepared file in the editor, unless the user has cancelled, quit or covered the screen.
    private mutating func edit(
        _ file: EditableFile, _ ticket: Ticket, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        let givingUp: [BrowserEffect] = file.ticket.map { [.outside(.giveUpEditing($0))] } ?? []
        guard var entry = self[ticket], let operation = entry.operation, !entry.isOver else { return givingUp }
        entry.stage = .ended(.done)
        entry.summary = "open in the editor"
        self[ticket] = entry
        context.request(.closeQuestion(about: ticket))
        if context.isCovered {
            undo.note(operation, .notStarted)
            context.say("\(operation.title): the screen was covered before the editor could be opened")
        }
        let isWanted = !quitsWhenDone && !entry.isCancelled && !context.isCovered
        return advance(context) + (isWanted ? [.outside(.openEditor(file))] : givingUp)
    }

    /// Continues with what follows after an operation has ended.
    private mutating func advance(_ context: ComponentContext) -> [BrowserEffect] {
        let next = planDeferred(context)
        return quitsWhenDone && busyCount == 0 && next.isEmpty ? [.quit] : next
    }

    /// The operation that is running and not cancelled, or else the next one that is not over.
    var firstToCancel: TaskEntry? {
        running.flatMap { $0.isCancelled ? nil : $0 } ?? operations.first { !$0.isOver && !$0.isCancelled }
    }

    /// Cancels an operation: stops it if it runs, and drops it otherwise.
    mutating func cancelOperation(_ ticket: Ticket, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let entry = self[ticket], !entry.isOver else { return [] }
        guard entry.stage != .deferred, entry.isBusy else { return drop(ticket, &context) }
        // The saving of an edited file is not cancelled before it has begun: the text would be nowhere.
        if entry.holdsUnsavedEdit, entry.stage != .running {
            context.say(
                "the edited file is saved first; \(context.keys.key("cancel")) stops the operation once it runs")
            return []
        }
        self[ticket]?.isCancelled = true
        context.say("stopping \(entry.title); finished items stay")
        return [.cancel(.operation(ticket))]
    }

    /// Ends the program, or asks first if operations are at work.
    mutating func quit(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard busyCount > 0 else { return [.quit] }
        // Saving an edited file is quick, and its loss is never intended: ask only if the user insists.
        if isOnlySaving, !quitsWhenDone {
            quitsWhenDone = true
            context.say("saving the edited file before quitting")
            return []
        }
        context.request(.open(QuittingPanel()))
        return []
    }

    /// Drops what concerns the container being left: the operations that have not been submitted, whose questions would
    /// never be answered and for which undo would wait, and the queries and readings, except for failures that the user
    /// has not seen.
    mutating func leaveContainer(_ context: inout ComponentContext) -> [BrowserEffect] {
        var effects: [BrowserEffect] = []
        // The last one first, so that none begins because the one before it was dropped.
        for entry in operations.reversed() where !entry.isOver && !entry.isSubmitted {
            effects += drop(entry.ticket, &context)
            context.say("\(entry.title): nothing was changed, since another container was opened")
        }
        removeRequestsOfContainer()
        undo.leaveContainer()
        return effects
    }
}
