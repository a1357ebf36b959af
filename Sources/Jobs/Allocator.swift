import System

/// The memory allocator of this process.
package enum Allocator {
    /// Limits the allocator to two arenas and makes it return large blocks to the system at once, since workers
    /// allocate few but large lists. Call before the first thread starts.
    package static func tuneForWorkers() { sandglass_tune_allocator() }

    /// Returns the memory of the code and the constants that were used up to now, and of freed blocks, to the system. What
    /// is used again is mapped again, which takes well under a millisecond: at a pause after the start, most of it is not.
    package static func returnMemory() {
        sandglass_trim_heap()
        sandglass_unmap_code()
    }
}
