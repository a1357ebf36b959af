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

/// Carrying out the effects that the state asks for.
extension Session {
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
