import CVTerm
package import Screen
import System

/// A program running on a pseudo-terminal, observed through an in-memory terminal.
///
/// Waiting never means sleeping for a fixed time: output is read until a condition holds.
package final class PseudoTerminal {
    /// The program's process ID; it leads its own session and process group.
    package let processID: Int32
    /// Every byte the program has written so far.
    package private(set) var output: [UInt8] = []
    /// How the program ended; nil until that is known.
    package private(set) var exitStatus: ExitStatus?
    /// The size of the terminal.
    package private(set) var size: Size

    /// Whether the program gets the terminal's answers to its queries. Turn it off before waiting for anything, to give
    /// other answers, or none.
    package var answersQueries = true

    private let controller: Int32
    /// The in-memory terminal that processes the program's output.
    package let screen: TerminalScreen
    private var isAtEnd = false
    private var updates = UpdateMarks()

    /// How a process ended.
    package enum ExitStatus: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - executable: The program's path; see `Products.executable(_:)` for this package's programs.
    ///   - environment: The complete environment, except that `PATH`, `HOME` and `LANG` get defaults. A variable set to
    ///     "" is passed on empty. The default `HOME` is one in which not even root can create anything.
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

    /// A failure while waiting, with the contents of the screen.
    package struct Failure: Error, CustomStringConvertible {
        /// The failure, followed by the screen.
        package let description: String

        init(_ description: String) { self.description = description }
    }

    // MARK: - Input

    /// Types text, or sends the sequences of keys: "\u{1b}OA" is the up arrow.
    package func send(_ keys: String) throws { try send(bytes: Array(keys.utf8)) }

    /// Sends bytes unchanged.
    package func send(bytes: [UInt8]) throws {
        do throws(Errno) {
            // While the program does not read its input, it may be waiting for its output to be read.
            try writeAll(bytes, to: controller, whileFull: { self.awaitOutput(milliseconds: 1) })
        } catch {
            throw Failure("cannot send: \(error)")
        }
    }

    /// Whether the program has read everything that was sent, if it reads byte by byte.
    package var hasReadInput: Bool { cvt_unread(controller) <= 0 }

    /// Resizes the terminal, which the kernel reports to the program with SIGWINCH.
    package func resize(_ size: Size) {
        self.size = size
        screen.resize(size)
        _ = cvt_set_window_size(controller, Int32(size.rows), Int32(size.columns))
    }

    /// Sends the program a signal.
    package func signal(_ number: Int32) { kill(processID, number) }

    /// Sends SIGHUP to the program, as a hang-up of the terminal would, without closing anything.
    package func hangUp() { kill(processID, SIGHUP) }

    // MARK: - Waiting

    /// The default time limit in seconds. It is generous because all tests share the computer, and a wait that ends too
    /// early proves nothing.
    package static let patience = 120

    /// Reads the program's output until `condition` holds, and the rest of the frame in which it does.
    ///
    /// A frame ends with the mark of a synchronized update, or, for a terminal that has none, when the program has
    /// written everything and sleeps. If the rest of a frame stays away, half of it counts.
    ///
    /// - Parameters:
    ///   - what: A description of the condition, for the failure message.
    ///   - outlivesProgram: Whether the condition may come to hold after the program has ended.
    package func waitUntil(
        _ what: String,
        timeoutSeconds: Int = patience,
        outlivesProgram: Bool = false,
        _ condition: (PseudoTerminal) throws -> Bool
    ) throws {
        let deadline = Self.now() + timeoutSeconds * 1000
        while true {
            awaitOutput(milliseconds: 0)
            finishUpdate(before: deadline)
            if try condition(self) { return finishFrame(before: deadline) }
            if Self.now() >= deadline {
                throw Failure("timed out waiting for \(what); the screen:\n\(text)\n--")
            }
            if isAtEnd {
                reap()
                if try condition(self) { return }
                if exitStatus != nil, !outlivesProgram {
                    throw Failure("ended before \(what); the screen:\n\(text)\n--")
                }
            }
            // Conditions on the process itself are not signaled by output: check again after a moment.
            awaitOutput(milliseconds: 10)
        }
    }

    /// How long the rest of a frame may stay away, in milliseconds, before half of it counts: a program may have been
    /// stopped in the middle.
    private static let unfinished = 1_000

    /// Reads the rest of a frame that has begun.
    private func finishUpdate(before deadline: Int) {
        while updates.isOpen, !isAtEnd, Self.now() < deadline, awaitOutput(milliseconds: Self.unfinished) {}
    }

    /// Reads on until the program waits for something and all that it wrote is read: ncurses writes a large frame in
    /// several parts.
    private func finishFrame(before deadline: Int) {
        let end = min(deadline, Self.now() + Self.unfinished)
        // The state is looked at first: nothing that was written before the program fell asleep is missed then.
        while !isAtEnd, Self.now() < end {
            // One that waits for a page of its own or for a lock of the kernel (D) is in the middle of its work, too.
            let isWriting = Self.state(of: processID).map { "RD".contains($0) } ?? false
            if !awaitOutput(milliseconds: isWriting ? 1 : 0), !isWriting { return }
        }
    }

    /// Waits until the screen shows `string`.
    package func waitFor(_ string: String, timeoutSeconds: Int = patience) throws {
        try waitUntil("\"\(string)\"", timeoutSeconds: timeoutSeconds) { $0.text.contains(string) }
    }

    /// Waits until the program has ended, and reads the rest of its output.
    package func waitForExit(timeoutSeconds: Int = patience) throws -> ExitStatus {
        let deadline = Self.now() + timeoutSeconds * 1000
        while exitStatus == nil {
            awaitOutput(milliseconds: 10)
            reap()
            if Self.now() >= deadline {
                throw Failure("the program does not exit:\n\(processReport)\nthe screen:\n\(text)\n--")
            }
        }
        while awaitOutput(milliseconds: 0) {}
        return exitStatus!  // set when the loop ends
    }

    /// Whether the program is stopped (state T), as after `^Z`.
    package var isStopped: Bool { Self.state(of: processID) == "T" }

    /// Returns the state letter of a process (`RunningProcess.state`); nil if there is no such process.
    package static func state(of process: Int32) -> Character? { RunningProcess(process)?.state }

    // MARK: - The screen

    /// The text on the screen, without trailing blanks.
    package var text: String { screen.text }
    /// The rows of the screen, without trailing blanks.
    package var lines: [String] { screen.lines }
    /// Returns the cell at a position; libvterm does not support dim.
    package func cell(column: Int, row: Int) -> TerminalScreen.Cell { screen.cell(column: column, row: row) }
    /// Whether the alternate screen, which full-screen programs use, is shown.
    package var isAlternateScreen: Bool { screen.isAlternateScreen }
    /// Whether the cursor is visible.
    package var isCursorVisible: Bool { screen.isCursorVisible }
    /// The position of the cursor.
    package var cursor: Position { screen.cursor }

    /// The terminal's modes as bytes, for comparison.
    package var modes: [UInt8] {
        var modes = termios()
        guard cvt_get_modes(controller, &modes) == 0 else { return [] }
        let flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
        let characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
        return flags.flatMap { flag in withUnsafeBytes(of: flag) { Array($0) } } + characters
    }

    /// The terminal's foreground process group.
    package var foregroundGroup: Int32 { cvt_foreground_group(controller) }

    /// Whether the terminal echoes what is typed.
    package var echoes: Bool {
        var modes = termios()
        return tcgetattr(controller, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Returns the output from `mark` (an earlier `output.count`) on, as text.
    package func outputText(from mark: Int = 0) -> String { String(decoding: output[mark...], as: UTF8.self) }

    // MARK: - Reading

    /// Waits for output and feeds it to the terminal.
    /// - Returns: Whether there was any output.
    @discardableResult
    package func awaitOutput(milliseconds: Int) -> Bool {
        var ready = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
        guard poll(&ready, 1, Int32(milliseconds)) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = read(controller, &buffer, buffer.count)
        guard count > 0 else {
            // EIO: no process has the terminal open at the moment. After a hang-up, a program may open it again by
            // name, so this need not be the end; but poll(2) does not wait for that.
            if count == 0 || (errno != EAGAIN && errno != EINTR) {
                isAtEnd = true
                usleep(UInt32(milliseconds) * 1000)
            }
            return false
        }
        isAtEnd = false
        output += buffer[..<count]
        updates.read(output, from: output.count - count)
        screen.feed(buffer[..<count])
        // Send the terminal's replies to queries.
        let answer = screen.takeAnswer()
        if answersQueries, !answer.isEmpty { write(controller, answer, answer.count) }
        return true
    }

    private func reap() {
        guard exitStatus == nil else { return }
        var status: Int32 = 0
        guard waitpid(processID, &status, WNOHANG) == processID else { return }
        let signal = status & 0x7f
        exitStatus = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }

    private static func now() -> Int { Int(MonotonicClock.now() / 1_000_000) }
}
