import AppLifecycle
package import Browser
import ContainerModel
package import ContainerStore
import FileSharing
import FileTree
import Inspection
package import Jobs
package import Screen
import System
package import Terminal
package import Transactions

/// The browser at work: carries out its effects on workers, hands their results back as events, and draws.
///
/// One thread runs the loop and owns the state. Nothing on it touches a disk.
package final class Session {
    /// How long the first picture waits for the first listing, so that it need not be drawn twice, in milliseconds.
    private static let firstPicturePatience = 60

    let workers: SessionWorkers
    var state: BrowserState
    /// Keeps a picture of the screen when the program is suspended, for the launch after it.
    let keeper: SnapshotKeeper
    /// What was kept of the session before.
    var launch = SnapshotKeeper.Launch.fresh
    /// Whether something was kept for a launch after an end while suspended, and this is not over.
    var isKept = false
    /// Shown until the first listing is there, from the start; nil shows nothing until then.
    private var firstPicture: Frame?
    /// After how many milliseconds without a key the cover goes up; nil never.
    package var coverAfterMilliseconds: Int?
    /// The exit status, once the program is to end.
    var ending: Int32?
    private var isReady = false
    private var hasDrawn = false
    /// What nobody waits for begins when the first picture is there, which it would hold up; nil from then on.
    private var postponed: [BrowserEffect]? = []
    private var lastInput = 0
    /// Names that are edited, or were and have not been given yet; by the ticket of the list.
    var names: [Ticket: NamesEditing] = [:]

    /// - Parameters:
    ///   - pool: threads for what the person waits for: several, since a slow disk may hold one.
    ///   - policy: what is left of the session when it is suspended.
    ///   - directory: where that is kept.
    ///   - environment: where the journal and the trash are; nil for what the process's environment says.
    /// - Throws: `JobsError`
    package init(
        state: BrowserState,
        pool: WorkerPool,
        policy: SnapshotPolicy = SnapshotPolicy(),
        keptIn directory: StateDirectory = .fromEnvironment(),
        in environment: TransactionEnvironment? = nil
    ) throws(JobsError) {
        self.state = state
        keeper = SnapshotKeeper(policy, in: directory)
        workers = try SessionWorkers(short: pool, in: environment)
    }

    /// Starts to read what is to be shown, so that it is there when the terminal is ready.
    /// - Parameter opened: what the path on the command line led to.
    package func begin(with opened: OpenedPath) {
        switch opened {
        case .container(let found, let start):
            // What the command line gave has been added already.
            let container = found.description.given.isEmpty ? found.recallingAppInfo() : found
            workers.container = container
            for effect in beginning(in: container, at: start) { carryOut(effect, on: nil) }
        case .several(let candidates):
            self.state.choose(from: candidates)
        }
    }

    /// Runs until the person quits or a signal ends it.
    ///
    /// - Parameter problem: something to warn of in the status line at first.
    /// - Returns: the exit status.
    package func run(on terminal: Terminal, theme: Theme, problem: String?) -> Int32 {
        state.adopt(theme: theme, isASCII: !terminal.isUTF8)
        carryOut(state.update(.clock(.now, secondsSince1970: Int64(time(nil)))), on: terminal)
        carryOut(state.update(.input(.resize(terminal.size))), on: terminal)
        if let problem { state.warn(problem) }
        terminal.coversScreen = state.lifecycle.options.coversScreen
        lastInput = milliseconds()
        firstPicture = launchPicture(on: terminal)
        // Before there is anything to hide: even a launch may be suspended.
        setCover(on: terminal)
        if let firstPicture { terminal.draw(firstPicture) }
        let deadline = lastInput + Self.firstPicturePatience
        while true {
            terminal.stopsOnSuspend = !state.lifecycle.options.exitsOnSuspend
            if let ending { return ending }
            drawUnlessWaiting(until: deadline, on: terminal)
            let events = terminal.nextEvents(
                timeoutMilliseconds: timeout(until: deadline),
                wakeDescriptor: workers.mailbox.descriptor
            )
            takeAll(events, from: terminal)
            if events.isEmpty { carryOut(state.update(.settled), on: terminal) }
            if isIdleTooLong { carryOut(state.update(.lifecycle(.idle)), on: terminal) }
        }
    }

    private func drawUnlessWaiting(until deadline: Int, on terminal: Terminal) {
        let isPatient = firstPicture != nil || milliseconds() < deadline
        guard hasDrawn || state.hasFirstPicture || state.isCovered || !isPatient else { return }
        if state.hasFirstPicture, !isReady {
            isReady = true
            carryOut(state.update(.lifecycle(.ready)), on: terminal)
        }
        terminal.draw(state.render(), isCover: state.isCovered)
        hasDrawn = true
        beginPostponed()
    }

    private func beginPostponed() {
        guard let effects = postponed else { return }
        postponed = nil
        carryOut(effects, on: nil)
        workers.recover()
    }

    private func setCover(on terminal: Terminal) {
        terminal.setCover(Cover.frame(size: terminal.size, theme: state.theme))
    }

    /// For how many milliseconds to wait for events; nil for as long as it takes.
    private func timeout(until deadline: Int) -> Int? {
        if !hasDrawn, firstPicture == nil { return max(0, deadline - milliseconds()) }
        if hasDrawn, !state.isSettled { return 0 }
        guard let coverAfterMilliseconds, !state.isCovered else { return nil }
        return max(0, lastInput + coverAfterMilliseconds - milliseconds())
    }

    /// Whether nobody has pressed a key for as long as the person allows.
    private var isIdleTooLong: Bool {
        guard let coverAfterMilliseconds, !state.isCovered else { return false }
        return milliseconds() >= lastInput + coverAfterMilliseconds
    }

    /// Takes in what happened. Characters that come many at a time, since the terminal does not mark what is pasted,
    /// are one piece of text where text is written.
    private func takeAll(_ events: [TerminalEvent], from terminal: Terminal) {
        var next = 0
        while next < events.count, ending == nil {
            if state.isWriting {
                let text = events[next...].characters
                if text.count > 1 {
                    handle(.input(.paste(Array(String(String.UnicodeScalarView(text)).utf8))), from: terminal)
                    next += text.count
                    continue
                }
            }
            handle(events[next], from: terminal)
            next += 1
        }
    }

    private func handle(_ event: TerminalEvent, from terminal: Terminal) {
        switch event {
        case .input(let input):
            // Someone who types does not want to wait for a complete picture.
            hasDrawn = true
            if input.isByPerson { lastInput = milliseconds() }
            carryOut(state.update(.clock(.now, secondsSince1970: Int64(time(nil)))), on: terminal)
            carryOut(state.update(.input(input)), on: terminal)
            if case .resize = input { setCover(on: terminal) }
        case .wake:
            for message in workers.mailbox.drain() { receive(message, on: terminal) }
        case .resumed:
            hasDrawn = true
            lastInput = milliseconds()
            carryOut(state.update(.input(.resize(terminal.size))), on: terminal)
            setCover(on: terminal)
            carryOut(state.update(.lifecycle(.resume)), on: terminal)
        case .suspend: carryOut(state.update(.lifecycle(.suspend)), on: terminal)
        case .stopRefused: carryOut(state.update(.lifecycle(.stopRefused)), on: terminal)
        case .terminate(let signal): carryOut(state.update(.lifecycle(.terminate(signal: signal))), on: terminal)
        case .hangUp: carryOut(state.update(.lifecycle(.hangUp)), on: terminal)
        }
    }

    /// Takes in what a worker has found out.
    func receive(_ message: SessionWorkers.Message, on terminal: Terminal?) {
        switch message {
        case .event(let event, let epoch):
            guard epoch == workers.epoch else { return }
            carryOut(state.update(event), on: terminal)
        case .lasting(let event): carryOut(state.update(event), on: terminal)
        case .opened(let container, let start):
            leaveContainer()
            workers.container = container
            carryOut(state.open(container.description, at: start), on: terminal)
        }
    }

    func carryOut(_ effects: [BrowserEffect], on terminal: Terminal?) {
        for effect in effects { carryOut(effect, on: terminal) }
    }

    private func carryOut(_ effect: BrowserEffect, on terminal: Terminal?) {
        if postponed != nil, effect.canWait {
            postponed?.append(effect)
            return
        }
        switch effect {
        case .quit: for effect in state.update(.lifecycle(.quit)) { carryOut(effect, on: terminal) }
        case .lifecycle(let action):
            if let terminal { carryOut(action, on: terminal) }
        case .repaint: terminal?.repaint()
        case .cancel:
            postponed?.removeAll(where: \.counts)
            workers.cancelEverything()
        case .cancelCounts:
            postponed?.removeAll(where: \.counts)
            workers.cancelBackground()
        case .readDirectory(let request): workers.read(request)
        case .ask(let query): workers.ask(query)
        case .watch(let paths): workers.watch(paths)
        case .prepare(let ticket, let operation, let requester): workers.prepare(ticket, operation, for: requester)
        case .run(let ticket, let preparation, let answers): workers.run(ticket, preparation, answers)
        case .cancelOperation(let ticket): workers.operations.cancel(ticket)
        case .openEditor(let file): if let terminal { openEditor(file, on: terminal) }
        case .giveUpEditing(let ticket): workers.giveUp(ticket)
        case .editNames(let list, let problem): if let terminal { editNames(list, problem: problem, on: terminal) }
        case .dropNames(let list): dropNames(list)
        case .keepNames(let list): keepNames(list, on: terminal)
        case .openContainer(let path): workers.open(path)
        }
    }

    private func milliseconds() -> Int { Int(MonotonicClock.now() / 1_000_000) }
}

extension BrowserEffect {
    /// Whether the first picture does without it.
    fileprivate var canWait: Bool {
        switch self {
        case .watch: true
        case .ask(let query): query.effort != .quick
        default: false
        }
    }

    /// Whether it finds out how much there is.
    fileprivate var counts: Bool {
        if case .ask(let query) = self { query.effort == .count || query.effort == .walk } else { false }
    }
}

extension PendingQuery {
    fileprivate var effort: QueryEffort { query.effort }
}

extension ArraySlice<TerminalEvent> {
    /// The characters that were typed first, one after the other.
    fileprivate var characters: [Unicode.Scalar] {
        var characters: [Unicode.Scalar] = []
        for case .input(.key(.character(let character))) in prefix(while: \.isCharacter) {
            characters.append(character)
        }
        return characters
    }
}

extension TerminalEvent {
    fileprivate var isCharacter: Bool {
        if case .input(.key(.character)) = self { true } else { false }
    }
}

extension InputEvent {
    /// Whether a person did it; windows and their sizes change by themselves.
    fileprivate var isByPerson: Bool {
        switch self {
        case .key, .mouse, .paste: true
        case .resize, .focusGained, .focusLost: false
        }
    }
}
