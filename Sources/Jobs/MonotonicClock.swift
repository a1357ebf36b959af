import System

/// The clock that only goes forward, whatever is done to the time of day.
package enum MonotonicClock {
    /// Nanoseconds since some moment before the process began.
    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
