import System

/// A process that can be told from a later one with the same number.
struct ProcessIdentity: Hashable, Sendable {
    var number: Int64
    /// When it started, in clock ticks since the system did (proc(5), field 22 of `stat`).
    var startTime: Int64
    /// Which start of the system that was.
    var boot: String

    /// A process as it was noted down.
    init(number: Int64, startTime: Int64, boot: String) {
        self.number = number
        self.startTime = startTime
        self.boot = boot
    }

    /// This process.
    static func current() -> ProcessIdentity? {
        startTime(of: Int64(getpid())).map {
            ProcessIdentity(number: Int64(getpid()), startTime: $0, boot: presentBoot)
        }
    }

    /// Whether the process is still there, stopped or not.
    var isAlive: Bool { boot == Self.presentBoot && Self.startTime(of: number) == startTime }

    private static var presentBoot: String {
        String(decoding: contents(of: "/proc/sys/kernel/random/boot_id").prefix { $0 != 0x0a }, as: UTF8.self)
    }

    /// Nil where there is no such process, or it has ended and nobody has looked (state Z, X).
    private static func startTime(of process: Int64) -> Int64? {
        let stat = contents(of: "/proc/\(process)/stat")
        // The name in the second field may hold anything; the last ")" ends it.
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
