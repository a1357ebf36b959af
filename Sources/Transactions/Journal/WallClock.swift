import System

/// The system's real-time clock, which can be set, even backwards.
enum WallClock {
    /// Seconds since 1970.
    static var seconds: Int64 { Int64(time(nil)) }

    /// Nanoseconds since 1970, saturating at the range of `Int64`.
    static var nanoseconds: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return SelfMadeChanges.moment(Int64(now.tv_sec), UInt32(truncatingIfNeeded: now.tv_nsec))
    }
}
