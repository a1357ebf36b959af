import AppLifecycle
package import Browser
package import ContainerModel
package import ContainerStore
import Encryption
import FileSharing
import FileTree
import Inspection
package import Jobs
import Queries
package import Screen
import System
package import Terminal
package import Transactions
import Work

/// A running browser: has workers perform its effects, passes their results back as events, and draws.
///
/// One thread runs the loop and owns the state. It never accesses a disk.
package final class Session {
    /// How long the first frame waits for the first listing, to avoid drawing twice, in milliseconds.
    private static let firstPicturePatience = 60
    /// How long the right pane waits for a preview, to avoid drawing it twice, in milliseconds.
    private static let previewPatience = 80
    /// How long the first pause is after which memory that only the start used is returned, in milliseconds.
    private static let startPatience = 150
    /// The maximum number of mistakes in the configuration that are shown.
    private static let mostProblems = 50

    let workers: SessionWorkers
    var state: BrowserState
    /// Saves the screen and state of a suspended session for the next launch.
    let keeper: SnapshotKeeper
    /// Where containers are remembered, to tell whether the program runs for the first time; nil if that does not matter.
    private let history: ContainerMemoryStore?
    /// The state that the previous session has left.
    var launch = SnapshotKeeper.Launch.fresh
    /// Whether the session's state is saved for the next launch, and still valid.
    var isKept = false
    /// The frame shown until the first listing is ready; nil for none.
    private var firstPicture: Frame?
    /// The number of milliseconds without input after which the screen is covered; nil for never.
    package var coverAfterMilliseconds: Int?
    /// How the terminal is notified of the end of a long task; nil for no notification.
    package var notification: TerminalNotification?
    /// Reads a theme by its name, on a worker. If the name stands for the theme that suits the terminal, that theme is
    /// the one for a background.
    package var themeReader: (@Sendable (String, Background) -> BrowserEvent)?
    /// The name of the theme in use.
    package var themeName = ""
    /// The name that stands for the theme that suits the terminal; nil if there is none.
    package var automaticThemeName: String?
    /// Makes the demonstration, if the user asks for it; nil if there is none.
    package var demonstration: DemonstrationMaker? {
        didSet { workers.demonstration = demonstration }
    }
    /// The number of times that a theme was asked for: an answer to an earlier request is dropped.
    private var themeRequests = 0
    /// The terminal's background, which is assumed to be dark until the terminal reports it.
    private var background = Background.dark
    /// The reason why there was no container to show, if the session ended because of that.
    package internal(set) var launchFailure: LaunchFailure?
    /// The exit status, once the program is to end.
    var ending: Int32?
    /// Carries out effects on whatever is there instead of a screen, and returns whether it did; nil for none.
    var carriesOutElsewhere: ((BrowserEffect) -> Bool)?
    private var isReady = false
    private var hasDrawn = false
    /// Effects deferred until the first frame is drawn, which they would delay; nil from then on.
    private var postponed: [BrowserEffect]? = []
    private var lastInput = 0
    /// Whether the memory that only the start used was returned since it was used.
    private var hasReturnedMemory = false
    /// How often it may be returned yet, because workers that started with the program reported something after a pause:
    /// what they cause to be drawn uses much of it again.
    private var memoryReturns = 20

    /// Creates a session.
    /// - Parameters:
    ///   - state: The initial state. In read-only mode, workers change nothing in a container.
    ///   - pool: The threads for work that the user waits for: several, since a slow disk may block one.
    ///   - policy: The data saved when the session is suspended.
    ///   - directory: Where they are saved.
    ///   - remembers: Whether containers are remembered there.
    ///   - introduces: Whether badges are explained if none is remembered there yet; nil if `remembers` says so.
    ///   - environment: Where the journal and the trash are; nil to follow the process's environment.
    /// - Throws: `JobsError`
    package init(
        state: BrowserState,
        pool: WorkerPool,
        policy: SnapshotPolicy = SnapshotPolicy(),
        keptIn directory: StateDirectory = .fromEnvironment(),
        remembers: Bool = false,
        introduces: Bool? = nil,
        in environment: TransactionEnvironment? = nil
    ) throws(JobsError) {
        self.state = state
        var policy = policy
        policy.isReadOnly = state.options.isReadOnly
        keeper = SnapshotKeeper(policy, in: directory)
        let memory = remembers ? ContainerMemoryStore(directory) : nil
        history = introduces ?? remembers ? ContainerMemoryStore(directory) : nil
        workers = try SessionWorkers(
            short: pool, remembering: memory, in: environment, isReadOnly: state.options.isReadOnly)
        let mailbox = workers.mailbox
        LockedMemory.onRefusal { mailbox.post(.lasting(.warned($0))) }
    }

    /// Starts reading the contents to be shown, so that they are ready when the terminal is.
    /// - Parameter opened: The result of opening the path on the command line.
    package func begin(with opened: OpenedPath) {
        switch opened {
        case .container(let found, let start):
            // With app information from the command line, the remembered information has been added already.
            let container = found.description.given.isEmpty ? found.recallingAppInfo() : found
            carryOut(begin(in: container, at: start, after: launcher()(container, start)), on: nil)
        case .several(let candidates):
            carryOut(state.choose(from: candidates), on: nil)
        }
    }

    /// Offers what can be opened, because no container was named and none is here.
    /// - Parameter recent: The containers that were open before.
    package func begin(offering recent: [ContainerMemoryStore.Recent]) {
        carryOut(state.start(offering: recent), on: nil)
    }

    /// Starts to open a path that may take long to read. The first frame does not wait for it.
    /// - Parameters:
    ///   - path: The path from the command line, as bytes.
    ///   - kind: The kind of container to open the directory as, whatever it looks like.
    package func begin(opening path: [UInt8], as kind: ContainerKind?) {
        if DeviceAddress.isOne(path) {
            state.showOpening(address: path)
        } else if let hostPath = HostPath(path) {
            state.showOpening(hostPath)
        }
        workers.open(path, as: kind, launch: launcher())
    }

    /// Returns what determines, on a worker, how a container is launched.
    /// - Parameters:
    ///   - isRelaunch: Whether the container is that of the launch, not one that is switched to.
    ///   - remembers: Whether what is remembered of the container counts.
    private func launcher(
        isRelaunch: Bool = true, remembers: Bool = true
    ) -> @Sendable (Container, ContainerStart) -> SnapshotKeeper.Launch {
        let (keeper, memory, history) = (keeper, remembers ? workers.remembered : nil, history)
        return { container, start in
            Self.launch(of: container, at: start, from: keeper, memory, history, isRelaunch: isRelaunch)
        }
    }

    /// Runs until the user quits or a signal ends the program.
    ///
    /// - Parameters:
    ///   - keymap: The user's keys.
    ///   - themes: The names of the themes to choose from.
    ///   - problems: Warnings to show at first: a single one in the status line, several in a panel.
    /// - Returns: The exit status.
    package func run(
        on terminal: Terminal, theme: Theme, keymap: Keymap = Keymap(), themes: [String] = [],
        problems: [String] = []
    ) -> Int32 {
        state.keys.keymap = keymap
        state.options.themeNames = themes
        if !themeName.isEmpty { state.options.themeName = themeName }
        state.screen.adopt(
            theme: theme, isASCII: !terminal.isUTF8, colors: terminal.colorDepth, hasSymbols: terminal.hasSymbols)
        carryOut(state.update(.clock(.now, secondsSince1970: Int64(time(nil)))), on: terminal)
        carryOut(state.update(.input(.resize(terminal.size))), on: terminal)
        if problems.count > 1 {
            let rest = problems.count - Self.mostProblems
            let more = rest > 0 ? ["and \(rest) more, which are listed after the browser ends"] : []
            state.report("Mistakes in the configuration", problems.prefix(Self.mostProblems) + more)
        } else if let problem = problems.first {
            state.warn(problem)
        }
        terminal.coversScreen = state.lifecycle.options.coversScreen
        lastInput = milliseconds()
        firstPicture = launchPicture(on: terminal)
        // Before there is anything to hide: the program may be suspended even during launch.
        setCover(on: terminal)
        if let firstPicture { terminal.draw(firstPicture) }
        let deadline = lastInput + Self.firstPicturePatience
        while true {
            terminal.stopsOnSuspend = !state.lifecycle.options.exitsOnSuspend
            if let ending { return ending }
            drawUnlessWaiting(until: deadline, on: terminal)
            let events = nextEvents(until: deadline, from: terminal)
            handle(events, from: terminal)
            if events.isEmpty { carryOut(state.update(.settled), on: terminal) }
            if isIdleTooLong { carryOut(state.update(.lifecycle(.idle)), on: terminal) }
        }
    }

    private func nextEvents(until deadline: Int, from terminal: Terminal) -> [TerminalEvent] {
        while true {
            let timeout = timeout(until: deadline)
            let events = terminal.nextEvents(
                timeoutMilliseconds: timeout, wakeDescriptor: workers.mailbox.descriptor)
            guard events.isEmpty, timeout == Self.startPatience, !hasReturnedMemory else { return events }
            hasReturnedMemory = true
            memoryReturns -= 1
            // There is nothing to draw, for which much of the memory would be used again.
            Allocator.returnMemory()
        }
    }

    private func drawUnlessWaiting(until deadline: Int, on terminal: Terminal) {
        let isPatient = firstPicture != nil || milliseconds() < deadline
        guard hasDrawn || asking({ $0.hasFirstPicture || $0.isCovered }) || !isPatient else { return }
        if !isReady, asking({ $0.hasFirstPicture }) {
            isReady = true
            carryOut(state.update(.lifecycle(.ready)), on: terminal)
        }
        terminal.draw(Self.frame(of: &state), isCover: asking { $0.isCovered })
        hasDrawn = true
        beginPostponed()
    }

    /// Asks the state something in place: a property of a class would be copied before, with each of its many parts.
    private func asking<Answer>(_ question: (inout BrowserState) -> Answer) -> Answer { question(&state) }

    /// Returns the frame of a state. Passed in place, since the state as a property of a class would be copied, with each
    /// of its many parts.
    private static func frame(of state: inout BrowserState) -> Frame { state.draw() }

    /// Begins the work deferred until the first frame was drawn.
    func beginPostponed() {
        guard let effects = postponed else { return }
        postponed = nil
        carryOut(effects, on: nil)
        workers.recover()
    }

    private func setCover(on terminal: Terminal) {
        terminal.setCover(Cover.frame(size: terminal.size, theme: state.screen.theme))
    }

    /// Returns how many milliseconds to wait for events; nil for no limit.
    private func timeout(until deadline: Int) -> Int? {
        if !hasDrawn, firstPicture == nil { return max(0, deadline - milliseconds()) }
        if hasDrawn, !state.details.isSettled { return 0 }
        if hasDrawn, state.details.awaitsPreview { return Self.previewPatience }
        let untilCovered = idleLimit.map { max(0, lastInput + $0 - milliseconds()) }
        return hasDrawn && !hasReturnedMemory ? min(untilCovered ?? .max, Self.startPatience) : untilCovered
    }

    /// After how many milliseconds without input the screen is covered; nil if it is not, or is already.
    var idleLimit: Int? {
        guard let coverAfterMilliseconds, state.lifecycle.options.coversScreen else { return nil }
        return asking { $0.isCovered } ? nil : coverAfterMilliseconds
    }

    /// Whether there was no input for as long as the user allows.
    private var isIdleTooLong: Bool {
        idleLimit.map { milliseconds() >= lastInput + $0 } ?? false
    }

    /// Handles events in order. While text is entered, characters that arrive together are handled as one paste, since
    /// not every terminal marks pastes.
    private func handle(_ events: [TerminalEvent], from terminal: Terminal) {
        var next = 0
        while next < events.count, ending == nil {
            if asking({ $0.isWriting }) {
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
            // A user who types does not want to wait for a complete frame.
            hasDrawn = true
            if input.isByPerson {
                lastInput = milliseconds()
                // From now on, what is used will soon be used again.
                memoryReturns = 0
            }
            carryOut(state.update(.clock(.now, secondsSince1970: Int64(time(nil)))), on: terminal)
            carryOut(state.update(.input(input)), on: terminal)
            if case .resize = input { setCover(on: terminal) }
        case .background(let reported):
            guard reported != background else { break }
            background = reported
            readTheme()
        case .wake:
            if memoryReturns > 0 { hasReturnedMemory = false }
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

    /// Handles a message from a worker.
    func receive(_ message: SessionWorkers.Message, on terminal: Terminal?) {
        switch message {
        case .event(let event, let epoch):
            guard epoch == workers.epoch else { return }
            carryOut(state.update(event), on: terminal)
        case .lasting(let event):
            carryOut(state.update(event), on: terminal)
        case .theme(let event, let request):
            guard request == themeRequests else { return }
            carryOut(state.update(event), on: terminal)
            if let terminal { setCover(on: terminal) }
        case .beside(let container, let start, let epoch):
            guard epoch == workers.epoch else { return }
            workers.add(container)
            workers.rememberVisit(of: container)
            carryOut(state.update(.besideOpened(container.description, at: start)), on: terminal)
        case .aside(let item, let container, let groups, let purpose, let epoch):
            guard epoch == workers.epoch else { return }
            for other in [container].compactMap(\.self) + groups { workers.add(other) }
            carryOut(state.update(.asideOpened(item, in: container?.description, for: purpose)), on: terminal)
        case .opening(let news, let opening):
            guard workers.opening === opening else { return }
            receive(news, on: terminal)
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
        if carriesOutElsewhere?(effect) == true { return }
        switch effect {
        case .quit: for effect in state.update(.lifecycle(.quit)) { carryOut(effect, on: terminal) }
        case .lifecycle(let action):
            if let terminal { carryOut(action, on: terminal) }
        case .repaint: terminal?.repaint()
        case .copyToClipboard(let bytes): terminal?.copyToClipboard(bytes)
        case .cancel:
            postponed?.removeAll(where: \.counts)
            workers.cancelEverything()
        case .cancelCounts:
            postponed?.removeAll(where: \.counts)
            workers.cancelBackground()
        case .readDirectory(let request): workers.read(request)
        case .ask(let query): workers.ask(query)
        case .watch(let paths): workers.watch(paths)
        case .followChanges(let isWanted): workers.followChanges(isWanted)
        case .prepare(let ticket, let operation, let requester): workers.prepare(ticket, operation, for: requester)
        case .run(let ticket, let preparation, let answers): workers.run(ticket, preparation, answers)
        case .cancelOperation(let ticket): workers.operations.cancel(ticket)
        case .cancelTask(let number): workers.tasks.cancel(number)
        case .notify(let text):
            if let terminal, let notification { terminal.notify(text, by: notification) }
        case .openEditor(let file): if let terminal { edit(on: terminal) { $0.openEditor(file) } }
        case .startOutside(let program): if let terminal { start(program, on: terminal) }
        case .giveUpEditing(let ticket): workers.giveUp(ticket)
        case .editNames(let items): if let terminal { edit(on: terminal) { $0.editNames(of: items) } }
        case .editNamesAgain(let rejection):
            if let terminal { edit(on: terminal) { $0.editNames(again: rejection) } }
        case .openContainer(let path):
            workers.open(path.bytes, launch: launcher(isRelaunch: false))
        case .openTyped(let written):
            workers.open(ContainerStore.expanded(written), launch: launcher(isRelaunch: false))
        case .openDemonstration:
            guard let demonstration else {
                return carryOut(state.update(.openingFailed("there is no demonstration in this session")), on: terminal)
            }
            workers.open(demonstration, launch: launcher(isRelaunch: false, remembers: false))
        case .findNearby: workers.findNearby()
        case .unlockContainer(let path, let passphrase):
            workers.open(path.bytes, unlockingWith: passphrase, launch: launcher(isRelaunch: false))
        case .openBeside(let path, let directory): workers.openBeside(path.bytes, at: directory)
        case .openAside(let path, let purpose): workers.openAside(path, for: purpose)
        case .remember(let change): workers.remember(change)
        case .readMemory: workers.readMemory()
        case .readRecent: workers.readRecent()
        case .forget(let hostPath): workers.forget(hostPath)
        case .watchDevices(let isWanted): workers.watchDevices(isWanted)
        case .readDevices(let devices): workers.read(devices)
        case .measureApps(let apps): workers.measure(apps)
        case .adjust(.coverAfter(let seconds)): coverAfterMilliseconds = seconds.map { $0 * 1_000 }
        case .adjust(.theme(let name)):
            themeName = name
            if name == automaticThemeName { terminal?.followBackground() }
            readTheme()
        case .cancelOpening:
            workers.cancelOpening()
            if workers.container == nil, !state.hasCandidates { launchFailure = .cancelled }
        }
    }

    private func readTheme() {
        guard let themeReader else { return }
        themeRequests += 1
        let (mailbox, name, background, request) = (workers.mailbox, themeName, background, themeRequests)
        workers.short.submit { mailbox.post(.theme(themeReader(name, background), request: request)) }
    }

    /// The paths on this computer of the user's selection; nil if there is none.
    package var chosenPaths: [[UInt8]]? { state.chosenPaths }

    /// The directory of this computer in which the user quit.
    package var workingDirectory: [UInt8]? { state.workingDirectory }

    private func milliseconds() -> Int { Int(MonotonicClock.now() / 1_000_000) }
}

/// The reason why a session ended before it had a container to show.
package enum LaunchFailure: Error, Sendable {
    case failed(ContainerStoreError)
    /// The user cancelled the opening.
    case cancelled
}

extension BrowserEffect {
    /// Whether the effect is not needed for the first frame.
    fileprivate var canWait: Bool {
        switch self {
        case .watch, .watchDevices, .readDevices, .measureApps, .remember, .readRecent, .openBeside, .findNearby: true
        case .ask(let query): query.effort != .quick
        default: false
        }
    }

    /// Whether the effect counts items.
    fileprivate var counts: Bool {
        if case .ask(let query) = self { query.effort == .count || query.effort == .walk } else { false }
    }
}

extension PendingQuery {
    fileprivate var effort: QueryEffort { query.effort }
}

extension ArraySlice<TerminalEvent> {
    /// The typed characters at the beginning of the events.
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
    /// Whether the event comes from the user; windows also change by themselves.
    fileprivate var isByPerson: Bool {
        switch self {
        case .key, .mouse, .paste: true
        case .resize, .focusGained, .focusLost: false
        }
    }
}
