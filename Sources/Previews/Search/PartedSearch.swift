import Documents
import FileTree
import Formats
import Jobs
import Synchronization

/// A search forwards through a long file by several threads, each of which takes the next part until the first
/// occurrence is certain.
///
/// The bytes are copied out of the file: if it were mapped into memory, its becoming shorter would end the program.
final class PartedSearch: Sendable {
    /// The number of bytes read at once: as many as stay in a core's cache until they are searched.
    static let partSize = 1 << 17
    /// A shorter file is searched before another thread has begun.
    static let minBytes: UInt64 = 8 << 20

    private struct State {
        var next: UInt64
        /// The first occurrence so far; parts before it may still have another.
        var found: UInt64?
        var failure: FileTreeError?
        /// The number of threads that are searching a part.
        var busy = 0
        var isAwaited = false
    }

    private static let helpers = WorkerPool(threads: max(1, WorkerPool.cores - 1))

    private let search: FileSearch
    private let limits: DocumentLimits
    private let state: Mutex<State>
    private let isIdle = Semaphore()

    init(_ search: FileSearch, from start: UInt64, within limits: DocumentLimits) {
        self.search = search
        self.limits = limits
        state = Mutex(State(next: start))
    }

    /// Returns the offset of the first occurrence; nil if there is none, or if the work was cancelled.
    /// - Throws: `FileTreeError` if the file cannot be read.
    func first() throws(FileTreeError) -> UInt64? {
        for _ in 1..<max(2, WorkerPool.cores) { Self.helpers.submit { self.work() } }
        work()
        // A thread that begins only now finds nothing left to do.
        let mustWait = state.withLock { state in
            state.isAwaited = state.busy > 0
            return state.isAwaited
        }
        if mustWait { isIdle.wait() }
        let (found, failure) = state.withLock { ($0.found, $0.failure) }
        if let failure { throw failure }
        return found
    }

    private func work() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.partSize + search.pattern.count, alignment: 64)
        defer { buffer.deallocate() }
        while let base = nextPart() {
            var found: UInt64?
            var failure: FileTreeError?
            do throws(FileTreeError) {
                found = try search.first(in: buffer, from: base)
            } catch {
                failure = error
            }
            limits.progress?.add(bytes: min(UInt64(Self.partSize), search.file.size - base))
            finish(found, failure)
        }
    }

    private func nextPart() -> UInt64? {
        guard !limits.mustStop else { return nil }
        return state.withLock { state in
            guard state.found == nil, state.failure == nil, state.next < search.file.size else { return nil }
            defer { state.next += UInt64(Self.partSize) }
            state.busy += 1
            return state.next
        }
    }

    private func finish(_ found: UInt64?, _ failure: FileTreeError?) {
        let isLast = state.withLock { state in
            if let found { state.found = min(found, state.found ?? found) }
            state.failure = state.failure ?? failure
            state.busy -= 1
            return state.isAwaited && state.busy == 0
        }
        if isLast { isIdle.signal() }
    }
}
