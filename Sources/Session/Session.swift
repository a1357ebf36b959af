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

/// A running browser: has workers perform its effects, passes their results back as events, and draws.
///
/// One thread runs the loop and owns the state. It never accesses a disk.
package final class Session {
    /// How long the first frame waits for the first listing, to avoid drawing twice, in milliseconds.
    private static let firstPicturePatience = 60
    /// How long the right pane waits for a preview, to avoid drawing it twice, in milliseconds.
    private static let previewPatience = 80
    /// The maximum number of mistakes in the configuration that are shown.
    private static let maxProblems = 50

    let workers: SessionWorkers
    var state: BrowserState
    /// Saves the screen and state of a suspended session for the next launch.
    let keeper: SnapshotKeeper
    /// Where containers are remembered, to tell whether the program runs for the first time; nil if that does not matter.
    private let history: ContainerMemoryStore?
    /// The state that the previous session has left.
    var launch = SnapshotKeeper.Launch.fresh
    /// The time that the browser was told last, in seconds since 1970.
    var clock: Int64 = 0
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
    var themeRequests = 0
    /// The terminal's background, which is assumed to be dark until the terminal reports it.
    var background = Background.dark
    /// Lists the themes to choose from, on a worker, once the first frame is drawn; nil for none.
    package var themeNames: (@Sendable () -> [String])?
    /// Work for a worker once the first frame is drawn, which needs the cores before.
    package var deferredJobs: [WorkerPool.Job] = []
    /// The reason why there was no container to show, if the session ended because of that.
    package internal(set) var launchFailure: LaunchFailure?
    /// The exit status, once the program is to end.
    var ending: Int32?
    /// Performs effects on whatever is there instead of a screen, and returns whether it did; nil for none.
    var performsElsewhere: ((BrowserEffect) -> Bool)?
    private var isReady = false
    /// What says where the work is kept of an editor that failed last.
    var keptByEditor: [String] = []
    var hasDrawn = false
    /// Effects deferred until the first frame is drawn, which they would delay; nil from then on.
    var postponed: [BrowserEffect]? = []
    var lastInput = 0

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
            short: pool, remembering: memory, in: environment, isReadOnly: state.options.isReadOnly, remindsLater: true)
        let mailbox = workers.mailbox
        LockedMemory.onRefusal { mailbox.post(.lasting(.warned($0))) }
    }

    /// Starts reading the contents to be shown, so that they are ready when the terminal is.
    /// - Parameter opened: The result of opening the path on the command line.
    package func beginBrowsing(with opened: OpenedPath) {
        switch opened {
        case .container(let found, let start):
            // With app information from the command line, the remembered information has been added already.
            let container = found.description.given.isEmpty ? found.recallingAppInfo() : found
            performEffects(enterContainer(container, at: start, after: launcher()(container, start)), on: nil)
        case .several(let candidates):
            performEffects(state.choose(from: candidates), on: nil)
        }
    }

    /// Offers what can be opened, because no container was named and none is here.
    /// - Parameter recent: The containers that were open before.
    package func beginOffering(_ recent: [ContainerMemoryStore.Recent]) {
        performEffects(state.start(offering: recent), on: nil)
    }

    /// Starts to open a path that may take long to read. The first frame does not wait for it.
    /// - Parameters:
    ///   - path: The path from the command line, as bytes.
    ///   - kind: The kind of container to open the directory as, whatever it looks like.
    package func beginOpening(_ path: [UInt8], as kind: ContainerKind?) {
        if SourceAddress.isOne(path) {
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
    func launcher(
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
    ///   - problems: Warnings to show at first: a single one in the status line, several in a panel.
    /// - Returns: The exit status.
    package func runLoop(
        on terminal: Terminal, theme: Theme, keymap: Keymap = Keymap(), problems: [String] = []
    ) -> Int32 {
        state.keys.keymap = keymap
        if !themeName.isEmpty { state.options.themeName = themeName }
        state.screen.adopt(
            theme: theme, isASCII: !terminal.isUTF8, colors: terminal.colorDepth, hasSymbols: terminal.hasSymbols)
        state.screen.pictures = terminal.pictureDisplay
        updateClock(on: terminal)
        update(.input(.resize(terminal.size)), on: terminal)
        if problems.count > 1 {
            let rest = problems.count - Self.maxProblems
            let more = rest > 0 ? ["and \(rest) more, which are listed after the browser exits"] : []
            state.report("Errors in the configuration", problems.prefix(Self.maxProblems) + more)
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
            let events = terminal.nextEvents(
                timeoutMilliseconds: timeout(until: deadline), wakeDescriptor: workers.mailbox.descriptor)
            handle(events, from: terminal)
            if events.isEmpty { update(.settled, on: terminal) }
            if isIdleTooLong { update(.lifecycle(.idle), on: terminal) }
        }
    }

    private func drawUnlessWaiting(until deadline: Int, on terminal: Terminal) {
        let isPatient = firstPicture != nil || milliseconds() < deadline
        guard hasDrawn || asking({ $0.hasFirstPicture || $0.isCovered }) || !isPatient else { return }
        if !isReady, asking({ $0.hasFirstPicture }) {
            isReady = true
            update(.lifecycle(.ready), on: terminal)
        }
        terminal.draw(asking { $0.draw() }, isCover: asking { $0.isCovered })
        hasDrawn = true
        beginPostponed()
    }

    /// Asks the state something in place: a property of a class would be copied before, with each of its many parts.
    func asking<Answer>(_ question: (inout BrowserState) -> Answer) -> Answer { question(&state) }

    /// Begins the work deferred until the first frame was drawn.
    func beginPostponed() {
        guard let effects = postponed else { return }
        postponed = nil
        performEffects(effects, on: nil)
        workers.recover()
        workers.tasks.remind()
        for job in deferredJobs { workers.short.submit(job) }
        if let themeNames {
            workers.short.submit { [mailbox = workers.mailbox] in mailbox.post(.lasting(.theme(.listed(themeNames()))))
            }
        }
    }

    func setCover(on terminal: Terminal) {
        let screen = state.screen
        terminal.setCover(
            Cover.frame(size: terminal.size, theme: screen.theme),
            card: Cover.card(columns: terminal.size.columns, theme: screen.theme, glyphs: screen.glyphs))
    }

    /// Returns how many milliseconds to wait for events; nil for no limit.
    private func timeout(until deadline: Int) -> Int? {
        if !hasDrawn, firstPicture == nil { return max(0, deadline - milliseconds()) }
        if hasDrawn, !state.details.isSettled { return 0 }
        if hasDrawn, state.details.awaitsPreview { return Self.previewPatience }
        return idleLimit.map { max(0, lastInput + $0 - milliseconds()) }
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

    /// The paths on this computer of the user's selection; nil if there is none.
    package var chosenPaths: [[UInt8]]? { state.chosenPaths }

    /// The directory of this computer in which the user quit.
    package var workingDirectory: [UInt8]? { state.workingDirectory }

    func milliseconds() -> Int { Int(MonotonicClock.now() / 1_000_000) }
}

/// The reason why a session ended before it had a container to show.
package enum LaunchFailure: Error, Sendable {
    case failed(ContainerStoreError)
    /// The user cancelled the opening.
    case cancelled
}
