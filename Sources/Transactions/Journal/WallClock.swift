import System

/// The system's real-time clock, which can be set, even backwards.
enum WallClock {
    /// Seconds since 1970.
    static var seconds: Int64 { Int64(time(nil)) }

    /// Nanoseconds since 1970, saturating at the range of `Int64`.
    static var nanoseconds: Int64 { nanoseconds(of: CLOCK_REALTIME) }

    /// Returns a time that no change made until `last` is later than, and that every change from now on is later than, in
    /// nanoseconds since 1970.
    ///
    /// File systems date a change by a clock that advances in ticks of up to ten milliseconds, or by an exact one that is never
    /// behind it: a later change may bear the time of an earlier one, unless a tick lies between them. Waits for that.
    static func end(of last: Int64) -> Int64 {
        for _ in 0..<maxPauses {
            let tick = nanoseconds(of: CLOCK_REALTIME_COARSE)
            if tick > last { return tick - 1 }
            var pause = timespec(tv_sec: 0, tv_nsec: 500_000)
            nanosleep(&pause, nil)
        }
        // The clock was set back.
        return last
    }

    /// Together, they last several ticks.
    private static let maxPauses = 100

    private static func nanoseconds(of clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return SelfMadeChanges.moment(Int64(now.tv_sec), UInt32(truncatingIfNeeded: now.tv_nsec))
    }
}
