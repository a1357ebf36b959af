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
            ProcessIdentity(number: Int64(getpid()), startTime: $0, boot: presentBoot)
        }
    }

    /// Whether the process still exists, stopped or not.
    var isAlive: Bool { boot == Self.presentBoot && Self.startTime(of: number) == startTime }

    private static var presentBoot: String {
        String(decoding: contents(of: "/proc/sys/kernel/random/boot_id").prefix { $0 != 0x0a }, as: UTF8.self)
    }

    /// Returns the start time of a process; nil if it does not exist or is a zombie (state Z, X).
    private static func startTime(of process: Int64) -> Int64? {
        let stat = contents(of: "/proc/\(process)/stat")
        // The name in the second field may contain anything; the last ")" ends it.
        guard let end = stat.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = String(decoding: stat[(end + 1)...], as: UTF8.self).split(separator: " ")
        guard fields.count > 19, fields[0] != "Z", fields[0] != "X" else { return nil }
        return Int64(fields[19])
    }

    private static func contents(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(file, &bytes, bytes.count)
        return Array(bytes[..<max(0, count)])
    }
}
