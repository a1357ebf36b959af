/// A clock that only moves forward, even if the system time is changed.
package enum MonotonicClock {
    /// Nanoseconds since an unspecified time before the process started.
    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
