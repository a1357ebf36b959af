import Synchronization

/// A value that a worker makes while its asker does something else.
package final class Deferred<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isMade = Semaphore()

    /// Has `pool` make the value.
    package init(on pool: WorkerPool, _ make: @escaping @Sendable () -> Value) {
        pool.submit {
            let made = make()
            self.value.withLock { $0 = made }
            self.isMade.signal()
        }
    }

    /// The value, waited for if need be. To be asked for once, by one thread.
    package func wait() -> Value? {
        isMade.wait()
        return value.withLock { $0 }
    }
}
