import System

/// The identity of a process, distinct from later processes with the same process ID.
struct ProcessIdentity: Hashable, Sendable {
    var number: Int64
    /// The start time in clock ticks since boot (proc(5), field 22 of `stat`).
    var startTime: Int64
    /// The boot ID of the system's boot.
    var boot: String

    /// Creates the identity of a process recorded earlier.
    init(number: Int64, startTime: Int64, boot: String) {
        self.number = number
        self.startTime = startTime
        self.boot = boot
    }

    /// Returns the identity of this process.
    static func current() -> ProcessIdentity? {
        startTime(of: Int64(getpid())).map {
            ProcessIdentity(number: Int64(getpid()), startTime: $0, boot: Platform.bootIdentifier)
        }
    }

    /// Whether the process still exists, stopped or not.
    var isAlive: Bool { boot == Platform.bootIdentifier && Self.startTime(of: number) == startTime }

    /// Returns the start time of a process; nil if it does not exist or has exited.
    private static func startTime(of process: Int64) -> Int64? {
        guard let process = pid_t(exactly: process).flatMap({ RunningProcess($0) }), !process.hasExited else {
            return nil
        }
        return Int64(exactly: process.startTime)
    }
}
