import Browser
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Jobs
import Queries
import Synchronization
import Transactions

/// The threads that perform the browser's effects, and the mailbox for their results.
///
/// Each kind of effect is in a separate file. Short work has dedicated threads, so that it does not wait for counts.
final class SessionWorkers {
    enum Message: Sendable {
        /// A worker's result, and the epoch of the container it is about.
        case event(BrowserEvent, epoch: Int)
        /// A result that is valid whichever container is open, such as the end of an operation.
        case lasting(BrowserEvent)
        /// The answer to a request for a theme, with its number.
        case theme(BrowserEvent, request: Int)
        /// A report about opening a container. The cancellation identifies the attempt among several.
        case opening(OpeningReport, by: Cancellation)
        /// A container was opened beside the one of the epoch.
        case secondContainer(Container, at: ContainerStart, epoch: Int)
        /// An item outside of the open container can be used.
        /// - Parameters:
        ///   - in: The container that it is in; nil for an item of this computer.
        ///   - groups: The app groups that the purpose is about as well.
        case aside(ItemAddress, in: Container?, groups: [Container], for: AsidePurpose, epoch: Int)
    }

    /// A report about opening a container.
    enum OpeningReport: Sendable {
        /// The container, where to begin in it, and the state that the previous session left of it.
        case opened(Container, at: ContainerStart, SnapshotKeeper.Launch)
        /// The path cannot be opened. If there is nothing else to show, the session ends.
        case failed(ContainerStoreError)
        /// Anything else.
        case event(OpeningEvent)
    }

    let mailbox: Mailbox<Message>
    /// For work that the user waits for.
    let short: WorkerPool
    /// For counting, with lower priority than input and the cover.
    let long = WorkerPool(threads: WorkerPool.cores, isBackground: true)
    /// For long work that need not wait for a count.
    let walks = WorkerPool(threads: 2)
    /// For previews. If one hangs on a slow disk, a thread is left for the next.
    let previews = WorkerPool(threads: 2)
    /// For opening containers, and for reporting how far that is. If one blocks, another can still be opened.
    let openers = WorkerPool(threads: 4)
    /// For looking for devices, which waits between two looks.
    let devices = WorkerPool(threads: 1)
    /// Ends the search for devices; nil if there is none.
    var watchingDevices: (cancellation: Cancellation, ended: Semaphore)?
    /// Cancels the opening of a container; nil if none is being opened.
    var opening: Cancellation?
    /// Lists of up to this length are sorted before their first rows are shown: finding those takes nearly as long.
    var quicklySorted = 150_000
    /// For watching directories.
    let watching = Watching()
    /// For telling what changes in the container.
    let changes = ContainerChanges()
    /// For operations that change files, one after another.
    let operations = TaskQueue()
    /// Everything that may take long.
    let tasks: TaskRegister
    /// For files that are open in the editor.
    let editing = EditingSessions()
    /// The open container.
    var container: Container? {
        didSet {
            // Work on the previous container keeps its roots as long as it runs.
            open = container.map { OpenRoots($0) } ?? OpenRoots()
            cancelEverything()
            changes.stop()
            whole.cancel()
            whole = Cancellation()
            epoch += 1
            memory.forget()
        }
    }
    /// The open container's root, and the roots on this computer that were used with it: the one table for everything
    /// that workers read and change.
    private(set) var open = OpenRoots()
    /// Adds a container beside the open one.
    func add(_ container: Container) { open.add(container) }
    /// The number of the open container: results about an earlier one are dropped.
    private(set) var epoch = 0

    /// The queries that have not been answered to the end.
    let awaited = AwaitedQueries()
    /// Values kept by queries about the open container.
    let memory = QueryMemory()
    /// Cancels the reading of a directory that is no longer needed, on each side.
    private var reading: [Side: Cancellation] = [:]
    /// Cancels counts and long queries.
    private var counting = Cancellation()
    /// Work needed only until the next of its kind.
    private enum Latest: Hashable, CaseIterable {
        case preview, viewing, panel, destination
    }
    /// Cancels work that is no longer needed.
    private var latest: [Latest: Cancellation] = [:]
    /// Cancels queries about the container, until another one is opened.
    private(set) var whole = Cancellation()

    /// Makes the demonstration, which is not remembered; nil if there is none.
    var demonstration: DemonstrationMaker?
    /// Where containers are remembered; nil for nowhere.
    let remembered: ContainerMemoryStore?
    /// The problems with it that were reported to the user.
    let memoryProblems = SharedSet()
    /// A single thread, so that changes to the memory are made in order.
    let memoryPool = WorkerPool(threads: 1)
    /// Where the journal and the trash are; nil to follow the process's environment.
    let environment: TransactionEnvironment?
    /// Whether nothing in a container is changed.
    let isReadOnly: Bool

    /// Creates the threads' work of a session.
    /// - Parameter remindsLater: Whether tasks that make no progress are reported only after a call of `tasks.remind()`.
    init(
        short: WorkerPool,
        remembering remembered: ContainerMemoryStore? = nil,
        in environment: TransactionEnvironment? = nil,
        isReadOnly: Bool = false,
        remindsLater: Bool = false
    ) throws(JobsError) {
        tasks = TaskRegister(remindsLater: remindsLater)
        self.short = short
        self.remembered = remembered
        self.isReadOnly = isReadOnly
        self.environment = environment
        mailbox = try Mailbox()
    }

    func cancelBackground() {
        counting.cancel()
        counting = Cancellation()
    }

    func cancelEverything() {
        cancelBackground()
        for side in Side.allCases { _ = cancellationForReading(side) }
        for kind in Latest.allCases { _ = cancellation(forNext: kind) }
    }

    /// Returns the cancellation for the next work of a kind, and cancels the previous one.
    private func cancellation(forNext kind: Latest) -> Cancellation {
        let next = Cancellation()
        latest[kind]?.cancel()
        latest[kind] = next
        return next
    }

    /// Returns the cancellation for the next directory of a side, and cancels work on the previous one.
    func cancellationForReading(_ side: Side) -> Cancellation {
        let next = Cancellation()
        reading[side]?.cancel()
        reading[side] = next
        return next
    }

    /// Returns the cancellation of a query, which is cancelled when its answer is no longer needed.
    func cancellation(for scope: QueryScope) -> Cancellation {
        switch scope {
        case .reading(let side, _), .arrangement(let side, _): reading[side] ?? cancellationForReading(side)
        case .background: counting
        case .preview: cancellation(forNext: .preview)
        case .viewing: cancellation(forNext: .viewing)
        case .panel: cancellation(forNext: .panel)
        case .destination: cancellation(forNext: .destination)
        case .container: whole
        }
    }
}
