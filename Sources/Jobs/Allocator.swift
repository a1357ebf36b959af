import System

/// The memory allocator of this process.
package enum Allocator {
    /// Keeps it from giving every thread an arena of its own, and makes it return large blocks at once: the lists that
    /// workers make are large and few. To be called before the first thread starts.
    package static func tuneForWorkers() { sandglass_tune_allocator() }
}
