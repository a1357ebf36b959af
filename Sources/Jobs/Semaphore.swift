import System

/// A counting semaphore.
package final class Semaphore: @unchecked Sendable {
    // POSIX semaphores must not move, so this one lives on the heap; sem_* are safe from any thread.
    private let semaphore: UnsafeMutablePointer<sem_t>

    package init() {
        semaphore = .allocate(capacity: 1)
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    /// Lets one waiter through, now or when it comes.
    package func signal() { sem_post(semaphore) }

    /// Waits until a signal is left for this thread.
    package func wait() { while sem_wait(semaphore) != 0 {} }
}
