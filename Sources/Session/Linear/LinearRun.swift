import AppLifecycle
import Browser
import ContainerModel
import FileSharing
import FileTree
import Jobs
import Screen
import System
import Terminal

/// Runs a session in lines: its state, workers and effects are those of the screen.
///
/// A line of input is taken once everything that the one before asked for has been done, so that the input may also be a
/// script.
final class LinearRun {
    /// How long nothing has to arrive from workers before something is said, in milliseconds.
    private static let calmMilliseconds = 10
    /// How long the first sizes of directories are waited for, in milliseconds.
    private static let sizePatience = 300
    /// How long the start page waits for its search, which ends by itself unless a disk hangs, in milliseconds.
    private static let searchPatience = 5_000
    /// The time between two lines about work in progress, in milliseconds.
    private static let progressInterval = 1_000
    /// The columns that contents of files are laid out in where the terminal's width is not known.
    private static let usualColumns = 80
    /// In fewer columns or rows, the screen would leave out what lines can say.
    private static let minimum = Size(columns: 80, rows: 10)
    /// The rows of a terminal for the heading, the ending, a message and the prompt.
    private static let spareRows = 4
    /// The rows of a screen around its panes.
    private static let frameRows = 3

    private let session: Session
    private let terminal: LineTerminal
    private var reader = LinearReader()
    /// Whether nothing arrived from workers lately, and nothing is expected.
    private var isCalm = false
    /// Whether the last output is a prompt without a line end.
    private var isAtPrompt = false
    /// Whether the program returns from being stopped: what is on the terminal now is not its own.
    private var isReturning = false
    /// Whether the work in progress was cancelled.
    private var isCancelling = false
    private var lastInput = 0
    private var lastProgress = 0
    private var lastWork = ""

    init(_ session: Session, on terminal: LineTerminal) {
        self.session = session
        self.terminal = terminal
    }

    /// Runs until the input ends, the user quits, or a signal ends the program.
    /// - Returns: The exit status.
    func runLines(_ problems: [String]) -> Int32 {
        session.performsElsewhere = { [unowned self] in performInLines($0) }
        defer { session.performsElsewhere = nil }
        session.state.screen.adopt(theme: .colorless, isASCII: !Platform.isLocaleUTF8, colors: .none)
        session.updateClock(on: nil)
        resize()
        lastInput = milliseconds()
        lastProgress = lastInput
        say(opening + problems.map { LinearView(session.state).spoken($0) })
        session.beginPostponed()
        update(.lifecycle(.ready))
        while session.ending == nil {
            if isCalm { speak() }
            let event = terminal.nextEvent(
                readsInput: isCalm, timeoutMilliseconds: isCalm ? idleTime : Self.calmMilliseconds,
                wakeDescriptor: session.workers.mailbox.descriptor)
            handle(event)
            // Also while work runs, when the wait is shorter.
            if idleTime == 0 { update(.lifecycle(.idle)) }
        }
        if isAtPrompt, terminal.isOutputTerminal { terminal.write("\n") }
        return session.ending ?? 0
    }

    /// What is said first. What cannot be erased matters only on a terminal.
    private var opening: [String] {
        let state = session.state
        guard terminal.isOutputTerminal else { return [LinearView(state).spoken(LinearReader.start)] }
        return [LinearView(state).spoken(LinearReader.start), LinearView(state).spoken(LinearReader.clearing)]
    }

    // MARK: Events

    private func handle(_ event: LineTerminal.Event) {
        switch event {
        case .line(let line): enter(line)
        case .end: update(.lifecycle(.quit))
        case .wake:
            for message in session.workers.mailbox.drain() { session.receiveMessage(message, on: nil) }
            isCalm = false
        case .interrupt: interrupt()
        case .suspend: update(.lifecycle(.suspend))
        case .terminate(let signal): update(.lifecycle(.terminate(signal: signal)))
        case .hangUp: update(.lifecycle(.hangUp))
        case .timeout:
            guard !isCalm else { return }
            // Nothing arrived for a moment; what was answered before that has been received.
            isCalm = isDone
            if isCalm { isCancelling = false } else { reportProgress() }
        }
    }

    private var isDone: Bool {
        guard session.workers.awaited.isEmpty, session.workers.opening == nil else { return false }
        let view = LinearView(session.state)
        let waited = milliseconds() - lastInput
        return view.isAtRest && (!view.isCounting || waited >= Self.sizePatience)
            && (!view.isSearchingNearby || waited >= Self.searchPatience)
    }

    private func enter(_ line: [UInt8]) {
        if !terminal.isInputTerminal { terminal.write("\n") }
        isAtPrompt = false
        isCalm = false
        isCancelling = false
        lastInput = milliseconds()
        lastProgress = lastInput
        lastWork = ""
        terminal.setEcho(true)
        session.updateClock(on: nil)
        resize()
        session.performEffects(reader.enter(line, &session.state), on: nil)
    }

    /// Cancels what runs or is asked; if there is nothing, or cancelling takes too long, ends the program.
    private func interrupt() {
        let state = session.state
        guard !isCancelling, !isCalm || LinearView(state).isAsking else {
            return update(.lifecycle(.terminate(signal: SIGINT)))
        }
        if isAtPrompt { terminal.write("\n") }
        isAtPrompt = false
        isCalm = false
        isCancelling = true
        lastInput = milliseconds()
        terminal.setEcho(true)
        session.performEffects(reader.cancel(&session.state), on: nil)
    }

    private func update(_ event: BrowserEvent) { session.update(event, on: nil) }

    /// Gives the state a screen of the terminal's size, in which it lays out what it reads ahead.
    private func resize() {
        let size = terminal.size
        reader.rows = size.map { max(1, $0.rows - Self.spareRows) } ?? LinearReader.usualRows
        let wanted = Size(
            columns: max(Self.minimum.columns, size?.columns ?? Self.usualColumns),
            rows: max(Self.minimum.rows, reader.rows + Self.frameRows))
        if wanted != session.state.screen.size { update(.input(.resize(wanted))) }
    }

    // MARK: Output

    private func speak() {
        let lines = reader.report(&session.state)
        guard !lines.isEmpty || !isAtPrompt else { return }
        // What was typed before a question came up must not answer it, and no passphrase is typed where it can be read.
        if reader.raisesQuestion || !isAtPrompt && LinearView(session.state).isAskingForSecret {
            terminal.discardInput()
        }
        say(lines)
        terminal.setEcho(!LinearView(session.state).isAskingForSecret)
        terminal.write(reader.prompt(session.state))
        isAtPrompt = true
    }

    private func say(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let start = isAtPrompt ? "\n" : ""
        isAtPrompt = false
        terminal.write(start + lines.map { $0 + "\n" }.joined())
    }

    /// Says how far the work is, not more often than once a second, and nothing twice.
    private func reportProgress() {
        guard milliseconds() >= lastProgress + Self.progressInterval, let text = LinearView(session.state).workText
        else { return }
        lastProgress = milliseconds()
        guard text != lastWork else { return }
        lastWork = text
        say([text])
        LinearReader.noteSaid(text, in: &session.state)
    }

    /// How long the input may be awaited before the contents are covered; nil for any time.
    private var idleTime: Int? {
        session.idleLimit.map { max(0, lastInput + $0 - milliseconds()) }
    }

    private func milliseconds() -> Int { Int(MonotonicClock.now() / 1_000_000) }

    // MARK: Effects

    /// Performs an effect that concerns the screen or the terminal; returns false for any other.
    private func performInLines(_ effect: BrowserEffect) -> Bool {
        switch effect {
        case .lifecycle(let action): performAction(action)
        case .terminal(.repaint): reader.forget()
        case .terminal(.copy(let bytes)): terminal.copyToClipboard(bytes)
        case .terminal(.notify): break
        case .outside(let request):
            guard mayLendTerminal(for: request) else {
                if let ticket = request.prepared { session.workers.giveUp(ticket) }
                break
            }
            guard let event = lend({ request.runOutside(with: session.workers.pipeline) }) else { break }
            session.noteKept(by: event)
            update(.outside(event))
        default: return false
        }
        return true
    }

    /// Returns whether another program can read from the terminal; says so if not, since it would take the lines that
    /// are meant for this one.
    private func mayLendTerminal(for request: OutsideRequest) -> Bool {
        if case .giveUpEditing = request { return false }
        if !terminal.isInputTerminal { update(.failed("not started: standard input is not a terminal")) }
        return terminal.isInputTerminal
    }

    /// Runs another program on the terminal, after which what was said before is gone.
    private func lend<Result>(_ body: () -> Result) -> Result {
        defer {
            lastInput = milliseconds()
            isAtPrompt = false
            reader.forget()
        }
        return terminal.withTerminalReleased(body)
    }

    /// There is no cover to draw: what would be under it is erased.
    private func performAction(_ action: Lifecycle.Action) {
        switch action {
        case .drawCover:
            if isReturning { return }
            terminal.clear()
            isAtPrompt = false
            reader.forget()
        case .stop:
            update(.lifecycle(.stopping))
            terminal.stop()
            lastInput = milliseconds()
            isReturning = true
            // There is no cover that could stay: what was said before the stop is gone.
            update(.lifecycle(.resume(secondsAway: 0)))
            isReturning = false
            isAtPrompt = false
            reader.forget()
        case .redraw: reader.forget()
        case .exit(let status): session.ending = status
        case .die(let signal): session.ending = 128 + signal
        case .flush, .leaveScreen, .enterScreen, .takeSnapshot, .retireSnapshot: break
        }
    }
}
