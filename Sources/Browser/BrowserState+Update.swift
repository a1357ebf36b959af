import AppLifecycle
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
import Search

extension BrowserState {
    /// Processes an event and returns the work to be done, in order.
    package mutating func update(_ event: BrowserEvent) -> [BrowserEffect] {
        unsettle()
        keys.onlyMovedCursor = false
        screen.onlyUpdatedDetails = false
        let hasQueue = !keys.queued.isEmpty
        let effects = handle(event) + performQueued()
        if !screen.onlyUpdatedDetails || hasQueue {
            if case .clock = event {} else if !keys.onlyMovedCursor || !effects.isEmpty { screen.drawn = nil }
        }
        // After a key, and each key has a clock event before it, the directories are looked at once everything settles.
        switch event {
        case .input, .clock: return effects
        default: return effects + watchWhatIsShown() + watchDevices()
        }
    }

    private mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
        switch event {
        case .settled:
            screen.onlyUpdatedDetails = true
            return settle()
        case .input(let input):
            let rows = (panes.listing?.top, panes.computer?.top)
            let effects = handle(input)
            // A cursor that moves between the rows on screen shows no others.
            if keys.onlyMovedCursor, effects.isEmpty, rows == (panes.listing?.top, panes.computer?.top) { return [] }
            return effects + lookUps()
        case .clock(let time, let seconds):
            screen.now = time
            screen.nowSeconds = seconds
            return []
        case .lifecycle(let event): return live(event)
        case .containerOpened(let description, let start): return open(description, at: start)
        case .containersFound(let found):
            return choose(from: found)
        case .besideOpened(let description, let start): return show(description, beside: start)
        case .besideFound(let found):
            open(BesidePanel(found))
            return []
        case .asideOpened(let item, let container, let purpose): return receive(item, in: container, for: purpose)
        case .nearbyFound(let found):
            receive(nearby: found)
            return []
        case .devicesFound(let devices):
            receive(devices: devices)
            return []
        case .deviceRead(let device):
            opening.devices[device.hostPath] = device
            return []
        case .appMeasured(let parts, let found):
            opening.figures[parts] = found
            return []
        case .opening(let progress):
            receive(opening: progress)
            return []
        case .openingLocked(let path, let isWrong):
            askForPassphrase(of: path, isWrong: isWrong)
            return []
        case .openingFailed(let reason):
            fail(opening: reason)
            return []
        case .directoryRead(let snapshot): return receive(snapshot) + lookUps()
        case .directoryFailed(let ticket, let path, let error):
            for side in Side.allCases where panes[side]?.path == path {
                if ticket == panes[side]?.ticket || ticket == panes[side]?.refresh { panes[side]?.fail(error) }
            }
            return []
        case .answered(let reply): return receive(reply)
        case .changed(let paths): return receive(changed: paths)
        case .watchBegun(let paths): return readAgain(paths)
        case .watched(let news):
            receive(news)
            return []
        case .prepared(let ticket, let preparation): return receive(preparation, ticket)
        case .operationFailed(let ticket, let error):
            let isUnseen = !isShowingTasks
            tasks[ticket]?.isUnseen = isUnseen
            let isNothing = tasks[ticket]?.operation?.kind.isAboutHistory == true && error.code == .noInput
            return fail(ticket, error.notice.text(showing: pathText).joined(separator: " "), isNothing: isNothing)
        case .operationBegun(let ticket):
            tasks[ticket]?.begin()
            return []
        case .progressed(let ticket, let progress):
            tasks[ticket]?.receive(progress)
            return []
        case .operationEnded(let ticket, let ending): return end(ticket, ending)
        case .task(let task): return receive(task)
        case .report(let title, let notices):
            show(ReportPanel(title, lines: notices.flatMap { $0.text(showing: pathText) }))
            return []
        case .editorClosed(let ending): return receive(ending)
        case .memoryRead(let memory):
            bookmarks.marks = [:]
            adopt(memory)
            return []
        case .recentRead(let containers):
            opening.recent = containers
            return []
        case .themeRead(let theme):
            screen.adopt(theme)
            return []
        case .outsideEnded(let program, let status): return receive(endOf: program, status: status)
        case .failed(let text):
            fail(text)
            return []
        case .themesListed(let names):
            options.themeNames = names
            return []
        case .warned(let text):
            warn(text)
            return []
        }
    }

    /// Passes an event to the lifecycle.
    mutating func live(_ event: Lifecycle.Event) -> [BrowserEffect] {
        lifecycle.handle(event).map { .lifecycle($0) }
    }

    private mutating func handle(_ input: InputEvent) -> [BrowserEffect] {
        switch input {
        case .resize(let size):
            self.screen.size = size
            scroll()
            return viewer == nil ? [] : readPageAgain()
        case .focusLost: return live(.focusLost)
        case .focusGained: return live(.focusGained)
        case .key(let key):
            let wasCovered = isCovered
            let uncovering = live(.key)
            // A key that removes the cover does nothing else: it was pressed without seeing what it would do.
            guard !wasCovered else { return uncovering }
            let effects = press(key)
            showWaitingPanel()
            return effects
        case .mouse(let mouse):
            guard !isCovered else { return [] }
            keys.ignoresNext = false
            let effects = handle(mouse)
            showWaitingPanel()
            return effects
        case .paste(let bytes):
            guard isWriting else { return [] }
            let text = String(decoding: bytes, as: UTF8.self)
            guard panels.prompt != nil else {
                panels.current?.insert(text)
                return panels.current?.content.searched(in: &self) ?? []
            }
            panels.prompt?.insert(text)
            return promptChanged()
        }
    }
}
