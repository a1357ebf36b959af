import Browser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Jobs
import Synchronization
import Transactions

/// The threads that carry out the browser's effects, and the mailbox by which they answer.
///
/// Each family of effects is a file of its own. Short work has its own threads, so that it need not wait for counts.
final class SessionWorkers {
    enum Message: Sendable {
        /// What a worker found out, and about which of the containers that were opened.
        case event(BrowserEvent, epoch: Int)
        /// What holds whichever container is open by now: what became of an operation.
        case lasting(BrowserEvent)
        /// Another container: the loop has to know its handle before the state knows of it.
        case opened(Container, at: ContainerStart)
    }

    let mailbox: Mailbox<Message>
    /// For what the person waits for.
    let short: WorkerPool
    /// For counting. Keys, and the cover, come before it.
    let long = WorkerPool(threads: WorkerPool.cores, isBackground: true)
    /// For what takes long and need not wait for a count.
    let walks = WorkerPool(threads: 2)
    /// For looking into files. One that hangs on a slow disk leaves a thread for the next.
    let previews = WorkerPool(threads: 2)
    /// For telling of changes in directories.
    let watching = Watching()
    /// For what changes files, one after the other.
    let operations = OperationQueue()
    /// For files that an editor has.
    let editing = EditingSessions()
    /// The container that is open.
    var container: Container? {
        didSet {
            cancelEverything()
            whole.cancel()
            whole = Cancellation()
            epoch += 1
        }
    }
    /// Which container that is: what was found out about the one before is of no use any more.
    private(set) var epoch = 0

    /// Stops the reading of a directory that nobody waits for any more, on each side.
    private var reading: [Side: Cancellation] = [:]
    /// Stops counts and answers.
    private var background = Cancellation()
    /// Stops the look into a file that nobody waits for any more.
    private var preview = Cancellation()
    /// Stops what is asked about the container until another one is opened.
    private var whole = Cancellation()

    /// Where the journal and the trash are; nil for what the process's environment says.
    let environment: TransactionEnvironment?

    init(short: WorkerPool, in environment: TransactionEnvironment? = nil) throws(JobsError) {
        self.short = short
        self.environment = environment
        mailbox = try Mailbox()
    }

    func cancelBackground() {
        background.cancel()
        background = Cancellation()
    }

    func cancelEverything() {
        cancelBackground()
        for side in Side.allCases { _ = cancellationForReading(side) }
        _ = cancellationForPreview()
    }

    /// What the next preview looks at; the one before is cancelled.
    private func cancellationForPreview() -> Cancellation {
        preview.cancel()
        preview = Cancellation()
        return preview
    }

    /// What the next directory's work looks at; the work for the one before is cancelled.
    func cancellationForReading(_ side: Side) -> Cancellation {
        let next = Cancellation()
        reading[side]?.cancel()
        reading[side] = next
        return next
    }

    /// The handle below which a side's paths are read, to be had on a worker; nil where no container is open.
    func root(of side: Side) -> SideRoot? {
        switch side {
        case .container: container.map { .container($0) }
        case .computer: .computer
        }
    }

    /// What a query looks at: it is cancelled when its answer is of no use any more.
    func cancellation(for scope: QueryScope) -> Cancellation {
        switch scope {
        case .reading(let side, _), .arrangement(let side, _): reading[side] ?? cancellationForReading(side)
        case .background: background
        case .preview: cancellationForPreview()
        case .container, .destination: whole
        }
    }

    /// Where the paths of a side begin.
    enum SideRoot: Sendable {
        case container(Container)
        case computer

        /// The container, where it is that side.
        var container: Container? {
            if case .container(let container) = self { return container }
            return nil
        }

        /// - Throws: `FileTreeError`
        func open() throws(FileTreeError) -> any FileTree {
            switch self {
            case .container(let container): container.tree
            case .computer: try RootedDirectory.computer()
            }
        }
    }

    /// Runs `work` on a worker with a way to answer.
    func submit(_ pool: WorkerPool, _ work: @escaping @Sendable ((BrowserEvent) -> Void) -> Void) {
        let mailbox = mailbox
        let epoch = epoch
        pool.submit { work { mailbox.post(.event($0, epoch: epoch)) } }
    }
}
