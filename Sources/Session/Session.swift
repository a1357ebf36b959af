import AppLifecycle
package import Browser
import ContainerModel
package import ContainerStore
import Disk
import Glibc
import Inspection
package import Jobs
import Screen
package import Terminal

/// The browser at work: carries out its effects on workers, hands their results back as events, and draws.
///
/// One thread runs the loop and owns the state. Nothing on it touches a disk.
package final class Session {
    /// How long the first picture waits for the first listing, so that it need not be drawn twice, in milliseconds.
    private static let firstPicturePatience = 60

    private let terminal: Terminal
    private let workers: SessionWorkers
    private var state: BrowserState
    private var hasDrawn = false
    private var isOver = false

    /// - Throws: `JobsError`
    package init(terminal: Terminal, state: BrowserState) throws(JobsError) {
        self.terminal = terminal
        self.state = state
        workers = try SessionWorkers()
        terminal.setCover(Cover.frame(size: terminal.size, theme: state.theme))
    }

    /// Runs until the person quits or a signal ends it.
    ///
    /// - Parameter opened: what the path on the command line led to.
    /// - Returns: the exit status.
    package func run(_ opened: OpenedPath) -> Int32 {
        switch opened {
        case .container(let container, let start):
            workers.container = container
            carryOut(state.update(.clock(.now, secondsSince1970: Int64(time(nil)))))
            carryOut(state.open(container.description, at: start))
        case .several(let candidates):
            state.choose(from: candidates)
        }
        let deadline = milliseconds() + Self.firstPicturePatience
        while !isOver {
            drawUnlessWaiting(until: deadline)
            let timeout = hasDrawn ? nil : max(0, deadline - milliseconds())
            for event in terminal.nextEvents(timeoutMilliseconds: timeout, wakeDescriptor: workers.mailbox.descriptor) {
                if let status = take(event) { return status }
            }
        }
        return 0
    }

    private func drawUnlessWaiting(until deadline: Int) {
        guard hasDrawn || state.hasFirstPicture || milliseconds() >= deadline else { return }
        hasDrawn = true
        terminal.draw(state.render())
    }

    /// - Returns: the exit status, if the program ends by this.
    private func take(_ event: TerminalEvent) -> Int32? {
        switch event {
        case .input(let input):
            // Someone who types does not want to wait for a complete picture.
            hasDrawn = true
            carryOut(state.update(.clock(.now, secondsSince1970: Int64(time(nil)))))
            carryOut(state.update(.input(input)))
            if case .resize(let size) = input { terminal.setCover(Cover.frame(size: size, theme: state.theme)) }
        case .wake:
            for message in workers.mailbox.drain() { take(message) }
        case .resumed:
            carryOut(state.update(.input(.resize(terminal.size))))
            terminal.setCover(Cover.frame(size: terminal.size, theme: state.theme))
            carryOut(state.update(.resumed))
        case .suspend: break
        case .terminate(let signal): return 128 + signal
        case .hangUp: return 128 + SIGHUP
        }
        return nil
    }

    private func take(_ message: SessionWorkers.Message) {
        switch message {
        case .event(let event): carryOut(state.update(event))
        case .opened(let container, let start):
            workers.container = container
            carryOut(state.open(container.description, at: start))
        }
    }

    private func carryOut(_ effects: [BrowserEffect]) {
        for effect in effects {
            switch effect {
            case .quit: isOver = true
            case .repaint: terminal.repaint()
            case .cancel: workers.cancelBackground()
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
            case .openContainer(let path): workers.open(path)
            }
        }
    }

    private func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }
}
