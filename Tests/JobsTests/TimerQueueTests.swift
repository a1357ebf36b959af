import Jobs
import Synchronization
import System
import Testing

@Suite("Timers")
struct TimerQueueTests {
    private static let millisecond: UInt64 = 1_000_000

    @Test("timers fire in the order of their times, whatever the order in which they are set")
    func order() {
        // Held, so that none is due before all are set.
        let queue = TimerQueue(isHeld: true)
        let fired = Mutex<[Int]>([])
        let all = Semaphore()
        let start = MonotonicClock.now()
        let times = Mutex<[UInt64]>([])
        for delay in [60, 20, 40] {
            queue.at(start + UInt64(delay) * Self.millisecond) {
                fired.withLock { $0.append(delay) }
                times.withLock { $0.append(MonotonicClock.now()) }
                all.signal()
            }
        }
        queue.release()
        for _ in 0..<3 { all.wait() }
        #expect(fired.withLock { $0 } == [20, 40, 60])
        let late = zip(times.withLock { $0 }, [20, 40, 60] as [UInt64])
        #expect(late.allSatisfy { $0 >= start + $1 * Self.millisecond })
    }

    @Test("a cancelled timer does not fire, and the queue continues")
    func cancelled() {
        // Held, so that the timer is not due before it is cancelled.
        let queue = TimerQueue(isHeld: true)
        let fired = Mutex<[String]>([])
        let isOver = Semaphore()
        let start = MonotonicClock.now()
        let number = queue.at(start + 20 * Self.millisecond) { fired.withLock { $0.append("cancelled") } }
        queue.cancel(number)
        queue.at(start + 40 * Self.millisecond) {
            fired.withLock { $0.append("kept") }
            isOver.signal()
        }
        queue.release()
        isOver.wait()
        #expect(fired.withLock { $0 } == ["kept"])
    }

    @Test("an action may set the next timer, and a queue that was idle starts again")
    func again() {
        let queue = TimerQueue()
        let fired = Semaphore()
        queue.at(0) { queue.at(0) { fired.signal() } }
        fired.wait()
        queue.at(0) { fired.signal() }
        fired.wait()
    }

    @Test("timers of a queue that is held fire once it is released, those that are due at once")
    func held() {
        let queue = TimerQueue(isHeld: true)
        let fired = Mutex<[String]>([])
        let isOver = Semaphore()
        queue.at(0) { fired.withLock { $0.append("due") } }
        queue.cancel(queue.at(0) { fired.withLock { $0.append("cancelled") } })
        queue.at(MonotonicClock.now() + 20 * Self.millisecond) {
            fired.withLock { $0.append("later") }
            isOver.signal()
        }
        // Another queue's timer is later than the first two would be.
        let passed = Semaphore()
        TimerQueue().at(MonotonicClock.now() + 30 * Self.millisecond) { passed.signal() }
        passed.wait()
        #expect(fired.withLock { $0 } == [])
        queue.release()
        isOver.wait()
        #expect(fired.withLock { $0 } == ["due", "later"])
        queue.at(0) { isOver.signal() }
        isOver.wait()
    }
}
