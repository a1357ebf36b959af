import Jobs
import Synchronization
import Testing

struct SemaphoreTests {
    @Test("signals sent before a wait are kept")
    func kept() {
        let semaphore = Semaphore()
        for _ in 0..<1_000 { semaphore.signal() }
        for _ in 0..<1_000 { semaphore.wait() }
    }

    @Test("every signal releases one waiter")
    func waiters() {
        let semaphore = Semaphore()
        let through = Semaphore()
        let count = Atomic(0)
        let pool = WorkerPool(threads: 6)
        for _ in 0..<6 {
            pool.submit {
                for _ in 0..<1_000 {
                    semaphore.wait()
                    count.wrappingAdd(1, ordering: .relaxed)
                    through.signal()
                }
            }
        }
        for signals in 1...100 {
            semaphore.signal()
            through.wait()
            #expect(count.load(ordering: .relaxed) == signals)
        }
        for _ in 100..<6_000 { semaphore.signal() }
        for _ in 100..<6_000 { through.wait() }
        #expect(count.load(ordering: .relaxed) == 6_000)
    }
}

struct CancellationTests {
    @Test("a cancellation is seen by other threads and is permanent")
    func cancel() {
        let cancellation = Cancellation()
        let stopped = Semaphore()
        let pool = WorkerPool(threads: 3)
        #expect(!cancellation.isCancelled)
        for _ in 0..<3 {
            pool.submit {
                while !cancellation.isCancelled {}
                stopped.signal()
            }
        }
        cancellation.cancel()
        cancellation.cancel()
        for _ in 0..<3 { stopped.wait() }
        #expect(cancellation.isCancelled)
    }
}

struct TicketTests {
    @Test("each ticket is greater than the one before, and none equals the empty ticket")
    func order() {
        let first = Ticket.none.next
        let second = first.next
        #expect(Ticket.none < first)
        #expect(first < second)
        #expect(first == Ticket.none.next)
        #expect(Set([Ticket.none, first, second, first]).count == 3)
    }
}
