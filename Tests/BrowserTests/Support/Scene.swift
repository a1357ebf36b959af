import AppLifecycle
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Jobs
import Screen
import Search
import System
import Testing
import Transactions

@testable import Browser

/// A browser that is driven by events alone. A world in memory answers its effects when the test asks for it.
struct Scene {
    private(set) var state: BrowserState
    var world: World
    /// The effects that have been neither answered nor taken.
    private(set) var effects: [BrowserEffect] = []
    /// All effects so far.
    private(set) var history: [BrowserEffect] = []

    /// The root of the container that most tests open.
    static let root = World.weightTracker.description.root
    /// The root of the container with odd names.
    static let oddRoot = World.odd.description.root

    /// Creates a browser that shows nothing yet.
    init(
        _ world: World = .weightTracker,
        columns: Int = 140,
        rows: Int = 40,
        ascii: Bool = false,
        exitsOnSuspend: Bool = false,
        isReadOnly: Bool = false,
        isChoosing: Bool = false
    ) {
        self.world = world
        state = BrowserState(
            lifecycle: Lifecycle.Options(exitsOnSuspend: exitsOnSuspend), isReadOnly: isReadOnly,
            isChoosing: isChoosing)
        state.screen.adopt(theme: RoleMap.theme, isASCII: ascii)
        send(.clock(World.now, secondsSince1970: World.nowSeconds))
        send(.input(.resize(Size(columns: columns, rows: rows))))
    }

    /// Shows the start screen.
    mutating func start(offering recent: [ContainerMemoryStore.Recent]) {
        let wanted = state.start(offering: recent)
        effects += wanted
        history += wanted
    }

    /// Shows that a container is being opened.
    mutating func showOpening(_ path: HostPath) { state.showOpening(path) }

    /// Returns a browser with an open container and everything answered.
    static func opened(
        _ world: World = .weightTracker,
        at path: ContainerPath = .root,
        columns: Int = 140,
        rows: Int = 40,
        ascii: Bool = false,
        isReadOnly: Bool = false,
        isChoosing: Bool = false
    ) -> Scene {
        var scene = Scene(
            world, columns: columns, rows: rows, ascii: ascii, isReadOnly: isReadOnly, isChoosing: isChoosing)
        scene.open(at: path)
        scene.answer()
        // The container's problem is shown as a message until the first key.
        scene.press("Esc")
        return scene
    }

    /// Returns a browser with the viewer open on a file.
    /// - Parameter others: The files behind it in its directory.
    static func viewing(
        _ name: String,
        _ bytes: [UInt8],
        before others: [World.Entry] = [],
        columns: Int = 140,
        rows: Int = 40,
        isReadOnly: Bool = false
    ) -> Scene {
        var world = World.odd
        var file = World.Entry(name, size: UInt64(bytes.count))
        file.head = bytes
        world.directories["Documents"] = [file] + others
        var scene = opened(world, at: "Documents", columns: columns, rows: rows, isReadOnly: isReadOnly)
        scene.perform("Enter")
        return scene
    }

    mutating func open(at path: ContainerPath = .root) {
        send(.opening(.opened(world.description, at: ContainerStart(directory: path))))
    }

    mutating func send(_ event: BrowserEvent) {
        let wanted = state.update(event)
        effects += wanted
        history += wanted
    }

    /// Presses keys, spelled as in the table of actions.
    mutating func press(_ keys: KeySequence...) {
        for key in keys.flatMap(\.keys) { send(.input(.key(key))) }
    }

    /// Presses keys, and answers the effects.
    mutating func perform(_ keys: KeySequence...) {
        for key in keys.flatMap(\.keys) { send(.input(.key(key))) }
        answer()
    }

    /// Begins an operation, and answers its preparation but not its execution.
    mutating func beginOperation(_ operation: FileOperation) -> Ticket {
        let effects = state.beginOperation(operation)
        history += effects
        for effect in effects {
            for event in world.answers(to: effect) { send(event) }
        }
        self.effects = []
        return state.tasks.operations.last?.ticket ?? .none
    }

    /// Enters a line as in a session without a screen, and answers the effects.
    /// - Returns: The lines that are said then.
    mutating func enter(_ line: String, _ reader: inout LinearReader) -> [String] {
        let wanted = reader.enter(Array(line.utf8), &state)
        effects += wanted
        history += wanted
        answer()
        return reader.report(&state)
    }

    /// Changes the state as an action would.
    mutating func change(_ change: (inout BrowserState) -> Void) { change(&state) }

    mutating func mouse(_ action: MouseEvent.Action, _ position: Position) {
        send(.input(.mouse(MouseEvent(action: action, position: position))))
    }

    /// Clicks on the first occurrence of a text on the screen.
    mutating func click(on text: String, _ action: MouseEvent.Action = .press) {
        guard let position = frame().position(of: text) else {
            Issue.record("\(text) is not on the screen:\n\(frame().text)")
            return
        }
        mouse(action, position)
    }

    /// Types a text character by character.
    mutating func type(_ text: String) {
        for scalar in text.unicodeScalars { send(.input(.key(.character(scalar)))) }
    }

    /// Returns the effects that have not been answered, and removes them.
    mutating func takeEffects() -> [BrowserEffect] {
        defer { effects = [] }
        return effects
    }

    /// Answers all effects, including those that follow from the answers, until none is left.
    mutating func answer() {
        repeat {
            while !effects.isEmpty {
                for effect in takeEffects() {
                    for event in world.answers(to: effect) { send(event) }
                }
            }
            send(.settled)
        } while !effects.isEmpty
    }

    /// Reports a pause in events, and returns the frame.
    mutating func frame() -> Frame {
        send(.settled)
        state.screen.drawn = nil
        return state.draw()
    }

    /// Returns the frame as it is drawn after a key, over the last one.
    mutating func drawn() -> Frame { state.draw() }

    /// The names in the listing, in order.
    var names: [String] {
        guard let listing = state.panes.listing else { return [] }
        return listing.order.map { String(decoding: listing.entries.name(Int($0)), as: UTF8.self) }
    }

    /// The name under the listing's cursor.
    var current: String? {
        guard let listing = state.panes.listing, let entry = listing.current else { return nil }
        return String(decoding: listing.entries.name(Int(entry)), as: UTF8.self)
    }

    /// The number of lines that fit in the panel.
    var panelRows: Int { state.panels.current.map { PanelLayout($0, state).capacity } ?? 0 }

    /// The last operation, if undo would revert an older one instead.
    var ineffective: IneffectiveOperation? { state.tasks.undo.ineffective(in: state.shownRoots) }

    var path: ContainerPath? { state.panes.listing?.path }
    /// The directory under the tree's cursor.
    var place: ContainerPath? { state.panes.places.current?.path }
}

extension World {
    /// Returns the events with which workers would answer an effect.
    func answers(to effect: BrowserEffect) -> [BrowserEvent] {
        switch effect {
        case .readDirectory(let request) where request.side == .computer:
            return computer.answers(to: effect.onContainer)
        case .readDirectory(let request):
            if let failure = failures[request.path] ?? (directories[request.path] == nil ? 2 : nil) {
                let error = FileTreeError(errno: failure, operation: "open the directory", path: request.path)
                return [.directory(.failed(request.ticket, request.path, error))]
            }
            if request.reach.question != nil { return filesFound(by: request) }
            if request.reach.origin != nil { return changesFound(by: request) }
            let isFlat = request.reach != .entries
            guard let (entries, facts) = isFlat ? descendants(of: request) : listing(of: request.path) else {
                return []
            }
            return [
                .directory(
                    .read(
                        DirectorySnapshot(
                            ticket: request.ticket, path: request.path, entries: entries,
                            order: entries.arranged(
                                by: request.order, filter: request.filter.names,
                                numbers: isFlat ? nil : metadata(of: request.path).numbers(for: request.order.key)),
                            by: request.order, filter: request.filter, stage: .complete, facts: facts,
                            directory: self.facts(of: entry(request.path) ?? Entry("", .directory)),
                            hidden: entries.hiddenCount(by: request.filter.names)
                        )))
            ]
        case .ask(let query): return replies(to: query).map { .answered($0) }
        case .operation(let ticket, .plan(let operation, _)):
            return [.operation(ticket, .planned(preparation(of: operation)))]
        case .operation(let ticket, .run(let preparation, _)):
            return [.operation(ticket, .begun), .operation(ticket, .ended(.sampleDone(preparation.operation.title)))]
        case .outside(.editNames(let items)):
            let list = NamesList.sample(items)
            return [.outside(.editorClosed(.sample(items.map { $0.name + [0x2b] }, in: list)))]
        case .outside(.editNamesAgain(let rejection)):
            return [.outside(.editorClosed(.sample(rejection.list.items.map { $0.name + [0x2b] }, in: rejection.list)))]
        case .outside(.openEditor(let file)):
            return [.outside(.editorClosed(file.ticket.map { .changed(.save(file.item, $0)) } ?? .inPlace(file.item)))]
        case .opening(.container(let path)), .opening(.unlock(let path, _)):
            return [.opening(.failed("\(path) does not exist"))]
        case .opening(.secondContainer(let path, _)):
            return [
                .opening(.secondContainerOpened(.sampleSecondContainer(path), at: ContainerStart(directory: .root)))
            ]
        case .opening(.aside(let path, let purpose)): return aside(path, purpose)
        case .memory(.readRecent): return [.opening(.recent([]))]
        case .opening(.typed), .opening(.demonstration), .opening(.findNearby), .opening(.watchDevices),
            .opening(.readDevices), .opening(.measure), .outside(.giveUpEditing), .outside(.start):
            return []
        case .watch, .followChanges, .cancel, .terminal, .adjust, .memory, .lifecycle, .quit: return []
        }
    }

    /// Returns this world, or the world of the computer around the container.
    func world(of side: Side) -> World { side == .container ? self : computer }

    /// The world of the computer around the container.
    private var computer: World {
        var world = self
        world.directories = Self.home
        world.failures = [:]
        return world
    }

    /// Returns the preparation of the pipeline: everything can be done, and names that are taken are conflicts.
    private func preparation(of operation: FileOperation) -> Preparation {
        if operation.kind.isAboutHistory { return .sample(invert: operation) }
        var counts = ItemCounts()
        var conflicts: [ConflictQuestion] = []
        for item in operation.subjects.prefix(1_000) {
            let world = world(of: item.side)
            let entry = world.entry(item.path)
            if entry?.kind == .directory { counts.directories += 1 } else { counts.files += 1 }
            counts.bytes += entry?.kind == .directory ? world.total(of: item.path)?.bytes ?? 0 : entry?.size ?? 0
            guard case .copy(_, let target) = operation, let new = target.item.entry(item.name),
                let old = self.world(of: target.item.side).entry(new.path)
            else { continue }
            conflicts.append(
                .sample(
                    new, kind: old.kind, size: old.size, newSize: entry?.size ?? 0,
                    modified: old.modified.secondsSince1970,
                    otherName: String(decoding: item.name, as: UTF8.self) + " 2"))
        }
        // What a restoration or another value changes is found by the pipeline alone.
        let count = [.restore, .setValue].contains(operation.kind) ? 1 : operation.subjects.count
        return .sample(operation, items: count, counts: counts, conflicts: conflicts)
    }
}

extension BrowserEffect {
    /// The same request for a directory, addressed to a world with only one side.
    fileprivate var onContainer: BrowserEffect {
        guard case .readDirectory(var request) = self else { return self }
        request.directory = ItemAddress(Scene.root, request.path)
        request.side = .container
        return .readDirectory(request)
    }
}

extension Frame {
    /// Returns the position where a text begins.
    func position(of text: String) -> Position? {
        for (row, line) in self.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            return Position(column: DisplayText(String(line[..<range.lowerBound])).width, row: row)
        }
        return nil
    }
}

extension LocalTime {
    /// The time as `mktime` converts it in the local time zone.
    fileprivate var secondsSince1970: Int64 {
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (Int32(year - 1_900), Int32(month - 1), Int32(day))
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
        parts.tm_isdst = -1
        return Int64(mktime(&parts))
    }
}

extension ContainerDescription {
    /// The data container of another app.
    static func sampleSecondContainer(_ path: HostPath) -> ContainerDescription {
        var app = AppInfo()
        app.identifier = "com.example.other"
        app.name = "Other"
        return ContainerDescription(kind: .data, source: .directory, hostPath: path, app: app)
    }
}

extension Root {
    /// The side that shows the root.
    var side: Side { self == .computer ? .computer : .container }
}

extension ItemAddress {
    /// The side that shows the item.
    var side: Side { root.side }
}
