import System

/// The memory allocator of this process.
package enum Allocator {
    /// Prevents per-thread arenas and makes the allocator return large blocks to the system at once, since workers
    /// allocate few but large lists. Call before the first thread starts.
    package static func tuneForWorkers() { sandglass_tune_allocator() }

    /// Maps the memory of the program's variables at once rather than page by page as they are used, which is worth a
    /// twentieth of the time to the first frame. Best done by the first worker, beside the main thread.
    package static func mapVariables() { sandglass_map_variables() }

    /// Returns the memory of the code that ran up to now to the system. The code that runs again is mapped again, which
    /// takes well under a millisecond: at a pause after the start, most of it does not.
    package static func unmapCode() { sandglass_unmap_code() }
}
