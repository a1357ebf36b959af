import CTerminal
package import Screen
import System

/// Standard input and output as lines: a terminal with its own line editing, or pipes and files.
///
/// Nothing is drawn, and no mode but the echo is changed. What was written is erased when the program is stopped or
/// ends, from the screen and from the scrollback, if the output is a terminal.
package final class LineTerminal {
    /// An event for the loop.
    package enum Event: Hashable, Sendable {
        /// A line of input, without its end.
        case line([UInt8])
        /// The input has ended.
        case end
        /// The wake descriptor is readable. Its owner drains it.
        case wake
        /// `^C`.
        case interrupt
        /// `^Z`: the program is asked to stop, which `stop()` does.
        case suspend
        /// A signal asks the program to end.
        case terminate(signal: Int32)
        /// The output is gone.
        case hangUp
        /// Nothing happened in the given time.
        case timeout
    }

    /// Whether lines are typed on a terminal.
    package let isInputTerminal = isatty(STDIN_FILENO) == 1
    /// Whether the output is a terminal.
    package let isOutputTerminal = isatty(STDOUT_FILENO) == 1

    /// Erases the screen, and the lines above it that the terminal keeps (ECMA-48, CUP and ED; xterm's `ED 3`).
    private static let erasure = Array("\u{1b}[H\u{1b}[2J\u{1b}[3J".utf8)
    /// A longer line is taken in parts.
    private static let longestLine = 1 << 20
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// The ends of the pipe that handlers write to.
    private let caught: Descriptor
    private let catching: Descriptor
    private var input: [UInt8] = []
    private var isAtEnd = false
    private var isGone = false
    private var isOpen = true
    private var echoing: termios?

    /// Takes over the signals that end or stop a program.
    /// - Throws: `TerminalError` if the system is out of descriptors.
    package init() throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw TerminalError(.system, "A pipe cannot be created: \(String(cString: strerror(errno))).")
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        caught = Descriptor(owning: ends[0])
        catching = Descriptor(owning: ends[1])
        signalPipe = catching.number
        if isInputTerminal { sgt_await_foreground(STDIN_FILENO) }
        for signal in Self.signals { Self.handle(signal, by: noteSignal) }
        let erasure = knowsSequences ? Self.erasure.map { CChar(bitPattern: $0) } : []
        sgt_erase_on_crash(erasure, erasure.count)
        // They may be blocked until somebody handles them.
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Self.signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    deinit {
        close()
        signalPipe = -1
    }

    private static func handle(_ signal: Int32, by handler: (@convention(c) (Int32) -> Void)?) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = Int32(SA_RESTART)
        sigaction(signal, &action, nil)
    }

    // MARK: - Events

    /// Waits for an event.
    /// - Parameters:
    ///   - readsInput: Whether a line is taken; if not, it waits.
    ///   - timeoutMilliseconds: The longest time to wait; nil waits forever.
    ///   - wakeDescriptor: Readable when another thread has something to report.
    package func nextEvent(readsInput: Bool, timeoutMilliseconds: Int?, wakeDescriptor: Int32) -> Event {
        guard !isGone else { return .hangUp }
        while true {
            let hasLine = readsInput && (isAtEnd || input.contains(0x0a))
            var descriptors = [
                pollfd(fd: caught.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: readsInput && !hasLine ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
            ]
            let timeout = hasLine ? 0 : timeoutMilliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
            let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
            // Interrupted by a handler, whose message is in the pipe.
            if count < 0 { continue }
            if descriptors[0].revents != 0, let event = signalEvent() { return event }
            if descriptors[1].revents != 0 { return .wake }
            if hasLine { return takeLine() }
            guard descriptors[2].revents != 0 else { return .timeout }
            readInput()
        }
    }

    private func signalEvent() -> Event? {
        var number: UInt8 = 0
        guard read(caught.number, &number, 1) == 1 else { return nil }
        switch Int32(number) {
        case SIGINT: return .interrupt
        case SIGTSTP: return .suspend
        case let other: return .terminate(signal: other)
        }
    }

    private func readInput() {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 {
            input += buffer[..<count]
            if input.count > Self.longestLine, !input.contains(0x0a) { input.append(0x0a) }
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            isAtEnd = true
        }
    }

    /// Returns the first line of what has been read, or the end.
    private func takeLine() -> Event {
        guard let end = input.firstIndex(of: 0x0a) else {
            guard !input.isEmpty else { return .end }
            defer { input = [] }
            return .line(input)
        }
        var line = Array(input[..<end])
        if line.last == 0x0d { line.removeLast() }
        input.removeSubrange(...end)
        return .line(line)
    }

    /// Drops what was typed but not read: it was meant for something else.
    package func discardInput() {
        guard isInputTerminal else { return }
        tcflush(STDIN_FILENO, TCIFLUSH)
        input = []
    }

    /// Shows or hides what is typed.
    package func setEcho(_ isOn: Bool) {
        guard isInputTerminal, isOn == (echoing != nil) else { return }
        if isOn {
            if var before = echoing { tcsetattr(STDIN_FILENO, TCSADRAIN, &before) }
            echoing = nil
            return
        }
        var modes = termios()
        guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
        echoing = modes
        modes.c_lflag &= ~tcflag_t(ECHO)
        modes.c_lflag |= tcflag_t(ECHONL)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    }

    // MARK: - Output

    /// The terminal's size; nil if there is none.
    package var size: Size? {
        Platform.terminalSize(of: STDOUT_FILENO).map { Size(columns: $0.columns, rows: $0.rows) }
    }

    /// Writes text that is safe for a terminal, as it is.
    package func write(_ text: String) { send(Array(text.utf8)) }

    /// Asks the terminal to put bytes on its clipboard.
    package func copyToClipboard(_ bytes: [UInt8]) {
        guard knowsSequences else { return }
        send(ControlSequence.clipboard(bytes))
    }

    /// Erases what was written, from the screen and from the scrollback.
    package func clear() {
        if knowsSequences { send(Self.erasure) }
    }

    /// Whether the output is a terminal that has control sequences at all.
    private var knowsSequences: Bool {
        guard isOutputTerminal, let name = getenv("TERM") else { return false }
        return name[0] != 0 && strcmp(name, "dumb") != 0
    }

    private func send(_ bytes: [UInt8]) {
        guard isOpen, !isGone else { return }
        do throws(Errno) {
            try writeAll(bytes, to: STDOUT_FILENO)
        } catch {
            isGone = true
        }
    }

    // MARK: - Stopping and ending

    /// Stops the program, and returns when it is continued in the foreground. What was written has to be cleared
    /// before.
    package func stop() {
        setEcho(true)
        discardInput()
        Self.handle(SIGTSTP, by: nil)
        raise(SIGTSTP)
        Self.handle(SIGTSTP, by: noteSignal)
        if isInputTerminal { sgt_await_foreground(STDIN_FILENO) }
    }

    /// Gives the terminal to another program while `body` runs. What was written is cleared before: that program may be
    /// stopped in the foreground.
    package func withTerminalReleased<Result>(_ body: () -> Result) -> Result {
        clear()
        setEcho(true)
        Self.handle(SIGTSTP, by: nil)
        defer { Self.handle(SIGTSTP, by: noteSignal) }
        return body()
    }

    /// Gives the signals back. Does nothing when called again.
    package func close() {
        guard isOpen else { return }
        setEcho(true)
        // A shell would take what was typed here for a command.
        discardInput()
        isOpen = false
        for signal in Self.signals { Self.handle(signal, by: nil) }
    }
}

/// Where handlers write the number of a signal.
nonisolated(unsafe) private var signalPipe: Int32 = -1

private func noteSignal(_ number: Int32) {
    let before = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalPipe, &byte, 1)
    errno = before
}
