import System

/// The memory allocator of this process.
package enum Allocator {
    /// Limits the allocator to two arenas and makes it return large blocks to the system at once, since workers
    /// allocate few but large lists. Call before the first thread starts.
    package static func tuneForWorkers() { sandglass_tune_allocator() }
}
