import Synchronization
import System

/// All records of a timeline, of which only some are in memory: sorted runs of the others are in an unnamed file.
final class TimelineRecords: Sendable {
    /// Records that were sorted and written: their position in the file, and their number.
    private struct Run {
        let start: UInt64
        let count: Int
    }

    private struct State {
        var waiting: [TimelineRecord] = []
        var isSorted = true
        var runs: [Run] = []
        var file: Descriptor?
        var end: UInt64 = 0
        var count = 0
        var failure: Errno?
    }

    private static let size = MemoryLayout<TimelineRecord>.stride
    private let maxWaiting: Int
    private let state: Mutex<State>

    /// - Parameter maxWaiting: The number of records in memory from which on they are written.
    init(maxWaiting: Int = 1 << 19) {
        self.maxWaiting = maxWaiting
        state = Mutex(State())
    }

    /// The number of records.
    var count: Int { state.withLock { $0.count } }

    /// Why records are missing; nil if none are.
    var failure: Errno? { state.withLock { $0.failure } }

    /// Adds records.
    func add(_ records: [TimelineRecord]) {
        guard !records.isEmpty else { return }
        state.withLock { state in
            state.waiting += records
            state.isSorted = false
            state.count += records.count
            if state.waiting.count >= maxWaiting { Self.write(&state) }
        }
    }

    /// Writes the records in memory as a run. Without room for them, they stay in memory.
    private static func write(_ state: inout State) {
        do throws(Errno) {
            if state.file == nil { state.file = try UnnamedFile.make(size: .max) }
            guard let file = state.file else { return }
            state.waiting.sort(by: TimelineRecord.precedes)
            let failure = state.waiting.withUnsafeBytes { file.write($0, at: state.end) }
            guard failure == 0 else { throw Errno(rawValue: failure) }
            state.runs.append(Run(start: state.end, count: state.waiting.count))
            state.end += UInt64(state.waiting.count * size)
            state.waiting.removeAll(keepingCapacity: true)
        } catch {
            // Those that do not fit are left out, rather than the memory of everybody else.
            state.failure = error
            state.count -= state.waiting.count
            state.waiting.removeAll(keepingCapacity: true)
        }
    }

    /// Returns the records so far, in their order. Adding others does not change what it passes.
    func merged() -> TimelineMerge {
        state.withLock { state in
            if !state.isSorted { state.waiting.sort(by: TimelineRecord.precedes) }
            state.isSorted = true
            var runs = state.runs.compactMap { run in
                state.file.map { TimelineMerge.Run(file: $0, start: run.start, count: run.count) }
            }
            runs.append(TimelineMerge.Run(state.waiting))
            return TimelineMerge(runs)
        }
    }
}

/// Merges sorted runs of records.
struct TimelineMerge {
    /// The part of a run that is in memory, and what follows.
    struct Run {
        private var records: [TimelineRecord]
        private var index = 0
        private let file: Descriptor?
        private var next: UInt64 = 0
        private var left = 0

        /// The number of records read at once.
        private static let atOnce = 2_048

        init(_ records: [TimelineRecord]) {
            self.records = records
            file = nil
        }

        init(file: Descriptor, start: UInt64, count: Int) {
            records = []
            (self.file, next, left) = (file, start, count)
        }

        /// Returns the next record; nil at the end. A file that cannot be read ends.
        mutating func pop() -> TimelineRecord? {
            if index == records.count { fill() }
            guard index < records.count else { return nil }
            defer { index += 1 }
            return records[index]
        }

        private mutating func fill() {
            guard let file, left > 0 else { return }
            let count = min(left, Self.atOnce)
            let size = MemoryLayout<TimelineRecord>.stride
            let (start, wanted) = (next, count * size)
            records = Array(unsafeUninitializedCapacity: count) { buffer, filled in
                let bytes = UnsafeMutableRawBufferPointer(buffer)
                filled = file.read(bytes, at: start) == wanted ? count : 0
            }
            index = 0
            next += UInt64(wanted)
            left = records.isEmpty ? 0 : left - count
        }
    }

    private var runs: [Run]
    /// The next record of each run that has one, as a heap with the first at the top.
    private var heap: [(record: TimelineRecord, run: Int)] = []

    init(_ runs: [Run]) {
        self.runs = runs
        for index in runs.indices {
            if let record = self.runs[index].pop() { push((record, index)) }
        }
    }

    /// Returns the next record; nil at the end.
    mutating func next() -> TimelineRecord? {
        guard let first = heap.first else { return nil }
        if let record = runs[first.run].pop() {
            heap[0] = (record, first.run)
        } else {
            heap[0] = heap[heap.count - 1]
            heap.removeLast()
        }
        sink()
        return first.record
    }

    private mutating func push(_ entry: (record: TimelineRecord, run: Int)) {
        heap.append(entry)
        var index = heap.count - 1
        while index > 0, TimelineRecord.precedes(heap[index].record, heap[(index - 1) / 2].record) {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            var first = index
            for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
                if TimelineRecord.precedes(heap[child].record, heap[first].record) { first = child }
            }
            guard first != index else { return }
            heap.swapAt(index, first)
            index = first
        }
    }
}
