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
        var problems: [String] = []
    }

    private static let size = MemoryLayout<TimelineRecord>.stride
    private let maxWaiting: Int
    private let makeFile: @Sendable () throws(Errno) -> Descriptor
    private let state: Mutex<State>

    /// - Parameters:
    ///   - maxWaiting: The number of records in memory from which on they are written.
    ///   - makeFile: Makes the file for them.
    init(
        maxWaiting: Int = 1 << 19,
        makeFile: @escaping @Sendable () throws(Errno) -> Descriptor = { () throws(Errno) in
            try UnnamedFile.make(size: .max)
        }
    ) {
        (self.maxWaiting, self.makeFile) = (maxWaiting, makeFile)
        state = Mutex(State())
    }

    /// The number of records.
    var count: Int { state.withLock { $0.count } }

    /// Why records are missing, as sentences without full stops; empty if none are.
    var problems: [String] { state.withLock { $0.problems } }

    /// Adds records.
    func add(_ records: [TimelineRecord]) {
        guard !records.isEmpty else { return }
        state.withLock { state in
            state.waiting += records
            state.isSorted = false
            state.count += records.count
            if state.waiting.count >= maxWaiting { write(&state) }
        }
    }

    /// Writes the records in memory as a run. Without room for them, they stay in memory.
    private func write(_ state: inout State) {
        do throws(Errno) {
            if state.file == nil { state.file = try makeFile() }
            guard let file = state.file else { return }
            state.waiting.sort(by: TimelineRecord.precedes)
            let failure = state.waiting.withUnsafeBytes { file.write($0, at: state.end) }
            guard failure == 0 else { throw Errno(rawValue: failure) }
            state.runs.append(Run(start: state.end, count: state.waiting.count))
            state.end += UInt64(state.waiting.count * Self.size)
            state.waiting.removeAll(keepingCapacity: true)
        } catch {
            // Those that do not fit are left out, rather than the memory of everybody else.
            Self.note("there is no room for all times in temporary files: \(error)", in: &state)
            state.count -= state.waiting.count
            state.waiting.removeAll(keepingCapacity: true)
        }
    }

    /// Notes that records that were written cannot be read.
    fileprivate func note(_ error: Errno) {
        state.withLock { Self.note("not all times can be read again from a temporary file: \(error)", in: &$0) }
    }

    private static func note(_ problem: String, in state: inout State) {
        if !state.problems.contains(problem) { state.problems.append(problem) }
    }

    /// Returns the records so far, in their order. Adding others does not change what it passes.
    func merged() -> TimelineMerge {
        let runs = state.withLock { state in
            if !state.isSorted { state.waiting.sort(by: TimelineRecord.precedes) }
            state.isSorted = true
            let written = state.runs.compactMap { run in
                state.file.map { TimelineMerge.Run(of: self, file: $0, start: run.start, count: run.count) }
            }
            return written + [TimelineMerge.Run(state.waiting)]
        }
        // Reads the first of each, and notes here what cannot be read.
        return TimelineMerge(runs)
    }
}

/// Merges sorted runs of records.
struct TimelineMerge {
    /// The part of a run that is in memory, and what follows.
    struct Run {
        private var records: [TimelineRecord]
        private var index = 0
        private let file: Descriptor?
        private let owner: TimelineRecords?
        private var next: UInt64 = 0
        private var left = 0

        /// The number of records read at once.
        private static let atOnce = 2_048

        init(_ records: [TimelineRecord]) {
            self.records = records
            (file, owner) = (nil, nil)
        }

        /// - Parameter owner: Notes that the file cannot be read.
        init(of owner: TimelineRecords, file: Descriptor, start: UInt64, count: Int) {
            records = []
            (self.owner, self.file, next, left) = (owner, file, start, count)
        }

        /// Returns the next record; nil at the end, and where the file cannot be read, which is noted.
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
                let read = file.read(bytes, at: start)
                filled = read == wanted ? count : 0
                // One that has become shorter has no reason.
                if filled == 0 { owner?.note(read < 0 ? .last : .inputOutput) }
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
            for child in (2 * index + 1)...(2 * index + 2) where child < heap.count {
                if TimelineRecord.precedes(heap[child].record, heap[first].record) { first = child }
            }
            guard first != index else { return }
            heap.swapAt(index, first)
            index = first
        }
    }
}
