import Browser
import ContainerModel
import ContainerStore
import FileSharing
import Jobs
import Transactions

/// Operations: prepared first, then carried out one after the other.
extension SessionWorkers {
    /// The way of changes to the container that is open, and to this computer.
    private var pipeline: OperationPipeline {
        OperationPipeline(container.map { OpenRoots($0) } ?? OpenRoots(), editing: editing, in: environment)
    }

    func prepare(_ ticket: Ticket, _ operation: FileOperation, for requester: Requester) {
        guard container != nil else { return }
        let (mailbox, pipeline) = (mailbox, pipeline)
        let cancellation = operations.cancellation(of: ticket)
        walks.submit {
            do throws(OperationError) {
                let preparation = try pipeline.prepare(operation, for: requester, cancellation: cancellation)
                mailbox.post(.lasting(.prepared(ticket, preparation)))
            } catch {
                if case .save(_, let saved) = operation { mailbox.post(pipeline.giveUp(saved), title: operation.title) }
                mailbox.post(.lasting(.operationFailed(ticket, error)))
            }
        }
    }

    func run(_ ticket: Ticket, _ preparation: Preparation, _ answers: [ConflictPolicy]) {
        let mailbox = mailbox
        operations.run(ticket, preparation, answers, by: pipeline) { mailbox.post(.lasting($0)) }
    }

    /// Brings to an end what a program that was killed left half done, and says so.
    func recover() {
        let (mailbox, environment) = (mailbox, environment)
        walks.submit {
            let pipeline = OperationPipeline(OpenRoots(), in: environment)
            try? pipeline.recover { mailbox.post($0, title: "Interrupted before") }
        }
    }

    /// Lets go of a file that an editor had or was to get; what it left is kept, and the person is told where.
    func giveUp(_ ticket: EditingTicket) {
        let (mailbox, pipeline) = (mailbox, pipeline)
        walks.submit { mailbox.post(pipeline.giveUp(ticket), title: "edit") }
    }

    /// Has a file edited on this terminal, on this thread: nothing else may use it.
    /// - Throws: `EditorError`
    func openEditor(_ file: EditableFile) throws(EditorError) -> FileOperation? { try pipeline.openEditor(file) }

    /// Tells, at once, what is kept of a file whose editor failed.
    func noticesGivingUp(_ file: EditableFile) -> [Notice] { file.ticket.map { pipeline.giveUp($0) } ?? [] }

    /// Lets go of something whose end touches the disk.
    func release(_ value: some AnyObject & Sendable) { walks.submit { _ = value } }
}

extension Mailbox<SessionWorkers.Message> {
    /// Tells notices in a panel; nothing where there are none.
    fileprivate func post(_ notices: [Notice], title: String) {
        guard !notices.isEmpty else { return }
        post(.lasting(.report(title: title, notices)))
    }
}
