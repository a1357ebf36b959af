/// Where the program stands between the person who looks at it and its end, as iOS counts the states of an app.
///
/// A pure value: `handle(_:)` takes what happened and says what is to be done about it, in order. Who owns the terminal
/// does it. Signal handlers and the guard act before anybody can be asked; they do what the same transition says, and
/// the actions that follow find it done.
package struct Lifecycle: Hashable, Sendable {
    /// The states of an app's life (App Programming Guide for iOS, "Execution States for Apps").
    package enum State: String, CaseIterable, Codable, Sendable {
        /// Not started, or over.
        case notRunning
        /// On the screen, but not looked at, or not complete yet.
        case inactive
        /// On the screen and in use.
        case active
        /// Off the screen, for the moment that it takes to put things away.
        case background
        /// Stopped.
        case suspended
    }

    /// What the person, a setting or the app's Info.plist decides.
    package struct Options: Hashable, Sendable {
        /// Whether the cover goes up by itself. Off for the demonstration of what happens without.
        package var coversScreen: Bool
        /// Whether the loss of the focus counts. Off where a terminal's reports disturb.
        package var coversOnFocusLoss: Bool
        /// Whether the program ends instead of stopping: `UIApplicationExitsOnSuspend`, `--exit-on-suspend`.
        package var exitsOnSuspend: Bool

        package init(coversScreen: Bool = true, coversOnFocusLoss: Bool = true, exitsOnSuspend: Bool = false) {
            self.coversScreen = coversScreen
            self.coversOnFocusLoss = coversOnFocusLoss
            self.exitsOnSuspend = exitsOnSuspend
        }
    }

    /// What happens to the program.
    package enum Event: Hashable, Sendable {
        /// It starts: `application(_:didFinishLaunchingWithOptions:)`.
        case launch
        /// The first picture is there: `applicationDidBecomeActive`.
        case ready
        /// The terminal's window is not the one that is used any more: `applicationWillResignActive`.
        case focusLost
        /// It is again: `applicationDidBecomeActive`.
        case focusGained
        /// The person pressed a key; under the cover it does nothing but take the cover away.
        case key
        /// The person asked for the cover.
        case cover
        /// Nobody pressed a key for as long as the person allows: as if the focus was lost.
        case idle
        /// `^Z`, SIGTSTP, SIGTTIN, SIGTTOU, or the terminal was taken away: `applicationWillResignActive` and
        /// `applicationDidEnterBackground`.
        case suspend
        /// The program is about to stop: it is suspended from now on. iOS tells an app nothing of it.
        case stopping
        /// It goes on, in the foreground: `applicationWillEnterForeground` and `applicationDidBecomeActive`.
        case resume
        /// It goes on since nobody could continue it if it stopped: the leader of a session.
        case stopRefused
        /// The terminal is gone: as SIGHUP.
        case hangUp
        /// A signal asks it to end: `applicationWillTerminate`.
        case terminate(signal: Int32)
        /// The person quits: `applicationWillTerminate`.
        case quit
        /// A trap, an abort, SIGKILL: nothing is told. What follows is done by the handlers or by the guard.
        case crash(signal: Int32)
    }

    /// What is to be done.
    package enum Action: Hashable, Sendable {
        /// Put the cover on the screen, every cell of it.
        case drawCover
        /// Send what was drawn before anything else is done.
        case flush
        /// Give the screen and the terminal's modes back.
        case leaveScreen
        /// Take the screen and the modes again.
        case enterScreen
        /// Keep what the screen shows now, for the next start. Comes after the cover and before the stop.
        case takeSnapshot
        /// What was kept does not serve the next start any more.
        case retireSnapshot
        /// Stop until somebody continues the program.
        case stop
        /// Show the content, every cell of it.
        case redraw
        /// End with this exit status.
        case exit(status: Int32)
        /// End by this signal.
        case die(signal: Int32)
    }

    package private(set) var state = State.notRunning
    /// Whether the cover hides the content.
    package private(set) var isCovered = false
    package var options: Options

    package init(options: Options = Options()) { self.options = options }

    /// Takes in what happened and says what is to be done about it.
    package mutating func handle(_ event: Event) -> [Action] {
        if event == .launch {
            guard state == .notRunning else { return [] }
            state = .inactive
            return []
        }
        guard state != .notRunning else { return [] }
        switch event {
        case .launch: return []
        case .ready: return becomeActive(unlessCovered: true)
        case .focusLost: return options.coversOnFocusLoss ? resignActive(covers: options.coversScreen) : []
        case .idle: return resignActive(covers: options.coversScreen)
        case .cover: return resignActive(covers: true)
        case .focusGained, .key: return becomeActive(unlessCovered: false)
        case .suspend: return enterBackground()
        case .stopping:
            if state == .background { state = .suspended }
            return []
        case .resume: return enterForeground()
        case .stopRefused: return stayCovered()
        case .hangUp: return end(by: .exit(status: 128 + 1))
        case .terminate(let signal): return end(by: .exit(status: 128 + signal))
        case .quit: return end(by: .exit(status: 0))
        case .crash(let signal): return end(by: .die(signal: signal))
        }
    }
}

extension Lifecycle {
    private var isOnScreen: Bool { state == .active || state == .inactive }

    /// The cover's actions, where it goes up by itself.
    private var covering: [Action] { options.coversScreen ? [.drawCover, .flush] : [] }

    private mutating func resignActive(covers: Bool) -> [Action] {
        guard isOnScreen else { return [] }
        state = .inactive
        guard covers, !isCovered else { return [] }
        isCovered = true
        return [.drawCover, .flush]
    }

    private mutating func becomeActive(unlessCovered: Bool) -> [Action] {
        guard isOnScreen, !(unlessCovered && isCovered) else { return [] }
        state = .active
        guard isCovered else { return [] }
        isCovered = false
        return [.redraw]
    }

    private mutating func enterBackground() -> [Action] {
        guard isOnScreen else { return [] }
        if options.exitsOnSuspend { return end(by: .exit(status: 0)) }
        let actions = covering
        state = .background
        isCovered = isCovered || options.coversScreen
        return actions + [.leaveScreen, .takeSnapshot, .stop]
    }

    private mutating func enterForeground() -> [Action] {
        // From anywhere: SIGSTOP and SIGCONT tell only of the second.
        state = .active
        isCovered = false
        return [.enterScreen] + covering + [.redraw, .retireSnapshot]
    }

    private mutating func stayCovered() -> [Action] {
        state = .inactive
        isCovered = isCovered || options.coversScreen
        return [.enterScreen] + (isCovered ? [.drawCover, .flush] : [.redraw]) + [.retireSnapshot]
    }

    private mutating func end(by last: Action) -> [Action] {
        // A snapshot serves the next start only if the program was ended while it was suspended.
        let keeps = state == .suspended || state == .background
        let leaving: [Action] = keeps ? [] : covering + [.leaveScreen, .retireSnapshot]
        state = .notRunning
        isCovered = isCovered || options.coversScreen
        return leaving + [last]
    }
}
