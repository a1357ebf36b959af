import System

/// A counting semaphore.
package final class Semaphore: @unchecked Sendable {
    // POSIX semaphores must not be moved, so this one is heap-allocated. The sem_* functions are thread-safe.
    private let semaphore: UnsafeMutablePointer<sem_t>

    /// Creates a semaphore with the value 0.
    package init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Increments the semaphore, which lets one waiting thread continue.
    package func signal() { sem_post(semaphore) }

    /// Waits until the semaphore is positive, then decrements it.
    package func wait() { while sem_wait(semaphore) != 0 {} }

    /// Waits until the semaphore is positive, then decrements it, or until a time.
    /// - Parameter deadline: A time of `MonotonicClock`, in nanoseconds.
    package func wait(until deadline: UInt64) { sandglass_semaphore_wait(semaphore, deadline) }
}
