import Synchronization

/// A value computed by a worker while the caller does something else.
package final class Deferred<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isMade = Semaphore()

    /// Starts computing the value on `pool`.
    package init(on pool: WorkerPool, _ make: @escaping @Sendable () -> Value) {
        pool.submit {
            let made = make()
            self.value.withLock { $0 = made }
            self.isMade.signal()
        }
    }

    /// Waits for the value and returns it. Call once, from one thread.
    package func wait() -> Value? {
        isMade.wait()
        return value.withLock { $0 }
    }
}
