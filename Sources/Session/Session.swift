import AppLifecycle
package import Browser
import ContainerModel
package import ContainerStore
import Disk
import Glibc
import Inspection
package import Jobs
package import Screen
package import Terminal

/// The browser at work: carries out its effects on workers, hands their results back as events, and draws.
///
/// One thread runs the loop and owns the state. Nothing on it touches a disk.
package final class Session {
    /// How long the first picture waits for the first listing, so that it need not be drawn twice, in milliseconds.
    private static let firstPicturePatience = 60

    let workers: SessionWorkers
    var state: BrowserState
    let keeper: SnapshotKeeper
    /// What was kept of the session before.
    var launch = SnapshotKeeper.Launch.fresh
    /// Whether something was kept for a launch after an end while suspended, and this is not over.
    var isKept = false
    /// Whether the screen shows what a launch shows until the first listing is there.
    private var isLaunching = false
    private var hasDrawn = false
    private var hasCover = false
    private var isOver = false

    /// - Parameter pool: threads for what the person waits for: several, since a slow disk may hold one.
    /// - Parameter policy: what is left of the session when it is suspended.
    /// - Throws: `JobsError`
    package init(
        state: BrowserState,
        pool: WorkerPool,
        policy: SnapshotPolicy = SnapshotPolicy()
    ) throws(JobsError) {
        self.state = state
        keeper = SnapshotKeeper(policy)
        workers = try SessionWorkers(short: pool)
    }

    /// Starts to read what is to be shown, so that it is there when the terminal is ready.
    /// - Parameter opened: what the path on the command line led to.
    package func begin(with opened: OpenedPath) {
        switch opened {
        case .container(let found, let start):
            let container = found.recallingAppInfo()
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
        isLaunching = drawLaunchPicture(on: terminal)
        let deadline = milliseconds() + Self.firstPicturePatience
        while !isOver {
            drawUnlessWaiting(until: deadline, on: terminal)
            let events = terminal.nextEvents(
                timeoutMilliseconds: timeout(until: deadline),
                wakeDescriptor: workers.mailbox.descriptor
            )
            for event in events {
                if let status = take(event, from: terminal) { return status }
            }
            if events.isEmpty { carryOut(state.update(.settled), on: terminal) }
        }
        return 0
    }

    private func drawUnlessWaiting(until deadline: Int, on terminal: Terminal) {
        guard hasDrawn || state.hasFirstPicture || (!isLaunching && milliseconds() >= deadline) else { return }
        terminal.draw(state.render())
        // Before the cover is made, a suspension erases the screen and shows nothing in its place.
        if !hasCover { terminal.setCover(Cover.frame(size: terminal.size, theme: state.theme)) }
        hasCover = true
        hasDrawn = true
    }

    /// For how many milliseconds to wait for events; nil for as long as it takes.
    private func timeout(until deadline: Int) -> Int? {
        if hasDrawn { return state.isSettled ? nil : 0 }
        if isLaunching { return nil }
        return max(0, deadline - milliseconds())
    }

    /// - Returns: the exit status, if the program ends by this.
    private func take(_ event: TerminalEvent, from terminal: Terminal) -> Int32? {
        switch event {
        case .input(let input):
            // Someone who types does not want to wait for a complete picture.
            hasDrawn = true
            carryOut(state.update(.clock(.now, secondsSince1970: Int64(time(nil)))), on: terminal)
            carryOut(state.update(.input(input)), on: terminal)
            if case .resize(let size) = input { terminal.setCover(Cover.frame(size: size, theme: state.theme)) }
        case .wake:
            for message in workers.mailbox.drain() { take(message, on: terminal) }
        case .resumed:
            carryOut(state.update(.input(.resize(terminal.size))), on: terminal)
            terminal.setCover(Cover.frame(size: terminal.size, theme: state.theme))
            carryOut(state.update(.resumed), on: terminal)
        case .suspend: break
        case .terminate(let signal): return 128 + signal
        case .hangUp: return 128 + SIGHUP
        }
        return nil
    }

    private func take(_ message: SessionWorkers.Message, on terminal: Terminal) {
        switch message {
        case .event(let event, let epoch):
            guard epoch == workers.epoch else { return }
            carryOut(state.update(event), on: terminal)
        case .opened(let container, let start):
            leaveContainer()
            workers.container = container
            carryOut(state.open(container.description, at: start), on: terminal)
        }
    }

    private func carryOut(_ effects: [BrowserEffect], on terminal: Terminal) {
        for effect in effects { carryOut(effect, on: terminal) }
    }

    private func carryOut(_ effect: BrowserEffect, on terminal: Terminal?) {
        switch effect {
        case .quit: isOver = true
        case .repaint: terminal?.repaint()
        case .cancel: workers.cancelEverything()
        case .cancelCounts: workers.cancelBackground()
        case .readDirectory(let request): workers.read(request)
        case .arrange(let ticket, let path, let entries, let order, let filter, let metadata):
            workers.arrange(ticket, path, entries, order, filter, metadata)
        case .describe(let ticket, let path, let entries, let places):
            workers.describe(ticket, path, entries, places)
        case .measure(let ticket, let path, let entries): workers.measure(ticket, path, entries)
        case .readTree(let paths): workers.readTree(paths)
        case .count(let paths): workers.count(paths)
        case .locate(let path): workers.locate(path)
        case .follow(let path): workers.follow(path)
        case .ask(let question): workers.answer(question)
        case .sizeBackup(let ticket, let path): workers.sizeBackup(ticket, below: path)
        case .openContainer(let path): workers.open(path)
        }
    }

    private func milliseconds() -> Int { Int(MonotonicClock.now() / 1_000_000) }
}
