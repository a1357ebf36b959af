import Synchronization
import System

/// Threads that run jobs in the order of submission. Threads start when they are first needed.
///
/// A blocked job, for example on a slow mount, occupies one thread; the others continue.
package final class WorkerPool: Sendable {
    /// A piece of work. It runs on a worker thread and reports its results through a `Mailbox`.
    package typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job?] = []
        /// The index of the next job; jobs before it have been taken.
        var next = 0
        var idle = 0
        var threads = 0
    }

    /// The stack size in bytes. Recursing through values nested as deeply as the format readers allow (512) takes more
    /// than 512 KiB in a debug build. Only the pages that are used occupy memory.
    private static let stackSize = 4 * 1_024 * 1_024

    private let state = Mutex(State())
    private let available: Semaphore
    private let limit: Int
    private let isBackground: Bool

    /// Creates a pool.
    /// - Parameters:
    ///   - threads: The maximum number of jobs that run at the same time.
    ///   - isBackground: Whether the threads yield to all others; for work that the user does not wait for.
    package init(threads: Int, isBackground: Bool = false) {
        limit = max(1, threads)
        self.isBackground = isBackground
        available = Semaphore()
    }

    /// The number of threads that suits the machine's cores, at most 8.
    package static var cores: Int { max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) }

    /// Submits a job.
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
            // Without any thread the job would never run; run it here instead.
            if alone, let job = nextJob() { return job() }
        }
        available.signal()
    }

    /// Runs `body` on each core, and returns when all are done.
    package static func onAllCores(_ body: @escaping @Sendable () -> Void) {
        let pool = WorkerPool(threads: cores)
        let done = Semaphore()
        for _ in 1..<max(2, cores) {
            pool.submit {
                body()
                done.signal()
            }
        }
        body()
        for _ in 1..<max(2, cores) { done.wait() }
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

    /// Runs a worker thread. Workers live as long as the process: the pool is never torn down.
    private func work() {
        // Time slices are inherited from the thread that started this one.
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
