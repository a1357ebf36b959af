import AppLifecycle
import Browser
import ContainerModel
import ContainerStore
import Encryption
import FileSharing
import FileTree
import Inspection
import Jobs
import Queries
import Reports
import Screen
import System
import Terminal
import Transactions

/// Handling what the terminal and the workers report.
extension Session {
    /// Handles events in order. While text is entered, characters that arrive together are handled as one paste, since
    /// not every terminal marks pastes.
    func handle(_ events: [TerminalEvent], from terminal: Terminal) {
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
            if input.isByPerson { lastInput = milliseconds() }
            updateClock(on: terminal)
            update(.input(input), on: terminal)
            if case .resize = input {
                // The font may have changed with it.
                state.screen.pictures = terminal.pictureDisplay
                setCover(on: terminal)
            }
        case .pictures(let display): state.screen.pictures = display
        case .background(let reported):
            guard reported != background else { break }
            background = reported
            readTheme()
        case .wake:
            for message in workers.mailbox.drain() { receiveMessage(message, on: terminal) }
        case .resumed(let secondsAway):
            hasDrawn = true
            lastInput = milliseconds()
            update(.input(.resize(terminal.size)), on: terminal)
            setCover(on: terminal)
            update(.lifecycle(.resume(secondsAway: secondsAway)), on: terminal)
        case .suspend: update(.lifecycle(.suspend), on: terminal)
        case .stopRefused: update(.lifecycle(.stopRefused), on: terminal)
        case .terminate(let signal): update(.lifecycle(.terminate(signal: signal)), on: terminal)
        case .hangUp: update(.lifecycle(.hangUp), on: terminal)
        }
    }

    /// Tells the browser the time, which is not as long ago as the last key: an editor may have had the terminal since.
    func updateClock(on terminal: Terminal?) {
        let seconds = Int64(time(nil))
        guard seconds != clock else { return }
        clock = seconds
        update(.clock(.now, secondsSince1970: seconds), on: terminal)
    }

    /// Handles a message from a worker.
    func receiveMessage(_ message: SessionWorkers.Message, on terminal: Terminal?) {
        updateClock(on: terminal)
        switch message {
        case .event(let event, let epoch):
            guard epoch == workers.epoch else { return }
            update(event, on: terminal)
        case .lasting(let event):
            update(event, on: terminal)
        case .theme(let event, let request):
            guard request == themeRequests else { return }
            update(event, on: terminal)
            if let terminal { setCover(on: terminal) }
        case .secondContainer(let container, let start, let epoch):
            guard epoch == workers.epoch else { return }
            workers.add(container)
            workers.rememberVisit(of: container)
            update(.opening(.secondContainerOpened(container.description, at: start)), on: terminal)
        case .aside(let item, let container, let groups, let purpose, let epoch):
            guard epoch == workers.epoch else { return }
            for other in [container].compactMap(\.self) + groups { workers.add(other) }
            update(.opening(.asideOpened(item, in: container?.description, for: purpose)), on: terminal)
        case .opening(let report, let opening):
            guard workers.opening === opening else { return }
            receiveOpening(report, on: terminal)
        }
    }
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
