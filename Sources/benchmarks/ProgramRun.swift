import System

/// A program on a pseudo-terminal, observed from outside: when it shows what, and how fast it responds to keys.
struct ProgramRun {
    private static let columns: UInt16 = 120
    private static let rows: UInt16 = 40
    private static let keys = 30
    /// Seconds without output after which a program counts as idle: longer than sorting its entries takes.
    private let rest: Double
    /// Seconds to wait for the expected output before giving up.
    private static let patience = 60.0

    /// The observations of one run.
    struct Sighting {
        /// Seconds until the first entry was on the screen.
        var firstEntry = 0.0
        /// Seconds until the first entry in order was on the screen; early with luck in a program that shows partial
        /// results.
        var firstName = 0.0
        /// The median number of seconds from a key to the first byte of the response.
        var key = 0.0
        /// Memory when idle, and its peak until then.
        var memoryKiB = 0
        var peakKiB = 0
    }

    /// Returns the rows for sandglass, found beside this program, and for nnn if it is installed.
    static func rows(_ tree: Tree, _ path: String, _ runs: Int) throws -> [ReportRow] {
        let documents = path + "/Documents"
        guard let program = Child.beside("sandglass") else {
            say("Left out: sandglass is not beside this program (swift build -c release --static-swift-stdlib).")
            return []
        }
        var result = try rows(tree, "sandglass", [program, documents], runs, home: path + "/tmp")
        if let nnn = Child.find("nnn") {
            let other = try rows(tree, "nnn", [nnn, documents], runs, home: path + "/tmp")
            for index in result.indices { result[index].compare(with: other[index], called: "nnn") }
            result += other
        }
        return result
    }

    private static func rows(
        _ tree: Tree,
        _ name: String,
        _ arguments: [String],
        _ runs: Int,
        home: String
    ) throws -> [ReportRow] {
        var seen: [Sighting] = []
        for _ in 0...runs {
            try SignalBlock.check()
            var run = try ProgramRun(arguments, home: home, rest: 0.4 + Double(tree.files) * 4e-6)
            defer { run.end() }
            seen.append(try run.watch())
        }
        seen.removeFirst()
        let memory = Int(median(seen.map { Double($0.memoryKiB) }))
        let peak = Int(median(seen.map { Double($0.peakKiB) }))
        return [
            ReportRow(
                tree: tree.title, title: "\(name): entries shown", seconds: median(seen.map(\.firstEntry)), peakKiB: 0),
            ReportRow(
                tree: tree.title, title: "\(name): first name", seconds: median(seen.map(\.firstName)), peakKiB: peak),
            ReportRow(
                tree: tree.title, title: "\(name): answer to a key", seconds: median(seen.map(\.key)), peakKiB: memory),
        ]
    }

    private let process: pid_t
    private let controller: Int32
    private let started: Double
    private var output: [UInt8] = []

    private init(_ arguments: [String], home: String, rest: Double) throws {
        self.rest = rest
        var size = winsize(ws_row: Self.rows, ws_col: Self.columns, ws_xpixel: 0, ws_ypixel: 0)
        started = now()
        (controller, process) = try Self.start(arguments, home: home, size: &size)
    }

    /// Starts a program as a session leader on a pseudo-terminal.
    static func start(
        _ arguments: [String],
        home: String,
        size: inout winsize
    ) throws -> (controller: Int32, process: pid_t) {
        var path = [CChar](repeating: 0, count: 64)
        let controller = sandglass_open_terminal(&path, path.count)
        guard controller >= 0 else { throw BenchmarkError("could not open a pseudoterminal") }
        let name = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        let environment = [
            "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(home)", "TERM=xterm-256color", "LANG=C.UTF-8",
        ]
        // The first terminal that a session leader opens becomes its controlling terminal: POSIX_SPAWN_SETSID.
        return (controller, try Child.start(arguments, &actions, environment: environment, flags: 0x80).get())
    }

    /// The process that has the terminal: the browser, if the program has a guard waiting for it.
    private var subject: pid_t {
        let group = tcgetpgrp(controller)
        return group > 0 ? group : process
    }

    private mutating func watch() throws -> Sighting {
        var seen = Sighting()
        try read(until: Tree.commonPrefix)
        seen.firstEntry = now() - started
        try read(until: Tree.firstName)
        seen.firstName = now() - started
        readUntilRest()
        seen.memoryKiB = RunningProcess.memory(.resident, of: subject)
        seen.peakKiB = RunningProcess.memory(.peak, of: subject)
        var answers: [Double] = []
        for _ in 0..<Self.keys {
            let sent = now()
            guard write(controller, "j", 1) == 1, awaitOutput(Self.patience) else {
                throw BenchmarkError("the program does not answer keys")
            }
            answers.append(now() - sent)
            // The rest of the response.
            while awaitOutput(0.03) {}
        }
        seen.key = median(answers)
        return seen
    }

    private mutating func end() {
        _ = write(controller, "q", 1)
        var status: Int32 = 0
        let deadline = now() + 2
        while now() < deadline {
            if waitpid(process, &status, WNOHANG) == process {
                close(controller)
                return
            }
            _ = awaitOutput(0.02)
        }
        kill(process, SIGKILL)
        waitpid(process, &status, 0)
        close(controller)
    }

    private mutating func readUntilRest() {
        let deadline = now() + Self.patience
        while now() < deadline, awaitOutput(rest) {}
    }

    /// Reads until `text` was sent. The first name shares no cell with any name it may replace on the screen, so that
    /// no program sends only a part of it.
    private mutating func read(until text: String) throws {
        let wanted = Array(text.utf8)
        let deadline = now() + Self.patience
        var searched = 0
        while true {
            for start in searched..<max(searched, output.count - wanted.count + 1)
            where output[start..<start + wanted.count].elementsEqual(wanted) { return }
            searched = max(searched, output.count - wanted.count + 1)
            guard now() < deadline else { throw BenchmarkError("the program does not show \(text)") }
            _ = awaitOutput(0.1)
        }
    }

    /// Waits this many seconds for output.
    /// - Returns: Whether there was any.
    private mutating func awaitOutput(_ seconds: Double) -> Bool {
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, Int32(seconds * 1_000)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = System.read(controller, &buffer, buffer.count)
        guard count > 0 else {
            // The program has exited: avoid a busy loop until the deadline.
            usleep(10_000)
            return false
        }
        output += buffer[..<count]
        return true
    }
}
