import AppLifecycle
import FileSharing
import Screen

extension BrowserState {
    /// Processes an event and returns the work to be done, in order.
    package mutating func update(_ event: BrowserEvent) -> [BrowserEffect] {
        panes.details.unsettle()
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
        default: return effects + panes.watchWhatIsShown() + watchDevices()
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
            return effects + browse { $0.lookUps(&$1) }
        case .clock(let time, let seconds):
            screen.now = time
            screen.nowSeconds = seconds
        case .lifecycle(let event): return live(event)
        case .answered(let reply): return receiveReply(reply)
        case .directory(let event): return browse { $0.update(event, &$1) }
        case .opening(let event): return handle(event)
        case .operation(let ticket, let event): return update(\.tasks) { $0.update(event, of: ticket, &$1) }
        case .outside(.editorClosed(let ending)): return update(\.tasks) { $0.update(ending, &$1) }
        case .outside(.ended(let program, let status)): return receiveEnd(of: program, status: status)
        case .task(let task): return receiveTaskReport(task)
        case .watched(let news): findings.changes.update(news)
        case .memoryRead(let memory): bookmarks = Bookmarks(memory)
        case .theme(.read(let theme)): screen.adopt(theme)
        case .theme(.listed(let names)): options.themeNames = names
        case .failed(let text): fail(text)
        case .warned(let text): warn(text)
        case .report(let title, let notices):
            show(ReportPanel(title, lines: notices.flatMap { $0.text(showing: pathText) }))
        }
        return []
    }

    /// Passes an event to the lifecycle.
    mutating func live(_ event: Lifecycle.Event) -> [BrowserEffect] {
        lifecycle.handle(event).map { .lifecycle($0) }
    }

    private mutating func handle(_ input: InputEvent) -> [BrowserEffect] {
        switch input {
        case .resize(let size):
            screen.size = size
            panes.scroll(visibleRows: paneRows)
            movePanel(by: 0)
            return view(.again)
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
