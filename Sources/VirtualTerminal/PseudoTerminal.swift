import CVTerm
package import Screen
import System

/// A program running on a pseudo terminal, looked at through a terminal in memory.
///
/// Nothing here sleeps: every wait reads what the program writes until a condition holds.
package final class PseudoTerminal {
    /// The program's process id; it leads a session and a process group of its own.
    package let processID: Int32
    /// Every byte the program has written so far.
    package private(set) var output: [UInt8] = []
    /// How the program ended, once that is known.
    package private(set) var exitStatus: ExitStatus?
    package private(set) var size: Size

    private let controller: Int32
    /// The terminal in memory that takes what the program writes.
    package let screen: TerminalScreen
    private var isAtEnd = false

    /// How a process ended.
    package enum ExitStatus: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - executable: its path; see `Products.executable(_:)` for those of this package.
    ///   - environment: the whole of it, but for `PATH`, `HOME` and `LANG` if they are not in it. A variable set to
    ///     "" is passed on empty. Without a `HOME` of its own the program has one where nothing can be made, not even
    ///     by root.
    package init(
        _ executable: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        size: Size = Size(columns: 80, rows: 24),
        directory: String? = nil
    ) throws {
        var variables = ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/dev/null", "LANG": "C.UTF-8"]
        variables.merge(environment) { $1 }
        let argv = ([executable] + arguments).map { strdup($0) } + [nil]
        let envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for string in argv + envp { free(string) }
        }
        var controller: Int32 = -1
        let result = cvt_spawn(
            executable, argv, envp, directory, Int32(size.rows), Int32(size.columns), &controller)
        guard result > 0, let screen = TerminalScreen(size: size) else {
            throw Failure("cannot start \(executable): \(String(cString: strerror(-result)))")
        }
        processID = result
        self.controller = controller
        self.screen = screen
        self.size = size
    }

    deinit {
        if exitStatus == nil {
            kill(processID, SIGKILL)
            var status: Int32 = 0
            waitpid(processID, &status, 0)
        }
        close(controller)
    }

    /// What went wrong while waiting, with the screen as it was.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ description: String) { self.description = description }
    }

    // MARK: - To the program

    /// Types text, or sends what keys send: "\u{1b}OA" is the up arrow.
    package func send(_ keys: String) throws { try send(bytes: Array(keys.utf8)) }

    /// Sends bytes as they are.
    package func send(bytes: [UInt8]) throws {
        do throws(Errno) {
            // While the program does not read, it may wait for us to read what it writes.
            try writeAll(bytes, to: controller, whileFull: { self.receive(milliseconds: 1) })
        } catch {
            throw Failure("cannot send: \(error)")
        }
    }

    /// Gives the terminal another size, which the program is told by SIGWINCH.
    package func resize(_ size: Size) {
        self.size = size
        screen.resize(size)
        _ = cvt_set_window_size(controller, Int32(size.rows), Int32(size.columns))
    }

    /// Sends the program a signal.
    package func signal(_ number: Int32) { kill(processID, number) }

    /// Closes nothing, but hangs the terminal up as a lost connection does: SIGHUP to the session.
    package func hangUp() { kill(processID, SIGHUP) }

    // MARK: - Waiting

    /// How long to wait at most, in seconds: long, since all tests share the computer, and a wait that is over
    /// early proves nothing.
    package static let patience = 120

    /// Reads what the program writes until `condition` holds.
    ///
    /// - Parameter what: what is waited for, for the message when it does not come.
    package func waitUntil(
        _ what: String,
        timeoutSeconds: Int = patience,
        _ condition: (PseudoTerminal) throws -> Bool
    ) throws {
        let deadline = Self.now() + timeoutSeconds * 1000
        while true {
            receive(milliseconds: 0)
            if try condition(self) { return }
            if Self.now() >= deadline {
                throw Failure("waited in vain for \(what); the screen:\n\(text)\n--")
            }
            if isAtEnd {
                reap()
                if try condition(self) { return }
                if exitStatus != nil { throw Failure("ended before \(what); the screen:\n\(text)\n--") }
            }
            // Conditions on the process itself come without any output: look again after a moment at the latest.
            receive(milliseconds: 10)
        }
    }

    /// Waits until the screen shows `string`.
    package func waitFor(_ string: String, timeoutSeconds: Int = patience) throws {
        try waitUntil("\"\(string)\"", timeoutSeconds: timeoutSeconds) { $0.text.contains(string) }
    }

    /// Waits until the program has ended, and reads the rest of what it wrote.
    package func waitForExit(timeoutSeconds: Int = patience) throws -> ExitStatus {
        let deadline = Self.now() + timeoutSeconds * 1000
        while exitStatus == nil {
            receive(milliseconds: 10)
            reap()
            if Self.now() >= deadline {
                throw Failure("the program does not end:\n\(processReport)\nthe screen:\n\(text)\n--")
            }
        }
        while receive(milliseconds: 0) {}
        return exitStatus!  // the loop ended, so it is there
    }

    /// Whether the program is stopped (state T), as `^Z` leaves it.
    package var isStopped: Bool { Self.state(of: processID) == "T" }

    /// The state letter of any process, as /proc tells it; nil where there is none.
    package static func state(of process: Int32) -> Character? { statistics(of: process).first?.first }

    /// The parent of any process; nil where there is no such process.
    package static func parent(of process: Int32) -> Int32? {
        statistics(of: process).dropFirst().first.flatMap { Int32($0) }
    }

    /// The fields of /proc/PID/stat from the third on, the state (proc(5)); empty where there is no such process.
    private static func statistics(of process: Int32) -> [Substring] {
        let line = firstBytes(of: "stat", process)
        // The name before it may contain anything; the last ")" ends it.
        guard let end = line.lastIndex(of: ")") else { return [] }
        return line[line.index(after: end)...].split(separator: " ")
    }

    /// What a small file of /proc/PID says; empty where there is no such process.
    static func firstBytes(of file: String, _ process: Int32) -> String {
        guard let file = fopen("/proc/\(process)/\(file)", "r") else { return "" }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 512)
        let count = fread(&bytes, 1, bytes.count - 1, file)
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    // MARK: - The screen

    /// What the screen shows, trailing blanks removed.
    package var text: String { screen.text }
    /// The rows of the screen, trailing blanks removed.
    package var lines: [String] { screen.lines }
    /// The cell at a place; dim is not known to libvterm.
    package func cell(column: Int, row: Int) -> TerminalScreen.Cell { screen.cell(column: column, row: row) }
    /// Whether the alternate screen is shown, which full-screen programs use.
    package var isAlternateScreen: Bool { screen.isAlternateScreen }
    /// Whether the text cursor is shown.
    package var isCursorVisible: Bool { screen.isCursorVisible }
    /// How many lines have scrolled off the main screen.
    package var scrollbackCount: Int { screen.scrollbackCount }
    /// Where the text cursor is.
    package var cursor: Position { screen.cursor }

    /// The terminal's modes as bytes, to be compared.
    package var modes: [UInt8] {
        var modes = termios()
        guard cvt_get_modes(controller, &modes) == 0 else { return [] }
        let flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
        let characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
        return flags.flatMap { flag in withUnsafeBytes(of: flag) { Array($0) } } + characters
    }

    /// The process group that has the terminal.
    package var foregroundGroup: Int32 { cvt_foreground_group(controller) }

    /// What was written from `mark` (an earlier `output.count`) on, as text.
    package func outputText(from mark: Int = 0) -> String { String(decoding: output[mark...], as: UTF8.self) }

    // MARK: - Reading

    /// Waits for output and feeds it to the terminal.
    /// - Returns: whether anything came.
    @discardableResult
    package func receive(milliseconds: Int) -> Bool {
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, Int32(milliseconds)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = read(controller, &buffer, buffer.count)
        guard count > 0 else {
            // EIO: nobody has the terminal open at the moment. After a hang-up a program may open it again by its name,
            // so this is not the end for good; but poll(2) does not wait for that.
            if count == 0 || (errno != EAGAIN && errno != EINTR) {
                isAtEnd = true
                usleep(UInt32(milliseconds) * 1000)
            }
            return false
        }
        isAtEnd = false
        output += buffer[..<count]
        screen.feed(buffer[..<count])
        // The terminal answers queries.
        let answer = screen.takeAnswer()
        if !answer.isEmpty { write(controller, answer, answer.count) }
        return true
    }

    private func reap() {
        guard exitStatus == nil else { return }
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG) == processID else { return }
        let signal = status & 0x7f
        exitStatus = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
