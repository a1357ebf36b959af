import AppLifecycle
import Demonstration
import Jobs
import Screen
import System
import Terminal

/// Shows the demonstration as a talk on the terminal, while a worker tries what it shows.
final class HidingTalkRun {
    /// Tries the ways of hiding. The first argument tells whether to stop, the second gets each result.
    typealias Trials =
        @Sendable (
            _ isCancelled: @escaping @Sendable () -> Bool,
            _ receive: @escaping @Sendable (HidingDemonstration.Event) -> Void
        ) throws(Failure) -> Void

    /// A message of the worker.
    private enum Message: Sendable {
        case event(HidingDemonstration.Event)
        case end(Failure?)
    }

    private let mailbox: Mailbox<Message>
    private let cancellation = Cancellation()
    private var talk: HidingTalk
    private var failure: Failure?
    /// Whether the cover has to stay until a key is pressed.
    private var isCovered = false

    /// - Throws: `JobsError`
    init(showsWaysOut: Bool) throws {
        mailbox = try Mailbox()
        talk = HidingTalk(showsWaysOut: showsWaysOut)
    }

    /// Whether standard input and output are a terminal that is large enough.
    static var isPossible: Bool {
        guard isatty(STDIN_FILENO) == 1, let size = Platform.terminalSize(of: STDOUT_FILENO) else { return false }
        return size.columns >= HidingTalk.leastSize.columns && size.rows >= HidingTalk.leastSize.rows
    }

    /// Shows the talk until its end.
    /// - Returns: What was tried by then.
    /// - Throws: `Failure` of the trials, or if a signal ended the talk; `TerminalError`
    func show(_ trials: @escaping Trials) throws -> HidingDemonstration.Results {
        let terminal = try Terminal(TerminalOptions(mouse: false, focus: false))
        defer { terminal.close() }
        WorkerPool(threads: 1).submit { [mailbox, cancellation] in
            do throws(Failure) {
                try trials({ cancellation.isCancelled }, { mailbox.post(.event($0)) })
                mailbox.post(.end(nil))
            } catch {
                mailbox.post(.end(error))
            }
        }
        let status = follow(terminal)
        terminal.close()
        finish()
        if let failure { throw failure }
        if let status { throw Failure("the talk was ended by a signal", code: status) }
        return talk.results
    }

    /// Shows stages until the talk is over.
    /// - Returns: The exit status if a signal ended it.
    private func follow(_ terminal: Terminal) -> Int32? {
        setCover(on: terminal)
        while failure == nil {
            if !isCovered { terminal.draw(talk.frame(size: terminal.size)) }
            for event in terminal.nextEvents(wakeDescriptor: mailbox.descriptor) {
                switch event {
                case .input(.key(let key)):
                    let wasCovered = isCovered
                    isCovered = false
                    if !wasCovered, talk.press(key) == .ends { return nil }
                case .input(.resize): setCover(on: terminal)
                case .input, .background, .pictures: break
                case .wake: receive()
                case .suspend: terminal.stop()
                case .resumed: setCover(on: terminal)
                case .stopRefused: isCovered = true
                case .terminate(let signal): return 128 + signal
                case .hangUp: return 128 + SIGHUP
                }
            }
        }
        return nil
    }

    private func setCover(on terminal: Terminal) {
        terminal.setCover(
            Cover.frame(size: terminal.size, theme: .colorless),
            card: Cover.card(
                columns: terminal.size.columns, theme: .colorless,
                glyphs: .forLocale(isUTF8: terminal.isUTF8, hasSymbols: terminal.hasSymbols)))
    }

    private func receive() {
        for message in mailbox.drain() {
            switch message {
            case .event(let event): talk.receive(event)
            case .end(let failure):
                self.failure = failure
                talk.finish()
            }
        }
    }

    /// Waits until the trial at hand has ended, and has removed its files.
    private func finish() {
        guard !talk.isComplete else { return }
        cancellation.cancel()
        writeError("sandglass: ending the trial at hand …")
        while !talk.isComplete {
            var ready = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&ready, 1, -1)
            receive()
        }
    }
}
