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
import Screen
import System
import Terminal
import Transactions

/// Performing the effects that the state asks for.
extension Session {
    /// Has the state handle an event, and performs what it asks for.
    func update(_ event: BrowserEvent, on terminal: Terminal?) { performEffects(state.update(event), on: terminal) }

    func performEffects(_ effects: [BrowserEffect], on terminal: Terminal?) {
        workers.memory.keepOnly(asking { $0.viewedFiles })
        for effect in effects { performEffect(effect, on: terminal) }
    }

    private func performEffect(_ effect: BrowserEffect, on terminal: Terminal?) {
        if postponed != nil, effect.canWait {
            postponed?.append(effect)
            return
        }
        if performsElsewhere?(effect) == true { return }
        switch effect {
        case .quit: update(.lifecycle(.quit), on: terminal)
        case .lifecycle(let action):
            if let terminal { performLifecycle(action, on: terminal) }
        case .terminal(let request): if let terminal { performTerminal(request, on: terminal) }
        case .outside(.giveUpEditing(let ticket)): workers.giveUp(ticket)
        case .outside(let request): if let terminal { performOutside(request, on: terminal) }
        case .readDirectory(let request): workers.read(request)
        case .watch(let paths): workers.watch(paths)
        case .ask(let query): workers.ask(query)
        case .followChanges(let isWanted): workers.followChanges(isWanted)
        case .operation(let ticket, .plan(let operation, let requester)):
            workers.startPlanning(ticket, operation, for: requester)
        case .operation(let ticket, .run(let preparation, let answers)):
            workers.startRunning(ticket, preparation, answers)
        case .opening(let request): performOpening(request, on: terminal)
        case .memory(let request): workers.performMemory(request)
        case .cancel(let work): cancel(work)
        case .adjust(.coverAfter(let seconds)): coverAfterMilliseconds = seconds.map { $0 * 1_000 }
        case .adjust(.theme(let name)):
            themeName = name
            if name == automaticThemeName { terminal?.followBackground() }
            readTheme()
        case .adjust(.pictures(let setting)): if let terminal { showPictures(setting, on: terminal) }
        }
    }

    private func showPictures(_ setting: PictureSetting, on terminal: Terminal) {
        terminal.showPictures(setting)
        state.screen.pictures = terminal.pictureDisplay
        // What the terminal made of pictures that it does not know may be anywhere.
        terminal.repaint()
        setCover(on: terminal)
    }

    private func performTerminal(_ request: TerminalRequest, on terminal: Terminal) {
        switch request {
        case .notify(let text): if let notification { terminal.notify(text, by: notification) }
        case .copy(let bytes): terminal.copyToClipboard(bytes)
        case .repaint: terminal.repaint()
        }
    }

    private func performOpening(_ request: OpeningRequest, on terminal: Terminal?) {
        switch request {
        case .container(let path): workers.open(path.bytes, launch: launcher(isRelaunch: false))
        case .typed(let written): workers.open(ContainerStore.expanded(written), launch: launcher(isRelaunch: false))
        case .demonstration:
            guard let demonstration else {
                let failure = OpeningEvent.failed("there is no demonstration in this session")
                return update(.opening(failure), on: terminal)
            }
            workers.open(demonstration, launch: launcher(isRelaunch: false, remembers: false))
        case .unlock(let path, let passphrase):
            workers.open(path.bytes, unlockingWith: passphrase, launch: launcher(isRelaunch: false))
        case .secondContainer(let path, let directory): workers.openSecondContainer(path.bytes, at: directory)
        case .aside(let path, let purpose): workers.openAside(path, for: purpose)
        case .findNearby: workers.findNearby()
        case .watchDevices(let isWanted): workers.watchDevices(isWanted)
        case .readDevices(let devices): workers.read(devices)
        case .measure(let apps): workers.measure(apps)
        }
    }

    private func cancel(_ work: CancelledWork) {
        switch work {
        case .all:
            postponed?.removeAll(where: \.counts)
            workers.cancelEverything()
        case .counts:
            postponed?.removeAll(where: \.counts)
            workers.cancelBackground()
        case .opening:
            workers.cancelOpening()
            if workers.container == nil, !state.hasCandidates { launchFailure = .cancelled }
        case .operation(let ticket): workers.operations.cancel(ticket)
        case .task(let number): workers.tasks.cancel(number)
        }
    }

    func readTheme() {
        guard let themeReader else { return }
        themeRequests += 1
        let (mailbox, name, background, request) = (workers.mailbox, themeName, background, themeRequests)
        workers.short.submit { mailbox.post(.theme(themeReader(name, background), request: request)) }
    }
}

extension BrowserEffect {
    /// Whether the effect is not needed for the first frame.
    fileprivate var canWait: Bool {
        switch self {
        case .watch, .memory(.change), .memory(.readRecent), .opening(.watchDevices), .opening(.readDevices),
            .opening(.measure), .opening(.secondContainer), .opening(.findNearby):
            true
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
