import Jobs
import Synchronization
import System
import Testing

struct WorkerPoolTests {
    @Test("every job runs once, whichever thread submits it", arguments: [1, 2, 3, 8, 32])
    func all(threads: Int) {
        let pool = WorkerPool(threads: threads)
        let hands = WorkerPool(threads: 4)
        let jobs = 20_000
        let runs = Mutex([Int](repeating: 0, count: jobs))
        let done = Semaphore()
        for hand in 0..<4 {
            hands.submit {
                for job in stride(from: hand, to: jobs, by: 4) {
                    pool.submit {
                        runs.withLock { $0[job] += 1 }
                        done.signal()
                    }
                }
            }
        }
        for _ in 0..<jobs { done.wait() }
        #expect(runs.withLock { $0.allSatisfy { $0 == 1 } })
    }

    @Test("a single thread runs jobs in the order of submission")
    func order() {
        let pool = WorkerPool(threads: 1)
        let order = Mutex<[Int]>([])
        let done = Semaphore()
        for job in 0..<5_000 { pool.submit { order.withLock { $0.append(job) } } }
        pool.submit { done.signal() }
        done.wait()
        #expect(order.withLock { $0 == Array(0..<5_000) })
    }

    @Test("a job that blocks occupies one thread and stops no other job", arguments: [2, 3, 8])
    func blocked(threads: Int) {
        let pool = WorkerPool(threads: threads)
        let gate = Semaphore()
        let finished = Semaphore()
        let done = Semaphore()
        for _ in 0..<threads - 1 {
            pool.submit {
                gate.wait()
                finished.signal()
            }
        }
        for _ in 0..<1_000 { pool.submit { done.signal() } }
        // Would wait forever without the last thread.
        for _ in 0..<1_000 { done.wait() }
        for _ in 0..<threads - 1 { gate.signal() }
        for _ in 0..<threads - 1 { finished.wait() }
    }

    @Test("as many jobs run at once as there are threads, and no more", arguments: [1, 2, 5])
    func limit(threads: Int) {
        let pool = WorkerPool(threads: threads)
        let running = Mutex((now: 0, maximum: 0))
        let started = Semaphore()
        let gate = Semaphore()
        let done = Semaphore()
        for _ in 0..<threads * 10 {
            pool.submit {
                running.withLock {
                    $0.now += 1
                    $0.maximum = max($0.maximum, $0.now)
                }
                started.signal()
                gate.wait()
                running.withLock { $0.now -= 1 }
                done.signal()
            }
        }
        // All threads have a job before the first is released.
        for _ in 0..<threads { started.wait() }
        for _ in 0..<threads * 10 { gate.signal() }
        for _ in 0..<threads * 10 { done.wait() }
        #expect(running.withLock { $0.maximum } == threads)
    }

    @Test("jobs that submit jobs do not deadlock")
    func nested() {
        let pool = WorkerPool(threads: 2)
        let done = Semaphore()
        @Sendable func descend(_ depth: Int) {
            guard depth > 0 else { return done.signal() }
            pool.submit { descend(depth - 1) }
            pool.submit { descend(depth - 1) }
        }
        descend(12)
        for _ in 0..<4_096 { done.wait() }
    }

    @Test("a finished job is released while its thread is idle")
    func released() {
        final class Thing: Sendable {}
        let pool = WorkerPool(threads: 1)
        let done = Semaphore()
        weak var thing: Thing?
        do {
            let made = Thing()
            thing = made
            pool.submit { withExtendedLifetime(made) {} }
        }
        // The previous job has ended and been released when this one runs.
        pool.submit { done.signal() }
        done.wait()
        #expect(thing == nil)
    }

    @Test("workers block all signals but those for faults")
    func signals() {
        let pool = WorkerPool(threads: 1)
        let blocked = Mutex<[Int32: Bool]>([:])
        let done = Semaphore()
        let signals = [
            SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH, SIGCONT, SIGPIPE, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT,
            SIGTRAP,
        ]
        pool.submit {
            var set = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &set)
            blocked.withLock { for signal in signals { $0[signal] = sigismember(&set, signal) == 1 } }
            done.signal()
        }
        done.wait()
        let faults: Set = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP]
        for signal in signals { #expect(blocked.withLock { $0[signal] } == !faults.contains(signal)) }
    }
}
