import Browser
import ContainerModel
import ContainerStore
import Disk
import Jobs
import Synchronization

/// The threads that carry out the browser's effects, and the mailbox by which they answer.
///
/// Each family of effects is a file of its own. Short work has its own threads, so that it need not wait for counts.
final class SessionWorkers {
    enum Message: Sendable {
        /// What a worker found out, and about which of the containers that were opened.
        case event(BrowserEvent, epoch: Int)
        /// Another container: the loop has to know its handle before the state knows of it.
        case opened(Container, at: ContainerStart)
    }

    let mailbox: Mailbox<Message>
    /// For what the person waits for.
    let short: WorkerPool
    /// For counting.
    let long = WorkerPool(threads: WorkerPool.cores)
    /// For what takes long and need not wait for a count.
    let walks = WorkerPool(threads: 2)
    /// The container that is open.
    var container: Container? {
        didSet {
            cancelEverything()
            tree.cancel()
            tree = Cancellation()
            epoch += 1
        }
    }
    /// Which container that is: what was found out about the one before is of no use any more.
    private(set) var epoch = 0

    /// Stops the reading of a directory that nobody waits for any more.
    private var reading = Cancellation()
    /// Stops counts and answers.
    private var background = Cancellation()
    /// Stops the reading of the tree, which is short.
    private var tree = Cancellation()

    init(short: WorkerPool) throws(JobsError) {
        self.short = short
        mailbox = try Mailbox()
    }

    func cancelBackground() {
        background.cancel()
        background = Cancellation()
    }

    func cancelEverything() {
        cancelBackground()
        _ = cancellationForReading()
    }

    /// What the next directory's work looks at; the work for the one before is cancelled.
    func cancellationForReading() -> Cancellation {
        reading.cancel()
        reading = Cancellation()
        return reading
    }

    /// What work for the directory on screen looks at.
    var presentReading: Cancellation { reading }

    /// What counts look at.
    var presentBackground: Cancellation { background }

    /// What the reading of the tree looks at.
    var presentTree: Cancellation { tree }

    /// Runs `work` on a worker with a way to answer.
    func submit(_ pool: WorkerPool, _ work: @escaping @Sendable ((BrowserEvent) -> Void) -> Void) {
        let mailbox = mailbox
        let epoch = epoch
        pool.submit { work { mailbox.post(.event($0, epoch: epoch)) } }
    }
}
