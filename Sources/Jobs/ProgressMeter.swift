import Synchronization

/// What long work has done so far, told by its threads and read by whoever shows it.
///
/// Counters never make their readers wait; the name is guarded for as long as it takes to copy it.
package final class ProgressMeter: Sendable {
    private let bytesDone = Atomic<UInt64>(0)
    private let filesDone = Atomic<UInt64>(0)
    private let bytesTotal = Atomic<UInt64>(0)
    private let filesTotal = Atomic<UInt64>(0)
    private let stage = Atomic<UInt8>(Progress.Stage.working.rawValue)
    private let name = Mutex<[UInt8]>([])
    /// When the work began, on the monotonic clock.
    package let started: UInt64

    /// A meter for work that begins now.
    package init() { started = MonotonicClock.now() }

    /// Says how much there is to do in all.
    package func expect(files: UInt64, bytes: UInt64) {
        filesTotal.store(files, ordering: .relaxed)
        bytesTotal.store(bytes, ordering: .relaxed)
    }

    /// Goes on to another stage of the work, which begins from nothing.
    /// - Parameter files: how many files it is about.
    package func begin(_ stage: Progress.Stage, files: UInt64) {
        filesDone.store(0, ordering: .relaxed)
        bytesDone.store(0, ordering: .relaxed)
        expect(files: files, bytes: 0)
        self.stage.store(stage.rawValue, ordering: .relaxed)
    }

    /// Adds to what has been done.
    package func add(files: UInt64 = 0, bytes: UInt64 = 0) {
        if files > 0 { filesDone.wrappingAdd(files, ordering: .relaxed) }
        if bytes > 0 { bytesDone.wrappingAdd(bytes, ordering: .relaxed) }
    }

    /// Takes back bytes that have to be done anew.
    package func takeBack(bytes: UInt64) { bytesDone.wrappingSubtract(bytes, ordering: .relaxed) }

    /// Says which item is being worked on; `name` is its bytes.
    package func begin(_ name: some Sequence<UInt8>) {
        self.name.withLock { kept in
            kept.removeAll(keepingCapacity: true)
            kept.append(contentsOf: name)
        }
    }

    /// How things stand now.
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

/// How long work stands at one moment.
package struct Progress: Hashable, Sendable {
    /// What is done to the files; each stage is counted for itself.
    package enum Stage: UInt8, Sendable {
        /// Whether anything stands in the way.
        case checking
        case working
        /// What is not needed any more goes.
        case cleaningUp

        /// The stage for people, in the course of a sentence; nil for the work itself.
        package var name: String? {
            switch self {
            case .checking: "checking"
            case .working: nil
            case .cleaningUp: "cleaning up"
            }
        }
    }

    /// Items that are finished.
    package var filesDone: UInt64
    /// Items in all, as far as they were counted before; 0 where nobody did.
    package var filesTotal: UInt64
    /// Bytes that are finished.
    package var bytesDone: UInt64
    /// Bytes in all; 0 where nobody counted them.
    package var bytesTotal: UInt64
    /// The name, as bytes, of the item that is being worked on. Not safe for a terminal.
    package var name: [UInt8]
    /// Since the work began.
    package var nanoseconds: UInt64
    /// What is done now.
    package var stage: Stage

    /// All of it, at one moment.
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

    /// How much of the work is done, from 0 to 1; nil where nobody counted it before.
    ///
    /// A file costs time beyond that for its bytes: it counts as much as `bytesPerFile`.
    package var fraction: Double? {
        let total = Self.work(files: filesTotal, bytes: bytesTotal)
        guard total > 0 else { return nil }
        return min(1, Self.work(files: filesDone, bytes: bytesDone) / total)
    }

    /// Making a small file takes about as long as copying this many bytes of a large one.
    static let bytesPerFile = 65_536.0

    static func work(files: UInt64, bytes: UInt64) -> Double { Double(files) * bytesPerFile + Double(bytes) }
}
