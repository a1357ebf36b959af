import Jobs
import Synchronization

/// A value that another thread finds.
final class AwaitedValue<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let arrival = Semaphore()

    /// Gives the value, once.
    func give(_ found: Value) {
        value.withLock { $0 = found }
        arrival.signal()
    }

    /// Waits for the value, once.
    func wait() -> Value {
        while true {
            arrival.wait()
            if let found = value.withLock({ $0 }) { return found }
        }
    }
}
