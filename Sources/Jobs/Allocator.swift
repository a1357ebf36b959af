import System

/// The memory allocator of this process.
package enum Allocator {
    /// Prevents per-thread arenas and makes the allocator return large blocks to the system at once, since workers
    /// allocate few but large lists. Call before the first thread starts.
    package static func tuneForWorkers() { sandglass_tune_allocator() }
}
