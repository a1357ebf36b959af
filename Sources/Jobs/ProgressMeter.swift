import Synchronization
import System

/// The progress of long work, updated by its threads, which may push it to an observer.
///
/// The counters are atomic and never block; the name is protected by a lock that is held only while it is copied.
package final class ProgressMeter: Sendable {
    /// When the progress is pushed.
    package struct Pacing: Sendable {
        /// The time after which it is pushed for the first time, in nanoseconds.
        package let delay: UInt64
        /// The shortest time between two pushes, in nanoseconds.
        package let interval: UInt64

        /// Creates a pacing, in milliseconds.
        package init(after delay: UInt64, every interval: UInt64) {
            self.delay = delay * 1_000_000
            self.interval = interval * 1_000_000
        }
    }

    /// A receiver of progress updates.
    package struct Observer: Sendable {
        let pacing: Pacing
        let receive: @Sendable (Progress) -> Void

        /// Creates an observer.
        /// - Parameter receive: Receives the progress on a thread that has made some; it must not block.
        package init(_ pacing: Pacing, receive: @escaping @Sendable (Progress) -> Void) {
            self.pacing = pacing
            self.receive = receive
        }
    }

    private let bytesDone = Atomic<UInt64>(0)
    private let filesDone = Atomic<UInt64>(0)
    private let bytesTotal = Atomic<UInt64>(0)
    private let filesTotal = Atomic<UInt64>(0)
    private let stage = Atomic<UInt8>(Progress.Stage.working.rawValue)
    private let name = Mutex<[UInt8]>([])
    /// When the work started, in nanoseconds on the monotonic clock.
    package let started: UInt64
    private let observer: Observer?
    /// The time of the next push.
    private let due: Atomic<UInt64>

    /// Creates a meter for work that starts now.
    package init(_ observer: Observer? = nil) {
        started = MonotonicClock.now()
        self.observer = observer
        due = Atomic(started + (observer?.pacing.delay ?? 0))
    }

    /// Sets the totals.
    package func expect(files: UInt64, bytes: UInt64) {
        filesTotal.store(files, ordering: .relaxed)
        bytesTotal.store(bytes, ordering: .relaxed)
    }

    /// Starts another stage of the work and resets the counters.
    /// - Parameter files: The number of files in this stage.
    package func beginStage(_ stage: Progress.Stage, files: UInt64) {
        filesDone.store(0, ordering: .relaxed)
        bytesDone.store(0, ordering: .relaxed)
        expect(files: files, bytes: 0)
        self.stage.store(stage.rawValue, ordering: .relaxed)
        pushIfDue()
    }

    /// Adds to the work done.
    package func add(files: UInt64 = 0, bytes: UInt64 = 0) {
        if files > 0 { filesDone.wrappingAdd(files, ordering: .relaxed) }
        if bytes > 0 { bytesDone.wrappingAdd(bytes, ordering: .relaxed) }
        pushIfDue()
    }

    /// Sets the work done, where it is known as a sum.
    package func reach(files: UInt64, bytes: UInt64) {
        filesDone.store(files, ordering: .relaxed)
        bytesDone.store(bytes, ordering: .relaxed)
        pushIfDue()
    }

    /// Subtracts bytes that have to be copied again.
    package func takeBack(bytes: UInt64) { bytesDone.wrappingSubtract(bytes, ordering: .relaxed) }

    /// Sets the name, as bytes, of the current item.
    package func beginItem(_ name: some Sequence<UInt8>) {
        self.name.withLock { kept in
            kept.removeAll(keepingCapacity: true)
            kept.append(contentsOf: name)
        }
        pushIfDue()
    }

    /// Pushes the progress to the observer if the last push is long enough ago; also called from time to time for work
    /// that makes no progress, since the time that it has taken is part of it.
    package func pushIfDue() {
        guard let observer else { return }
        let now = MonotonicClock.now()
        let time = due.load(ordering: .relaxed)
        // Of several threads, one pushes.
        guard now >= time,
            due.compareExchange(expected: time, desired: now + observer.pacing.interval, ordering: .relaxed).exchanged
        else { return }
        observer.receive(progress)
    }

    /// The current progress.
    package var progress: Progress {
        Progress(
            filesDone: filesDone.load(ordering: .relaxed),
            filesTotal: filesTotal.load(ordering: .relaxed),
            bytesDone: bytesDone.load(ordering: .relaxed),
            bytesTotal: bytesTotal.load(ordering: .relaxed),
            name: name.withLock { $0 },
            nanoseconds: MonotonicClock.now() - started,
            stage: Progress.Stage(rawValue: stage.load(ordering: .relaxed)) ?? .working
        )
    }
}

/// A snapshot of the progress of some work.
package struct Progress: Hashable, Sendable {
    /// The stage of the work; each stage has its own counts.
    package enum Stage: UInt8, Sendable {
        /// Checking whether anything prevents the work.
        case checking
        case working
        /// Removing items that are no longer needed.
        case cleaningUp
        /// Deriving a key from a passphrase; the amounts count iterations rather than bytes.
        case unlocking

        /// The stage's name for use within a sentence; nil for the work itself.
        package var name: String? {
            switch self {
            case .checking: "checking"
            case .working: nil
            case .cleaningUp: "cleaning up"
            case .unlocking: "deriving the key"
            }
        }
    }

    /// The number of items done.
    package var filesDone: UInt64
    /// The total number of items; 0 if unknown.
    package var filesTotal: UInt64
    /// The number of bytes done.
    package var bytesDone: UInt64
    /// The total number of bytes; 0 if unknown.
    package var bytesTotal: UInt64
    /// The name of the current item. Raw bytes, not safe for a terminal.
    package var name: [UInt8]
    /// The time since the work started.
    package var nanoseconds: UInt64
    /// The current stage.
    package var stage: Stage

    /// Creates a snapshot.
    package init(
        filesDone: UInt64,
        filesTotal: UInt64,
        bytesDone: UInt64,
        bytesTotal: UInt64,
        name: [UInt8],
        nanoseconds: UInt64,
        stage: Stage = .working
    ) {
        self.filesDone = filesDone
        self.filesTotal = filesTotal
        self.bytesDone = bytesDone
        self.bytesTotal = bytesTotal
        self.name = name
        self.nanoseconds = nanoseconds
        self.stage = stage
    }

    /// The fraction of the work done, from 0 to 1; nil if the total is unknown.
    ///
    /// Each file counts as `bytesPerFile` bytes on top of its contents, to account for the cost of creating it.
    package var fraction: Double? {
        let total = Self.work(files: filesTotal, bytes: bytesTotal)
        guard total > 0 else { return nil }
        return min(1, Self.work(files: filesDone, bytes: bytesDone) / total)
    }

    /// The number of bytes of a large file that can be copied in the time it takes to create a small file.
    static let bytesPerFile = 65_536.0

    static func work(files: UInt64, bytes: UInt64) -> Double { Double(files) * bytesPerFile + Double(bytes) }
}
