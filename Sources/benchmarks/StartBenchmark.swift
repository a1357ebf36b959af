import ArgumentParser
import System

/// Measures the first frame and the memory against an empty ncurses program of the same linkage, which is the least that
/// they can be.
struct StartBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Measure the first frame and memory against an empty ncurses program.",
        discussion: """
            Both programs, and nnn if it is installed, are started in turn on the demonstration, on a terminal of 140 by \
            40. The time ends with the first output, the memory is that of all processes once they are idle: the \
            proportional set size. Times depend on what else the machine does; ratios and minimums depend on it less.
            """
    )

    @Option(help: "The number of measurements of everything.")
    var runs = 25

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("--runs must be at least 1") }
    }

    func run() throws {
        SignalBlock.holdBack()
        defer { SignalBlock.letThrough() }
        guard let program = Child.beside("sandglass"), let empty = Child.beside("empty-screen") else {
            throw BenchmarkError(
                "sandglass and empty-screen are not beside this program (swift build -c release --static-swift-stdlib)")
        }
        var template = Array("/tmp/sandglass-start-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchmarkError("could not make a temporary directory") }
        let own = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { Tree.remove(own) }
        let made = try Child.runChild([program, "demo", "--no-browse", "--at", own + "/demo"], keepsOutput: true)
        guard made.status == 0, let container = made.output.split(separator: "\n").last else {
            throw BenchmarkError("could not make the demonstration")
        }
        var subjects = [
            StartedProgram("empty ncurses program", [empty]),
            StartedProgram("sandglass", [program, String(container)]),
        ]
        if let nnn = Child.find("nnn") { subjects.append(StartedProgram("nnn", [nnn, String(container)])) }
        // The first run warms the caches and does not count.
        for round in 0...runs {
            for index in subjects.indices {
                try SignalBlock.check()
                try subjects[index].measure(home: own, counts: round > 0)
            }
        }
        var rows = subjects.map(\.row)
        for index in rows.indices.dropFirst() {
            let memory = Double(rows[index].peakKiB) / Double(max(1, rows[0].peakKiB))
            rows[index].compare(with: rows[0], called: "empty")
            rows[index].note += ", memory \(ReportRow.decimal(memory, places: 2)) ×"
        }
        print(ReportTable(rows: rows).text)
    }
}

/// A program whose start is measured.
private struct StartedProgram {
    private static let patience: Int32 = 60_000
    /// Milliseconds without output after which a program is idle.
    private static let rest: Int32 = 500

    private let title: String
    private let arguments: [String]
    private var seconds: [Double] = []
    private var memories: [Double] = []

    init(_ title: String, _ arguments: [String]) {
        self.title = title
        self.arguments = arguments
    }

    /// The median time, and the median memory as the peak.
    var row: ReportRow {
        ReportRow(tree: "demonstration", title: title, seconds: median(seconds), peakKiB: Int(median(memories)))
    }

    /// Starts the program, and ends it when it is idle.
    mutating func measure(home: String, counts: Bool) throws {
        var size = winsize(ws_row: 40, ws_col: 140, ws_xpixel: 0, ws_ypixel: 0)
        let started = now()
        let (controller, process) = try ProgramRun.start(arguments, home: home, size: &size)
        defer {
            for member in Self.session(of: process) { kill(member, SIGKILL) }
            waitpid(process, nil, 0)
            close(controller)
        }
        guard Self.awaitOutput(from: controller, Self.patience) else { throw BenchmarkError("\(title) shows nothing") }
        let shown = now() - started
        while Self.awaitOutput(from: controller, Self.rest) {}
        guard counts else { return }
        seconds.append(shown)
        memories.append(Double(Self.session(of: process).reduce(0) { $0 + Self.proportionalMemory(of: $1) }))
    }

    /// Waits for output, and reads it.
    private static func awaitOutput(from controller: Int32, _ milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, milliseconds) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        return read(controller, &buffer, buffer.count) > 0
    }

    /// The processes of the session of which a process is the leader: itself, the guard's browser, and others.
    private static func session(of process: pid_t) -> [pid_t] { RunningProcess.all.filter { getsid($0) == process } }

    /// Returns the memory of a process in KiB, of which it has its part of what it shares with others
    /// (proc_pid_smaps(5)); 0 if the kernel does not report it.
    private static func proportionalMemory(of process: pid_t) -> Int {
        let file = open("/proc/\(process)/smaps_rollup", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = read(file, &buffer, buffer.count)
        let lines = String(decoding: buffer[..<max(0, count)], as: UTF8.self).split(separator: "\n")
        let words = lines.first { $0.hasPrefix("Pss:") }?.split(separator: " ") ?? []
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
}
