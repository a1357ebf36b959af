import ContainerModel
import FileTree
import Jobs
import System
package import Transactions

/// Making files ready for an editor, and bringing back what it saved.
extension OperationPipeline {
    func prepareEdit(_ operation: FileOperation, of item: ItemAddress, _ requester: Requester) -> Preparation {
        let decision = SharingRules(in: open, as: requester.actor, state: requester.state).edit(item)
        guard decision.refusals.isEmpty, decision.unavailable.isEmpty else {
            return Preparation(operation, decision, .nothing)
        }
        var preparation = Preparation(operation, decision, .edit(item, savingTo: decision.destinationOfEdit))
        if !item.root.isContainer {
            preparation.questions = [
                .confirmation(
                    Confirmation(
                        [.undoLimit],
                        ["The editor changes the file on this computer in place; undo does not revert that."]))
            ]
        }
        return preparation
    }

    /// How a file comes out of a place in which it may not be changed, which the first save does; nil for a file that
    /// stays where it is, and for every other operation.
    /// - Throws: `OperationError`
    package func planOfFirstSave(_ preparation: Preparation) throws(OperationError) -> Plan? {
        guard case .edit(_, .some) = preparation.work else { return nil }
        return try plan(preparation.decision.request(OperationTitle.edit), ProgressMeter(), Cancellation())
    }

    /// Locks a file of the container and makes the copy that the editor gets. A file of this computer is opened where
    /// it is: its owner's other programs change it there, too, and its directory need not be writable.
    /// - Parameter destination: where a file goes with the first save that may not be changed in its place.
    func makeReady(
        _ item: ItemAddress,
        savingTo destination: ItemAddress?,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> EditableFile {
        guard item.root.isContainer else { return EditableFile(item: item, hostPath: item.hostPath, ticket: nil) }
        let folder: TemporaryFolder
        do throws(EditorError) {
            folder = try TemporaryFolder()
        } catch {
            throw OperationError(error)
        }
        do throws(EditingSession.Failure) {
            let session = try EditingSession(
                item, in: open, savingTo: destination, copyingTo: folder, progress: progress,
                cancellation: cancellation)
            return EditableFile(item: item, hostPath: session.copy.hostPath, ticket: editing.add(session))
        } catch {
            throw OperationError(error, at: item)
        }
    }

    /// Has a file edited in `$EDITOR` on this terminal, which nothing else may use meanwhile.
    /// - Returns: the operation that brings to its place what the editor saved; nil where it saved nothing, or the file
    ///   was edited where it is.
    /// - Throws: `EditorError`; `giveUp` then tells what is kept of the work.
    package func openEditor(_ file: EditableFile) throws(EditorError) -> FileOperation? {
        guard let ticket = file.ticket else {
            // Whoever coordinates access by locks sees that the file is in use (container-rules.md, "Delivery", 2).
            let lock = try? open.table.openFile(file.item)
            _ = lock.map { sandglass_try_lock($0.number) }
            try withExtendedLifetime(lock) { () throws(EditorError) in try Editor.open(file.hostPath) }
            return nil
        }
        try Editor.open(file.hostPath)
        guard let session = editing[ticket], session.hasTraces else {
            editing.remove(ticket)
            return nil
        }
        // Whatever ends the program from now on: what somebody wrote is kept.
        session.keepCopy()
        return .save(file.item, ticket)
    }

    /// Replaces the file by what the editor saved. It is looked at only now: an operation may wait for others first.
    func save(
        _ ticket: EditingTicket,
        _ preparation: Preparation,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> OperationEnding {
        guard let session = editing[ticket] else { throw OperationError(.noInput, "nothing was edited") }
        let title = preparation.operation.title
        do throws(OperationError) {
            let outside = session.outsideChange
            let request: ChangeRequest?
            do throws(EditingSession.Failure) {
                request = try session.request(
                    as: preparation.decision.actor.rawValue, after: outside, cancellation: cancellation)
            } catch {
                throw OperationError(error, at: session.original)
            }
            guard let request else {
                // What the editor left beside its copy is kept; the copy is what the file has already.
                if !session.hasMoreThanCopy { session.releaseCopy() }
                var completion = Completion(title, "nothing was changed")
                completion.remarks = session.hasMoreThanCopy ? giveUp(ticket) : []
                editing.remove(ticket)
                return .completed(completion)
            }
            let plan = try plan(request, progress, cancellation)
            if let refusal = plan.refusals.first {
                // The copy is of no interest: what matters is where it cannot go.
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
            return .completed(try carryOut(plan, saving: ticket, progress, cancellation))
        } catch {
            return .completed(failed(title, error, ticket))
        }
    }

    /// Carries out what brings the editor's copy to its place. The file's lock lasts until then.
    func carryOut(
        _ plan: Plan,
        saving ticket: EditingTicket,
        _ progress: ProgressMeter,
        _ cancellation: Cancellation
    ) throws(OperationError) -> Completion {
        guard let session = editing[ticket] else { throw OperationError(.noInput, "nothing was edited") }
        let title = OperationTitle.edit
        let outcome: Outcome
        do throws(OperationError) {
            outcome = try carryOut(plan, progress, cancellation)
        } catch {
            return failed(title, error, ticket)
        }
        var completion = Completion(title, outcome)
        if completion.state == .done {
            completion.remarks = session.remarks
            completion.isBeside = session.notedChange == .changed
            completion.phrase = session.told(of: outcome)
            session.releaseCopy()
            editing.remove(ticket)
        } else {
            completion.remarks = giveUp(ticket)
        }
        return completion
    }

    private func failed(_ title: String, _ error: OperationError, _ ticket: EditingTicket) -> Completion {
        var completion = Completion(title, error)
        completion.remarks = giveUp(ticket)
        return completion
    }

    /// Gives up a file that an editor had: its lock goes, and what the editor left is kept for the person.
    /// - Returns: where it is kept; nothing where the editor left nothing.
    package func giveUp(_ ticket: EditingTicket) -> [Notice] {
        guard let session = editing[ticket] else { return [] }
        defer { editing.remove(ticket) }
        return session.hasTraces ? session.keepCopy().map { [Notice($0)] } ?? [] : []
    }
}
