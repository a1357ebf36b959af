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
        case event(BrowserEvent)
        /// Another container: the loop has to know its handle before the state knows of it.
        case opened(Container, at: ContainerStart)
    }

    let mailbox: Mailbox<Message>
    /// For what the person waits for.
    let short: WorkerPool
    /// For what takes long.
    let long = WorkerPool(threads: WorkerPool.cores)
    /// The container that is open.
    var container: Container? {
        didSet { cancelBackground() }
    }

    /// Stops the reading of a directory that nobody waits for any more.
    private var reading = Cancellation()
    /// Stops counts and measurements.
    private var background = Cancellation()

    init(short: WorkerPool) throws(JobsError) {
        self.short = short
        mailbox = try Mailbox()
    }

    func cancelBackground() {
        background.cancel()
        background = Cancellation()
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

    /// Runs `work` on a worker with a way to answer.
    func submit(_ pool: WorkerPool, _ work: @escaping @Sendable ((BrowserEvent) -> Void) -> Void) {
        let mailbox = mailbox
        pool.submit { work { mailbox.post(.event($0)) } }
    }
}
