import ArgumentParser
import Jobs
import System

/// Measures the time from the signal to the cover while the program is as busy as possible.
struct CoverBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cover",
        abstract: "Measure the time from SIGTSTP to the cover on a screen of 200 by 60.",
        discussion: """
            The program counts 500,000 files, starting over for every measurement, while another one copies them. The \
            time ends when the terminal has the whole cover.
            """
    )

    @Option(help: "Make the tree in this directory, keep it, and use it if it is there.")
    var keep: String?

    @Flag(help: "Use a smaller tree.")
    var quick = false

    @Option(help: "The number of measurements.")
    var rounds = 200

    func validate() throws {
        guard rounds >= 1 else { throw ValidationError("--rounds must be at least 1") }
    }

    func run() throws {
        SignalBlock.holdBack()
        defer { SignalBlock.letThrough() }
        guard let program = Child.beside("sandglass") else {
            throw BenchmarkError("sandglass is not beside this program (swift build -c release --static-swift-stdlib)")
        }
        var template = Array("/tmp/sandglass-cover-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw BenchmarkError("could not make a temporary directory") }
        let own = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { Tree.remove(own) }
        if let keep, mkdir(keep, 0o755) != 0, errno != EEXIST {
            throw BenchmarkError("could not make the directory \(keep)")
        }
        guard let tree = Tree.all(quick: quick).last else { return }
        let path = "\(keep ?? own)/\(tree.name)"
        say("Making \(tree.title) …")
        try tree.make(at: path)
        let copying = try copy(path, to: own)
        defer {
            kill(-copying, SIGKILL)
            waitpid(copying, nil, 0)
        }
        // The delay until this process is scheduled must not count.
        Scheduling.answerSoon()
        var run = try CoverRun(program, path, home: own)
        defer { run.end() }
        var times: [Double] = []
        for _ in 0..<rounds {
            try SignalBlock.check()
            times.append(try run.measure())
        }
        times.sort()
        let figures = [("median", times[times.count / 2]), ("99th percentile", times[times.count * 99 / 100])]
        for (name, time) in figures + [("longest", times[times.count - 1])] {
            print("cover, \(name): \(Int(time * 1_000_000)) µs")
        }
    }

    /// Copies the tree repeatedly, in a separate process group.
    private func copy(_ path: String, to directory: String) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let script = "while cp -a \"$1\" \"$2/copy\"; do rm -rf \"$2/copy\"; done"
        // POSIX_SPAWN_SETSID, so that all its processes can be ended together.
        return try Child.start(
            ["/bin/sh", "-c", script, "sh", path, directory], &actions, environment: nil, flags: 0x80
        ).get()
    }
}

/// The program on a pseudo-terminal of 200 by 60, as a session leader: it cannot be stopped, so it resumes by itself.
private struct CoverRun {
    private let controller: Int32
    private let leader: pid_t
    private var output: [UInt8] = []
    private static let cover = Array("fg brings it back".utf8)
    /// The sequence that leaves the screen: everything before it includes the whole cover.
    private static let leave = Array("\u{1b}[?1049l".utf8)

    init(_ program: String, _ path: String, home: String) throws {
        var size = winsize(ws_row: 60, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
        (controller, leader) = try ProgramRun.start([program, path], home: home, size: &size)
        try read(until: Array("Documents".utf8))
    }

    mutating func measure() throws -> Double {
        // ^l reads and counts everything again.
        try send("\u{c}")
        awaitOutput(milliseconds: Int32.random(in: 5...150))
        output = []
        // The browser's process group is the terminal's foreground.
        let group = tcgetpgrp(controller)
        guard group > 0 else { throw BenchmarkError("the program has gone") }
        let begin = now()
        kill(group, SIGTSTP)
        try read(until: Self.leave)
        let time = now() - begin
        guard find(Self.cover) else { throw BenchmarkError("there was no cover") }
        try read(until: Array("any key".utf8))
        try send("j")
        try read(until: Array("Container".utf8))
        return time
    }

    mutating func end() {
        kill(leader, SIGTERM)
        while awaitOutput(milliseconds: 200) {}
        waitpid(leader, nil, 0)
        close(controller)
    }

    private func send(_ keys: String) throws {
        guard write(controller, keys, keys.utf8.count) == keys.utf8.count else {
            throw BenchmarkError("the program does not respond to keys")
        }
    }

    private func find(_ wanted: [UInt8], from start: Int = 0) -> Bool {
        guard output.count >= wanted.count else { return false }
        return (max(0, start)...output.count - wanted.count).contains {
            output[$0..<$0 + wanted.count].elementsEqual(wanted)
        }
    }

    private mutating func read(until wanted: [UInt8]) throws {
        let deadline = now() + 30
        var searched = 0
        while !find(wanted, from: searched) {
            searched = output.count - wanted.count
            guard now() < deadline else {
                throw BenchmarkError("the program does not show \(String(decoding: wanted, as: UTF8.self))")
            }
            awaitOutput(milliseconds: 100)
        }
    }

    @discardableResult
    private mutating func awaitOutput(milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, milliseconds) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = System.read(controller, &buffer, buffer.count)
        if count > 0 { output += buffer[..<count] }
        return count > 0
    }
}
