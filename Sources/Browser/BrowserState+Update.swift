import AppLifecycle
import ContainerModel
package import ContainerStore
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
        let effects = handle(event) + performQueued()
        // After a key, and each key has a clock event before it, the directories are looked at once everything settles.
        switch event {
        case .input, .clock: return effects
        default: return effects + watchWhatIsShown()
        }
    }

    /// Watches the directories on screen for changes, once they are read.
    private mutating func watchWhatIsShown() -> [BrowserEffect] {
        let shown = Side.allCases.compactMap { self[$0] }.filter { $0.side == .container || isSharing }
        guard shown.allSatisfy({ $0.stage == .complete || $0.refusal != nil }), places.isRead else { return [] }
        var wanted = Set(shown.map(\.location))
        // The sizes on screen are of directories in the tree and in the listing, which need not be unfolded.
        let sized = places.shown + places.directories + (listing.map { directories(in: $0) } ?? [])
        wanted.formUnion(sized.prefix(Self.mostWatchedPlaces).map { containerItem($0) })
        if isSharing, let computer, beside != nil {
            wanted.formUnion(
                directories(in: computer).prefix(Self.mostWatchedPlaces).map { ItemAddress(computer.root, $0) })
        }
        guard wanted != watched else { return [] }
        watched = wanted
        return [.watch(wanted)]
    }

    /// The first directories of a listing, on screen or not, so that scrolling does not change what is watched.
    private func directories(in listing: Listing) -> [ContainerPath] {
        guard listing.failure == nil else { return [] }
        let first = listing.order.prefix(Self.mostWatchedPlaces)
        let directories = first.filter { listing.kind(of: $0) == .directory }.compactMap { listing.path(of: $0) }
        guard listing.isFlat else { return directories }
        let parents = first.compactMap { listing.path(of: $0)?.parent }
        return Array(Set(directories + parents).sorted().prefix(Self.mostWatchedPlaces))
    }

    /// The maximum number of directories to watch beside the listing's own, because the system's watches are shared by
    /// all programs.
    private static let mostWatchedPlaces = 256

    /// Reads changed directories again while they stay on screen.
    private mutating func receive(changed: Set<ItemAddress>) -> [BrowserEffect] {
        var effects: [BrowserEffect] = []
        forgetSeals(of: changed.map(\.root))
        for side in Side.allCases {
            guard let listing = self[side] else { continue }
            let location = listing.location
            let isStale =
                changed.contains(location)
                || listing.isFlat && changed.contains { $0.root == location.root && $0.path.isInside(location.path) }
            if isStale, side == .container || isSharing { effects += refresh(side) }
        }
        // What is in a directory decides whether its row in the level above can be unfolded.
        let inside = changed.filter { $0.root == root(of: .container) }.map(\.path)
        let levels = Set(inside + inside.compactMap(\.parent)).intersection(places.shown)
        if !levels.isEmpty { effects.append(readTree(levels.sorted())) }
        return effects + recount(changed)
    }

    /// Counts directories and their ancestors again, unless that is too much work.
    mutating func recount(_ directories: some Sequence<ItemAddress>) -> [BrowserEffect] {
        var stale: Set<ItemAddress> = []
        for directory in directories {
            guard let counted = counts[directory.root], (counted.totals[.root]?.items ?? 0) <= Self.mostRecounted else {
                continue
            }
            var next: ItemAddress? = directory
            while let directory = next, stale.insert(directory).inserted {
                counts[directory.root]?.requested.remove(directory.path)
                next = directory.enclosing
            }
        }
        guard !stale.isEmpty else { return [] }
        // An attribute, too, changes what is backed up below.
        if stale.contains(where: { $0.root == root(of: .container) }) { requestedBackupTotals = [] }
        return lookUps()
    }

    /// In a container with more items than this, only `^l` counts again.
    private static let mostRecounted = 100_000

    private mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
        switch event {
        case .settled: return settle()
        case .input(let input): return handle(input) + lookUps()
        case .clock(let time, let seconds):
            now = time
            nowSeconds = seconds
            return []
        case .lifecycle(let event): return live(event)
        case .containerOpened(let description, let start): return open(description, at: start)
        case .containersFound(let found):
            return choose(from: found)
        case .besideOpened(let description, let start): return show(description, beside: start)
        case .besideFound(let found):
            open(BesidePanel(found))
            return []
        case .deviceRead(let device):
            devices[device.hostPath] = device
            return []
        case .appMeasured(let parts, let found):
            figures[parts] = found
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
            for side in Side.allCases where self[side]?.path == path {
                if ticket == self[side]?.ticket || ticket == self[side]?.refresh { self[side]?.fail(error) }
            }
            return []
        case .answered(let reply): return receive(reply)
        case .changed(let paths): return receive(changed: paths)
        case .prepared(let ticket, let preparation): return receive(preparation, ticket)
        case .operationFailed(let ticket, let error):
            let isUnseen = !isShowingTasks
            tasks[ticket]?.isUnseen = isUnseen
            let isNothing = tasks[ticket]?.operation?.isAboutHistory == true && error.code == .noInput
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
            marks = [:]
            adopt(memory)
            return []
        case .recentRead(let containers):
            recent = containers
            return []
        case .themeRead(let theme):
            adopt(theme: theme, isASCII: isASCII, colors: colors, hasSymbols: glyphs != .console)
            return []
        case .outsideEnded(let program, let status): return receive(endOf: program, status: status)
        case .failed(let text):
            fail(text)
            return []
        case .warned(let text):
            warn(text)
            return []
        }
    }

    /// Opens a container, with a new state.
    package mutating func open(_ description: ContainerDescription, at start: ContainerStart) -> [BrowserEffect] {
        adopt(description, at: start) + [readTree(places.shown)]
    }

    /// Opens a container without reading its tree.
    mutating func adopt(_ description: ContainerDescription, at start: ContainerStart) -> [BrowserEffect] {
        let leaving = leaveContainer()
        container = description
        tasks.leaveContainer()
        // The app's declaration applies to browsing it too: none of its contents may be kept while suspended.
        lifecycle.options.exitsOnSuspend = exitsOnSuspend || description.app.exitsOnSuspend == .yes
        viewer = nil
        panel = nil
        prompt = nil
        counts = [:]
        backupTotals = [:]
        backedUpDirectories = []
        requestedBackupTotals = []
        seals = [:]
        visited = [:]
        history = VisitHistory()
        marks = [:]
        tags = [:]
        listing = nil
        filter.text = []
        watched = []
        forgetContainer()
        showWaitingPanel()
        let unfolded =
            [ContainerPath.root] + RuleBook.standard.standardDirectories(in: description.kind).compactMap(\.parent)
        places = PlacesTree(unfolded: Set(unfolded), of: description)
        places.setShowsHidden(filter.showsHidden)
        if let problem = description.problems.first { say(problem, isError: true) }
        let effects = leaving + enter(start.directory, wanted: start.entry)
        stayInPlaces()
        return effects
    }

    /// Offers several containers to choose from. What is in devices is read later.
    package mutating func choose(from found: [ContainerCandidate]) -> [BrowserEffect] {
        candidates = found
        open(ContainersPanel(found))
        let unread = found.filter(\.isUnread)
        return (unread.isEmpty ? [] : [.readDevices(unread)]) + measureApps(among: found)
    }

    private mutating func receive(_ snapshot: DirectorySnapshot) -> [BrowserEffect] {
        for side in Side.allCases {
            guard var listing = self[side], listing.path == snapshot.path else { continue }
            var effects: [BrowserEffect] = []
            // The text to be found may have changed since the reading began.
            let isSame = !listing.isFlat || snapshot.filter == self[filterOf: side] && snapshot.sorting == order
            // What directories contain is counted afterwards.
            let isCounted = order.key != .size || !hasContainer(side) || snapshot.stage != .complete
            let isArranged = isSame && isCounted
            if snapshot.ticket == listing.refresh {
                guard snapshot.stage == .complete else { return [] }
                listing.refresh(from: snapshot, visibleRows: paneRows)
                self[side] = listing
                selection.carry(to: listing)
                if !isArranged { effects += rearrange(side) }
                if listing.isRefreshStale { effects += refresh(side) }
            } else if snapshot.ticket == listing.ticket {
                listing.receive(snapshot, order: isSame ? snapshot.order : nil, visibleRows: paneRows)
                // One result after another: if each reading dropped the one before, none would be seen until the end.
                listing.isArrangementStale = !isArranged && listing.isArranging
                self[side] = listing
                if snapshot.stage == .complete { selection.carry(to: listing) }
                if !isArranged, !listing.isArranging { effects += rearrange(side) }
            } else {
                continue
            }
            guard snapshot.stage == .complete, snapshot.metadata == nil, !listing.isFlat else { return effects }
            return effects + [measure(snapshot.entries, of: listing)]
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
            self.size = size
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
            ignoresNextKey = false
            let effects = handle(mouse)
            showWaitingPanel()
            return effects
        case .paste(let bytes):
            guard isWriting else { return [] }
            let text = String(decoding: bytes, as: UTF8.self)
            guard prompt != nil else {
                panel?.insert(text)
                return panel?.content.searched(in: &self) ?? []
            }
            prompt?.insert(text)
            return promptChanged()
        }
    }

    mutating func press(_ key: Key) -> [BrowserEffect] {
        message = nil
        if prompt != nil || panel != nil || viewer != nil { ignoresNextKey = false }
        if prompt != nil { return pressInPrompt(key) }
        if panel != nil { return pressInPanel(key) }
        if let pending = pendingMark {
            pendingMark = nil
            return useMark(pending, key)
        }
        return pressAction(key)
    }

    /// Performs the action bound to a key, together with the keys pressed before it.
    private mutating func pressAction(_ key: Key) -> [BrowserEffect] {
        if ignoresNextKey {
            ignoresNextKey = false
            return []
        }
        if pendingKeys.isEmpty, typeCount(key) { return [] }
        if key == .escape, pendingCount != nil {
            pendingCount = nil
            return []
        }
        pendingKeys.append(key)
        let sequence = pendingKeys
        let actions = Action.current(self)
        if let action = actions.first(where: { keys(of: $0).contains { $0.keys == sequence } }) {
            pendingKeys = []
            return perform(action, count: pendingCount)
        }
        let isBeginning = actions.contains { keys(of: $0).contains { $0.keys.starts(with: sequence) } }
        if !isBeginning {
            pendingKeys = []
            pendingCount = nil
            if key != .escape { sayUnbound(sequence) }
        }
        return []
    }

    /// Adds a digit to the number before a key. A zero does not begin a number.
    /// - Returns: Whether the key was a digit.
    private mutating func typeCount(_ key: Key) -> Bool {
        guard case .character(let scalar) = key, ("0"..."9").contains(scalar), scalar != "0" || pendingCount != nil
        else {
            return false
        }
        pendingCount = min(Self.mostRepeated, (pendingCount ?? 0) * 10 + Int(scalar.value - 0x30))
        return true
    }

    /// No listing has more entries that anybody would count.
    private static let mostRepeated = 9_999_999

    /// Performs an action, as often as the number says that was typed before its key.
    private mutating func perform(_ action: Action, count: Int?) -> [BrowserEffect] {
        pendingCount = nil
        guard !putOff(action) else { return [] }
        guard let count else { return action.perform(&self) }
        guard let repeated = action.performCounted else {
            say("\(key(action.name)) takes no number before it")
            return []
        }
        return repeated(&self, count)
    }

    private mutating func useMark(_ pending: PendingMark, _ key: Key) -> [BrowserEffect] {
        guard case .character(let letter) = key, let listing else { return [] }
        // As in vim, the quotes stand for the place before the last jump.
        if letter == "'" || letter == "`" {
            guard pending == .set else { return returnFromJump() }
            noteJump()
            say("'' returns here")
            return []
        }
        switch pending {
        case .set:
            marks[letter] = listing.path
            say("mark \(Character(letter)) set")
            return [.remember(.mark(letter, listing.path))]
        case .goTo:
            guard let path = marks[letter] else {
                say("mark \(Character(letter)) is not set; \(self.key("set-mark")) sets a mark", isError: true)
                return []
            }
            return goToPlace(path)
        }
    }
}
