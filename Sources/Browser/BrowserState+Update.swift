import AppLifecycle
import ContainerModel
package import ContainerStore
import Disk
import Jobs
import Screen

extension BrowserState {
    /// Takes in what happened and says what is to be done about it.
    package mutating func update(_ event: BrowserEvent) -> [BrowserEffect] {
        unsettle()
        switch event {
        case .settled:
            settle()
            return []
        case .input(let input): return take(input) + lookUps()
        case .clock(let time, let seconds):
            now = time
            nowSeconds = seconds
            return []
        case .lifecycle(let event): return live(event)
        case .containerOpened(let description, let start): return open(description, at: start)
        case .containersFound(let found):
            candidates = found
            panel = .containers(found)
            return []
        case .directoryRead(let snapshot): return take(snapshot) + lookUps()
        case .directoryFailed(let ticket, let path, let error):
            guard ticket == listing?.ticket, path == listing?.path else { return [] }
            listing?.fail(error)
            return []
        case .arranged(let ticket, let order, let metadata):
            guard ticket == listing?.arrangement, var listing, listing.failure == nil else { return [] }
            listing.metadata = metadata ?? listing.metadata
            listing.rearrange(order, visibleRows: paneRows)
            self.listing = listing
            return lookUps()
        case .described(let ticket, let facts, let missing):
            guard ticket == listing?.ticket else { return [] }
            listing?.facts.merge(facts) { $1 }
            // An entry that went away since the directory was read: what is shown is out of date. A file system that
            // lists what is never there is believed at the second time.
            guard !missing.isEmpty, listing?.stage == .complete, listing?.isSecondReading == false else {
                return lookUps()
            }
            let effects = reload()
            listing?.isSecondReading = true
            return effects
        case .measured(let ticket, let metadata):
            guard ticket == listing?.ticket else { return [] }
            listing?.metadata = metadata
            return []
        case .treeRead(let levels, let standard):
            places.take(levels, standard: standard)
            if let listing, focus != .places { places.moveCursor(toward: listing.path) }
            places.scroll(visibleRows: paneRows)
            return lookUps()
        case .counted(let counted):
            totals.merge(counted) { $1 }
            return []
        case .answered(let question, let lines):
            message = nil
            let answer = Panel(.answer(question, lines: lines))
            if panel == nil, prompt == nil { panel = answer } else { waitingPanel = answer }
            return []
        case .backupSized(let ticket, let sizes):
            guard ticket == listing?.ticket else { return [] }
            listing?.backup = sizes
            return []
        case .located(let start):
            return goToPlace(start.directory, entry: start.entry) + lookUps()
        case .failed(let text):
            say(text, isError: true)
            // Without a container there is nothing to go back to but the choice.
            if container == nil { panel = .containers(candidates) }
            return []
        }
    }

    /// Begins with a container, new from the start.
    package mutating func open(_ description: ContainerDescription, at start: ContainerStart) -> [BrowserEffect] {
        container = description
        // What the app declares holds for looking at it as well: nothing of it may be kept while it is suspended.
        lifecycle.options.exitsOnSuspend = exitsOnSuspend || description.app.exitsOnSuspend == .yes
        panel = nil
        waitingPanel = nil
        prompt = nil
        totals = [:]
        requestedTotals = []
        visited = [:]
        marks = [:]
        listing = nil
        filter.text = []
        let unfolded =
            [ContainerPath.root] + RuleBook.standard.standardDirectories(in: description.kind).compactMap(\.parent)
        places = PlacesTree(unfolded: Set(unfolded))
        places.setShowsHidden(filter.showsHidden)
        if let problem = description.problems.first { say(problem, isError: true) }
        return enter(start.directory, wanted: start.entry) + [.readTree(places.shown)]
    }

    /// Begins with several containers to choose from.
    package mutating func choose(from found: [ContainerCandidate]) {
        candidates = found
        panel = .containers(found)
    }

    private mutating func take(_ snapshot: DirectorySnapshot) -> [BrowserEffect] {
        guard snapshot.ticket == listing?.ticket, snapshot.path == listing?.path, var listing else { return [] }
        listing.take(snapshot, visibleRows: paneRows)
        self.listing = listing
        guard snapshot.stage == .complete, snapshot.metadata == nil else { return [] }
        return [.measure(snapshot.ticket, snapshot.path, snapshot.entries)]
    }

    /// Moves the program's life on.
    mutating func live(_ event: Lifecycle.Event) -> [BrowserEffect] {
        lifecycle.handle(event).map { .lifecycle($0) }
    }

    private mutating func take(_ input: InputEvent) -> [BrowserEffect] {
        switch input {
        case .resize(let size):
            self.size = size
            scroll()
            return []
        case .focusLost: return live(.focusLost)
        case .focusGained: return live(.focusGained)
        case .key(let key):
            let wasCovered = isCovered
            let uncovering = live(.key)
            // A key that takes the cover away does nothing else: it was pressed without seeing what it would do.
            guard !wasCovered else { return uncovering }
            let effects = press(key)
            if panel == nil, prompt == nil, let waiting = waitingPanel {
                panel = waiting
                waitingPanel = nil
            }
            return effects
        case .mouse(let mouse): return isCovered ? [] : take(mouse)
        case .paste(let bytes):
            guard !isCovered, prompt != nil else { return [] }
            prompt?.insert(String(decoding: bytes, as: UTF8.self))
            return promptChanged()
        }
    }

    private mutating func press(_ key: Key) -> [BrowserEffect] {
        message = nil
        if prompt != nil { return pressInPrompt(key) }
        if panel != nil { return pressInPanel(key) }
        if let pending = pendingMark {
            pendingMark = nil
            return useMark(pending, key)
        }
        return pressAction(key)
    }

    /// Finds the action that a key, after those before it, stands for.
    private mutating func pressAction(_ key: Key) -> [BrowserEffect] {
        pendingKeys.append(key)
        let sequence = pendingKeys
        if let action = Action.all.first(where: { $0.keys.contains { $0.keys == sequence } }) {
            pendingKeys = []
            return action.perform(&self)
        }
        let isBeginning = Action.all.contains { $0.keys.contains { $0.keys.starts(with: sequence) } }
        if !isBeginning {
            pendingKeys = []
            if key != .escape {
                say("\(KeySequence(sequence)) does nothing here; ? shows the keys", isError: false)
            }
        }
        return []
    }

    private mutating func useMark(_ pending: PendingMark, _ key: Key) -> [BrowserEffect] {
        guard case .character(let letter) = key, let listing else { return [] }
        switch pending {
        case .set:
            marks[letter] = listing.path
            say("mark \(Character(letter)) set")
            return []
        case .goTo:
            guard let path = marks[letter] else {
                say("there is no mark \(Character(letter)); m sets one", isError: true)
                return []
            }
            return goToPlace(path)
        }
    }
}
