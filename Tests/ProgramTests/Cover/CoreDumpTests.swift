import Screen
import System
import TestSupport
import Testing
import VirtualTerminal

/// Core dumps would hold what was shown. Whether one is written depends on the system; what decides it for a process is
/// in /proc.
@Suite("Core dumps", .onManyThreads)
struct CoreDumpTests {
    /// The soft limit of the size of core dumps, and the filter of the memory in them, of a process.
    private func permitted(_ process: Int32) throws -> (limit: String, filter: String) {
        let limits = String(decoding: try readFile("/proc/\(process)/limits"), as: UTF8.self)
        let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
        let filter = String(decoding: try readFile("/proc/\(process)/coredump_filter"), as: UTF8.self)
        return (String(line.split(separator: " ")[4]), String(filter.prefix { $0 != "\n" }))
    }

    @Test("the browser, its guard and commands dump no memory, unless it is asked for", arguments: [true, false])
    func permissions(isAskedFor: Bool) throws {
        let container = try SampleContainer()
        let home = TemporaryDirectory()
        var variables = ["TERM": "xterm-256color", "HOME": home.path]
        if isAskedFor { variables["SANDGLASS_CORE"] = "1" }
        for (command, text) in [("browse", "Documents/"), ("watch", "watching ")] {
            let terminal = try PseudoTerminal(
                "/bin/sh", ["-c", "ulimit -c unlimited && \"$@\"; exit", "sh", sandglass, command, container.path],
                environment: variables, size: Size(columns: 100, rows: 30))
            try terminal.waitFor(text)
            let processes = terminal.jobProcesses.filter { RunningProcess($0)?.command.hasPrefix("sandglass") == true }
            #expect(processes.count >= (command == "browse" ? 2 : 1), "\(terminal.processReport)")
            for process in processes {
                let (limit, filter) = try permitted(process)
                #expect((limit == "0") != isAskedFor && (filter == "00000000") != isAskedFor, "\(limit), \(filter)")
            }
            try terminal.killJobs()
        }
    }
}
