import Jobs
import Synchronization
import Testing

@Suite("Work in parts")
struct PartsTests {
    @Test(
        "every number is worked on once, and results are in order",
        arguments: [(0, 4), (1, 4), (4, 4), (5, 4), (1_000, 7), (3, 0)])
    func parts(count: Int, size: Int) throws {
        let pool = WorkerPool(threads: 3)
        let found = try #require(pool.inParts(of: count, size: size, cancellation: Cancellation()) { Array($0) })
        #expect(found.flatMap { $0 } == Array(0..<count))
    }

    @Test("a thread that asks does all work itself if the others are busy")
    func busy() throws {
        let pool = WorkerPool(threads: 1)
        let release = Semaphore()
        pool.submit { release.wait() }
        let found = pool.inParts(of: 100, size: 10, cancellation: Cancellation()) { $0.count }
        #expect(found == Array(repeating: 10, count: 10))
        release.signal()
    }

    @Test("results so far are reported one after another, and none is lost")
    func progress() {
        let pool = WorkerPool(threads: 2)
        let counts = Mutex<[Int]>([])
        _ = pool.inParts(
            of: 64, size: 1, cancellation: Cancellation(),
            progress: { results in counts.withLock { $0.append(results.count { $0 != nil }) } },
            work: { $0.lowerBound })
        #expect(counts.withLock { $0 } == Array(1...64))
    }

    @Test("cancelled work has no result")
    func cancelled() {
        let cancellation = Cancellation()
        let pool = WorkerPool(threads: 2)
        let result = pool.inParts(of: 1_000, size: 1, cancellation: cancellation) { part in
            if part.lowerBound == 3 { cancellation.cancel() }
            return part
        }
        #expect(result == nil)
    }

    @Test("work that was begun is done by other threads meanwhile, and the rest by the one that finishes it")
    func begun() {
        let pool = WorkerPool(threads: 1)
        let (isWorking, release) = (Semaphore(), Semaphore())
        let parts = pool.beginParts(of: 8, size: 1, cancellation: Cancellation()) { part in
            if part.lowerBound == 0 {
                isWorking.signal()
                release.wait()
            }
            return part.lowerBound
        }
        // On a single core, there is no other thread.
        if WorkerPool.cores > 1 { isWorking.wait() }
        release.signal()
        #expect(parts.finish() == Array(0..<8))
    }

    @Test("work that is stopped is over when that returns")
    func stopped() {
        let pool = WorkerPool(threads: 2)
        let counts = Mutex((begun: 0, ended: 0))
        let parts = pool.beginParts(of: 1_000_000, size: 1, cancellation: Cancellation()) { part in
            counts.withLock { $0.begun += 1 }
            counts.withLock { $0.ended += 1 }
            return part
        }
        parts.stop()
        let found = counts.withLock { $0 }
        #expect(found.begun == found.ended && found.begun < 1_000_000)
        _ = pool.inParts(of: 2, size: 1, cancellation: Cancellation()) { $0 }
        #expect(counts.withLock { $0 } == found)
    }
}
