import Browser
import ContainerModel
import ContainerStore
import FileSharing
import Jobs
import Queries
import Transactions

/// Operations, which are planned first and then run one after another.
extension SessionWorkers {
    /// The pipeline for changes to the open container and this computer.
    var pipeline: OperationPipeline {
        OperationPipeline(open, editing: editing, in: environment, isReadOnly: isReadOnly)
    }

    func startPlanning(_ ticket: Ticket, _ operation: FileOperation, for requester: Requester) {
        guard container != nil else { return }
        let (mailbox, pipeline) = (mailbox, pipeline)
        let cancellation = operations.cancellation(of: ticket)
        let work = tasks.beginOperationTask(ticket, .patient, within: cancellation, mailbox)
        walks.submit {
            do throws(OperationError) {
                let preparation = try pipeline.planOperation(
                    operation, for: requester, progress: work.meter, cancellation: cancellation)
                // No report may come after the answer.
                work.finish()
                mailbox.post(.lasting(.operation(ticket, .planned(preparation))))
            } catch {
                work.finish()
                if case .save(_, let saved) = operation { mailbox.post(pipeline.giveUp(saved), title: operation.title) }
                mailbox.post(.lasting(.operation(ticket, .failed(error))))
            }
        }
    }

    func startRunning(_ ticket: Ticket, _ preparation: Preparation, _ answers: [ConflictPolicy]) {
        let (mailbox, tasks, pipeline) = (mailbox, tasks, pipeline)
        // Tags follow what is moved: those that were set before have to be stored.
        let isRemembered = remembered == nil ? nil : Deferred(on: memoryPool) { true }
        operations.submitTask(ticket) { cancellation in
            var ending = OperationEnding.completed(.cancelled)
            _ = isRemembered?.wait()
            if !cancellation.isCancelled {
                mailbox.post(.lasting(.operation(ticket, .begun)))
                let task = tasks.beginOperationTask(ticket, .prompt, within: cancellation, mailbox)
                ending = pipeline.runOperation(preparation, answers, progress: task.meter, cancellation: cancellation)
                // No report may come after the end.
                task.finish()
            }
            ending = ending.unlessCancelled(cancellation)
            mailbox.post(.lasting(.operation(ticket, .ended(ending))))
            return !ending.asks
        }
    }

    /// Finishes or reverts the unfinished work of a killed program, and reports it, or why that is impossible.
    func recover() {
        let (mailbox, environment, isReadOnly) = (mailbox, environment, isReadOnly)
        walks.submit {
            let pipeline = OperationPipeline(OpenRoots(), in: environment, isReadOnly: isReadOnly)
            do throws(OperationError) {
                try pipeline.recover { mailbox.post($0, title: "Recovery") }
            } catch {
                // Without a place for a journal nothing can have been interrupted; operations report what is missing.
                guard environment != nil || (try? TransactionEnvironment.fromEnvironment()) != nil else { return }
                mailbox.post([error.notice], title: "Recovery failed")
            }
        }
    }

    /// Releases the resources of the editor; unsaved work is kept, and its location is reported to the user.
    func giveUp(_ ticket: EditingTicket) {
        let (mailbox, pipeline) = (mailbox, pipeline)
        walks.submit { mailbox.post(pipeline.giveUp(ticket), title: ticket.kind.title) }
    }
}

extension Mailbox<SessionWorkers.Message> {
    /// Reports notices in a panel, if there are any.
    fileprivate func post(_ notices: [Notice], title: String) {
        guard !notices.isEmpty else { return }
        post(.lasting(.report(title: title, notices)))
    }
}

extension OperationEnding {
    fileprivate var asks: Bool {
        if case .asks = self { return true }
        return false
    }

    /// Replaces a question by cancellation if the operation was cancelled meanwhile.
    func unlessCancelled(_ cancellation: Cancellation) -> OperationEnding {
        asks && cancellation.isCancelled ? .completed(.cancelled) : self
    }
}

extension TaskRegister {
    /// Begins a task that shows the progress of an operation.
    fileprivate func beginOperationTask(
        _ ticket: Ticket, _ pacing: ProgressMeter.Pacing, within cancellation: Cancellation,
        _ mailbox: Mailbox<SessionWorkers.Message>
    ) -> Task {
        beginTask(within: cancellation, pacing) { report in
            if report.state == .running { mailbox.post(.lasting(.operation(ticket, .progress(report.progress)))) }
        }
    }
}
