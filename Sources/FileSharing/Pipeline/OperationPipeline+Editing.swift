import ContainerModel
import FileTree
import Jobs
import System
import Transactions

/// Preparing files for an editor, and saving the result.
extension OperationPipeline {
    func planEdit(
        _ operation: FileOperation,
        of item: ItemAddress,
        asBytes: Bool,
        _ requester: Requester,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Preparation {
        let decision = decisionOnEditing(item, for: requester)
        guard decision.refusals.isEmpty, decision.unavailable.isEmpty else {
            return Preparation(operation, decision, .nothing)
        }
        let form: EditedForm
        do throws(OperationError) {
            form = asBytes ? .bytes : try EditedForm(of: item, in: open)
        } catch {
            var preparation = Preparation(operation, decision, .nothing)
            preparation.hindrance = error
            return preparation
        }
        guard item.root.isContainer || form != .bytes else {
            var preparation = Preparation(operation, decision, .edit(item, as: form, savingTo: nil, nil))
            preparation.questions = [
                .confirmation(
                    Confirmation(
                        [.undoLimit],
                        ["The editor changes the file on this computer in place; undo does not revert that."]))
            ]
            return preparation
        }
        let save = try planSave(of: item, as: .edit, by: decision, progress, cancellation)
        var preparation = Preparation(
            operation, decision, .edit(item, as: form, savingTo: decision.editDestination, save.move))
        preparation.hindrance = save.hindrance
        // The save itself asks nothing, and comes when the text is written.
        if decision.editDestination == nil, decision.breaksSeal {
            preparation.questions = [.confirmation(Confirmation([.notice]))]
        }
        return preparation
    }

    /// Returns the decision about changing what is in a file.
    func decisionOnEditing(_ item: ItemAddress, for requester: Requester) -> PolicyDecision {
        var decision = SharingRules(in: open, as: requester.actor, state: requester.state).edit(item)
        if requester.actor == .owner { decision.addSealConsequence(ofEditing: item, in: open) }
        return decision
    }

    /// Returns the plan of the move that saving a file is if it may not be changed in place, and what will refuse the
    /// save: that refuses the change, before the user writes anything.
    func planSave(
        of item: ItemAddress,
        as kind: OperationKind,
        by decision: PolicyDecision,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> (move: Plan?, hindrance: OperationError?) {
        guard decision.editDestination != nil else {
            let save = ChangeSet([.writeFile(item, [])], conflicts: .replace)
            let refusal = try plan(
                save, as: kind, by: decision.actor, onError: .rollBack, progress, cancellation
            ).refusals.first
            return (nil, refusal.map { OperationError($0.operationErrorCode, at: item.hostPath, $0.reason) })
        }
        let move = try plan(
            decision.changeSet, as: kind, by: decision.actor, onError: .goOn, progress, cancellation)
        return (move, move.refusals.first.map { OperationError($0.operationErrorCode, "nothing was changed") })
    }

    /// Locks a file of a container and makes a copy for the editor. A file outside of containers is opened directly,
    /// unless it is decoded: other programs of its owner change it in place as well, and its directory need not be
    /// writable.
    /// - Parameters:
    ///   - form: The form in which the editor gets it.
    ///   - destination: The destination on the first save if the file may not be changed in place.
    func makeReady(
        _ item: ItemAddress,
        as form: EditedForm,
        savingTo destination: ItemAddress?,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> EditableFile {
        guard item.root.isContainer || form != .bytes else {
            return EditableFile(item: item, hostPath: item.hostPath, ticket: nil)
        }
        let session = try startSession(item, as: form, savingTo: destination, progress, cancellation)
        return EditableFile(item: item, hostPath: session.copy.hostPath, ticket: editing.add(session))
    }

    /// Locks a file and makes a copy of it in a directory of its own.
    func startSession(
        _ item: ItemAddress,
        as form: EditedForm = .bytes,
        savingTo destination: ItemAddress?,
        holdsUsersWork: Bool = true,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> EditingSession {
        let folder: TemporaryFolder
        do throws(EditorError) {
            folder = try TemporaryFolder()
        } catch {
            throw OperationError(error)
        }
        do throws(EditingSession.Failure) {
            return try EditingSession(
                item, in: open, as: form, savingTo: destination, copyingTo: folder, holdsUsersWork: holdsUsersWork,
                progress: progress, cancellation: cancellation)
        } catch {
            throw OperationError(error, at: item)
        }
    }

    /// Opens a file in the editor, which must have the terminal to itself.
    package func openEditor(_ file: EditableFile) -> EditorEnding {
        do throws(EditorError) {
            guard let ticket = file.ticket else {
                // Other programs that coordinate access by locks see that the file is in use (container-rules.md,
                // "Delivery", 2).
                let lock = try? open.table.openFile(file.item)
                _ = lock.map { sandglass_try_lock($0.number) }
                try withExtendedLifetime(lock) { () throws(EditorError) in try editor.open(file.hostPath) }
                return .inPlace(file.item)
            }
            try editor.open(file.hostPath)
            guard let session = editing[ticket], session.hasTraces else {
                editing.remove(ticket)
                return .unchanged(ticket.kind)
            }
            // From here on, the user's work is kept however the program ends.
            session.keepCopy()
            if let mistake = session.mistake { return .mistaken(EditingMistake(file, mistake)) }
            return .changed(.save(file.item, ticket))
        } catch {
            // The editor may have died after saving something, or have saved it in another file.
            let kept = file.ticket.map { giveUp($0) } ?? []
            return .failed(.edit, OperationError(error), kept)
        }
    }

    /// Replaces the file with what the editor saved. The file is examined only now, because operations may have to
    /// queue.
    func save(
        _ ticket: EditingTicket,
        _ preparation: Preparation,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> OperationEnding {
        guard let session = editing[ticket] else { throw OperationError(.noInput, "nothing was edited") }
        do throws(OperationError) {
            let outside = session.outsideChange
            if outside != nil, !session.holdsUsersWork {
                throw OperationError(
                    .refused, at: session.original.hostPath,
                    "was changed by another process meanwhile; nothing was changed")
            }
            let changes: ChangeSet?
            do throws(EditingSession.Failure) {
                changes = try session.changes(after: outside, cancellation: cancellation)
            } catch {
                throw OperationError(error, at: session.original)
            }
            guard let changes else {
                // Files next to the copy are kept; the copy itself has the same contents as the file.
                if !session.hasMoreThanCopy { session.releaseCopy() }
                var completion = Completion("nothing was changed")
                completion.remarks = session.hasMoreThanCopy ? giveUp(ticket) : []
                editing.remove(ticket)
                return .completed(completion)
            }
            let plan = try plan(
                changes, as: preparation.operation.kind, by: preparation.decision.actor, onError: .rollBack, progress,
                cancellation)
            if let refusal = plan.refusals.first {
                // Report the destination that fails rather than the temporary copy.
                let place = refusal.change.target ?? refusal.change.item
                throw OperationError(refusal.operationErrorCode, at: place.hostPath, refusal.reason)
            }
            session.note(outside)
            guard plan.undoLimits.isEmpty else {
                var preparation = preparation
                preparation.work = .savedChange(plan, ticket)
                preparation.questions = [.confirmation(Confirmation([.undoLimit]))]
                return .asks(preparation)
            }
            return .completed(try executeSave(plan, of: ticket, progress, cancellation))
        } catch {
            return .completed(failed(error, ticket))
        }
    }

    /// Executes the plan that saves the editor's copy. The file stays locked until then.
    func executeSave(
        _ plan: Plan,
        of ticket: EditingTicket,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Completion {
        guard let session = editing[ticket] else { throw OperationError(.noInput, "nothing was edited") }
        let outcome: Outcome
        do throws(OperationError) {
            outcome = try executePlan(plan, progress, cancellation)
        } catch {
            return failed(error, ticket)
        }
        var completion = Completion(outcome)
        if completion.state == .done {
            completion.remarks = session.remarks
            completion.isBeside = session.notedChange == .changed
            completion.phrase = [session.phrase, session.report(on: outcome)].compactMap(\.self).first
            session.releaseCopy()
            editing.remove(ticket)
        } else {
            completion.remarks = giveUp(ticket)
        }
        return completion
    }

    private func failed(_ error: OperationError, _ ticket: EditingTicket) -> Completion {
        var completion = Completion(error)
        completion.remarks = giveUp(ticket)
        return completion
    }

    /// Releases a file or a list of names: releases the lock, and keeps what the editor left.
    /// - Returns: A notice that says where it is kept; empty if the editor left nothing.
    package func giveUp(_ ticket: EditingTicket) -> [Notice] {
        defer { editing.remove(ticket) }
        if let names = editing.names(of: ticket) { return names.keep() }
        guard let session = editing[ticket] else { return [] }
        return session.holdsUsersWork && session.hasTraces ? session.keepCopy().map { [Notice($0)] } ?? [] : []
    }
}
