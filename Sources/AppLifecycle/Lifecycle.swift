/// The lifecycle of the program, with the states of an iOS app.
///
/// A pure value: `handle(_:)` takes an event and returns the actions to perform, in order, to the owner of the
/// terminal. Signal handlers and the guard act before the lifecycle can be consulted. They perform the actions of the
/// same transition, and the owner then finds them done.
package struct Lifecycle: Hashable, Sendable {
    /// The states of an app's life (App Programming Guide for iOS, "Execution States for Apps").
    package enum State: String, CaseIterable, Codable, Sendable {
        /// Not started, or ended.
        case notRunning
        /// On the screen, but not in use or not complete yet.
        case inactive
        /// On the screen and in use.
        case active
        /// Off the screen, for as long as it takes to save state.
        case background
        /// Stopped.
        case suspended
    }

    /// The choices of the user, of a setting or of the app's Info.plist.
    package struct Options: Hashable, Sendable {
        /// Whether the cover is shown automatically. Off to demonstrate what happens without it.
        package var coversScreen: Bool
        /// Whether losing the focus covers the screen. Off if a terminal's focus reports are a nuisance.
        package var coversOnFocusLoss: Bool
        /// Whether the program ends instead of stopping: `UIApplicationExitsOnSuspend`, `--exit-on-suspend`.
        package var exitsOnSuspend: Bool

        /// Creates options.
        package init(coversScreen: Bool = true, coversOnFocusLoss: Bool = true, exitsOnSuspend: Bool = false) {
            self.coversScreen = coversScreen
            self.coversOnFocusLoss = coversOnFocusLoss
            self.exitsOnSuspend = exitsOnSuspend
        }
    }

    /// An event in the life of the program.
    package enum Event: Hashable, Sendable {
        /// The program starts: `application(_:didFinishLaunchingWithOptions:)`.
        case launch
        /// The first frame is ready: `applicationDidBecomeActive`.
        case ready
        /// The terminal window lost the focus: `applicationWillResignActive`.
        case focusLost
        /// The terminal window got the focus: `applicationDidBecomeActive`.
        case focusGained
        /// A key was pressed; under the cover it only removes the cover.
        case key
        /// The user asked for the cover.
        case cover
        /// No key was pressed for the time set by the user; as if the focus was lost.
        case idle
        /// `^Z`, SIGTSTP, SIGTTIN, SIGTTOU, or the terminal was taken away: `applicationWillResignActive` and
        /// `applicationDidEnterBackground`.
        case suspend
        /// The program is about to stop: it is suspended from now on. iOS does not notify an app of this.
        case stopping
        /// The program continues in the foreground: `applicationWillEnterForeground` and `applicationDidBecomeActive`.
        /// With the time that it was stopped, in seconds; 0 if that is not known.
        case resume(secondsAway: Int)
        /// The program continues because no process could continue it if it stopped: it is a session leader.
        case stopRefused
        /// The terminal is gone, as with SIGHUP.
        case hangUp
        /// A signal asks the program to end: `applicationWillTerminate`.
        case terminate(signal: Int32)
        /// The user quits: `applicationWillTerminate`.
        case quit
        /// A trap, an abort or SIGKILL: the program is not notified. The handlers or the guard perform what follows.
        case crash(signal: Int32)
    }

    /// An action to perform.
    package enum Action: Hashable, Sendable {
        /// Draw the cover, every cell of it.
        case drawCover
        /// Send the drawn contents before doing anything else.
        case flush
        /// Give back the screen and restore the terminal's modes.
        case leaveScreen
        /// Take the screen and set the program's modes again.
        case enterScreen
        /// Save the contents of the screen for the next launch. After the cover and before the stop.
        case takeSnapshot
        /// Mark the saved snapshot as no longer usable for the next launch.
        case retireSnapshot
        /// Stop until the program is continued.
        case stop
        /// Draw the content, every cell of it.
        case redraw
        /// End with this exit status.
        case exit(status: Int32)
        /// End by this signal.
        case die(signal: Int32)
    }

    /// The present state.
    package private(set) var state = State.notRunning
    /// Whether the cover hides the content.
    package private(set) var isCovered = false
    /// Whether only a key removes the cover: terminals report the focus as soon as they are asked to, and after a long
    /// time away that says nothing about who is looking.
    private var awaitsKey = false
    /// The longest time away, in seconds, after which the content comes back without a key.
    package static let briefAbsence = 60
    /// The options, which may change at any time.
    package var options: Options

    /// Creates the lifecycle of a program that has not been started.
    package init(options: Options = Options()) { self.options = options }

    /// Processes an event and returns the actions to perform, in order.
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
        case .focusGained: return becomeActive(unlessCovered: awaitsKey)
        case .key: return becomeActive(unlessCovered: false)
        case .suspend: return enterBackground()
        case .stopping:
            if state == .background { state = .suspended }
            return []
        case .resume(let secondsAway): return enterForeground(after: secondsAway)
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

    /// The actions that cover the screen; empty if the cover is not shown automatically.
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
        awaitsKey = false
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

    private mutating func enterForeground(after secondsAway: Int) -> [Action] {
        // From any state: of SIGSTOP and SIGCONT, only the second is reported.
        awaitsKey = options.coversScreen && secondsAway > Self.briefAbsence
        guard !awaitsKey else {
            state = .inactive
            isCovered = true
            return [.enterScreen] + covering + [.retireSnapshot]
        }
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
        // A snapshot is usable for the next launch only if the program ended while it was suspended.
        let keeps = state == .suspended || state == .background
        let leaving: [Action] = keeps ? [] : covering + [.leaveScreen, .retireSnapshot]
        state = .notRunning
        isCovered = isCovered || options.coversScreen
        return leaving + [last]
    }
}
