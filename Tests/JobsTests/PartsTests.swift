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
}
