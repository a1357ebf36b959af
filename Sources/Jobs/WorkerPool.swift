import Synchronization
import System

/// Threads that run jobs in the order in which they were handed in. Threads start when they are first needed.
///
/// A job that blocks (a slow mount) holds one thread; the others go on.
package final class WorkerPool: Sendable {
    /// A piece of work. It runs on a worker's thread and tells its results through a `Mailbox`.
    package typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job?] = []
        /// The place of the next job: jobs before it have been taken.
        var next = 0
        var idle = 0
        var threads = 0
    }

    /// In bytes. Values nested as deep as the readers of formats allow (512) take more than 512 KiB to walk over in a
    /// debug build; only what is used takes memory.
    private static let stackSize = 4 * 1_024 * 1_024

    private let state = Mutex(State())
    private let available: Semaphore
    private let limit: Int
    private let isBackground: Bool

    /// - Parameters:
    ///   - threads: how many jobs may run at once.
    ///   - isBackground: whether the threads let all others have the processor first. For what nobody waits for.
    package init(threads: Int, isBackground: Bool = false) {
        limit = max(1, threads)
        self.isBackground = isBackground
        available = Semaphore()
    }

    /// The number of threads that share the machine's cores well.
    package static var cores: Int { max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }

    /// Hands in a job.
    package func submit(_ job: @escaping Job) {
        let startsThread = state.withLock { state in
            state.jobs.append(job)
            if state.idle >= state.jobs.count - state.next || state.threads >= limit { return false }
            state.threads += 1
            return true
        }
        if startsThread, !startThread() {
            let alone = state.withLock { state in
                state.threads -= 1
                return state.threads == 0
            }
            // Without any thread the job would wait for ever; doing it here is slow but right.
            if alone, let job = nextJob() { return job() }
        }
        available.signal()
    }

    private func startThread() -> Bool {
        let pool = Unmanaged.passRetained(self)
        let failure = sandglass_start_thread(
            Self.stackSize,
            { argument in
                if let argument { Unmanaged<WorkerPool>.fromOpaque(argument).takeUnretainedValue().work() }
                return nil
            },
            pool.toOpaque()
        )
        if failure != 0 { pool.release() }
        return failure == 0
    }

    /// A worker's life. Workers live as long as the process: the pool is never torn down.
    private func work() {
        // Whoever started the thread may have asked for other turns.
        sandglass_work_steadily()
        if isBackground { sandglass_step_back() }
        while true {
            state.withLock { $0.idle += 1 }
            available.wait()
            state.withLock { $0.idle -= 1 }
            nextJob()?()
        }
    }

    private func nextJob() -> Job? {
        state.withLock { state in
            guard state.next < state.jobs.count else { return nil }
            let job = state.jobs[state.next]
            state.jobs[state.next] = nil
            state.next += 1
            if state.next == state.jobs.count {
                state.jobs.removeAll(keepingCapacity: true)
                state.next = 0
            }
            return job
        }
    }
}
