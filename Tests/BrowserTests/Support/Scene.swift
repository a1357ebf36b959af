import AppLifecycle
import ContainerModel
import ContainerStore
import Disk
import Screen

@testable import Browser

/// A browser that is driven by events only. Its effects are answered from a world in memory when the test says so.
struct Scene {
    private(set) var state: BrowserState
    var world: World
    /// What the browser wanted done and nobody has answered yet.
    private(set) var effects: [BrowserEffect] = []
    /// Everything it ever wanted done.
    private(set) var history: [BrowserEffect] = []

    /// A browser that shows nothing yet.
    init(
        _ world: World = .weightTracker,
        columns: Int = 140,
        rows: Int = 40,
        ascii: Bool = false,
        exitsOnSuspend: Bool = false
    ) {
        self.world = world
        state = BrowserState(lifecycle: Lifecycle.Options(exitsOnSuspend: exitsOnSuspend))
        state.adopt(theme: .colorless, isASCII: ascii)
        send(.clock(World.now, secondsSince1970: World.nowSeconds))
        send(.input(.resize(Size(columns: columns, rows: rows))))
    }

    /// A browser with a container open and everything answered.
    static func opened(
        _ world: World = .weightTracker,
        at path: ContainerPath = .root,
        columns: Int = 140,
        rows: Int = 40,
        ascii: Bool = false
    ) -> Scene {
        var scene = Scene(world, columns: columns, rows: rows, ascii: ascii)
        scene.open(at: path)
        scene.answer()
        // The container's problem is a message until the first key.
        scene.press("Esc")
        return scene
    }

    mutating func open(at path: ContainerPath = .root) {
        send(.containerOpened(world.description, at: ContainerStart(directory: path)))
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

    /// Presses keys and answers what they led to.
    mutating func perform(_ keys: KeySequence...) {
        for key in keys.flatMap(\.keys) { send(.input(.key(key))) }
        answer()
    }

    /// Types text, character by character.
    mutating func type(_ text: String) {
        for scalar in text.unicodeScalars { send(.input(.key(.character(scalar)))) }
    }

    /// Takes what the browser wants done, without answering it.
    mutating func takeEffects() -> [BrowserEffect] {
        defer { effects = [] }
        return effects
    }

    /// Answers everything, and what follows from the answers.
    mutating func answer() {
        while !effects.isEmpty {
            for effect in takeEffects() {
                for event in world.answers(to: effect) { send(event) }
            }
        }
        send(.settled)
    }

    /// The picture, when what lags behind is up to date.
    mutating func frame() -> Frame {
        send(.settled)
        return state.render()
    }

    /// The names in the listing, in order.
    var names: [String] {
        guard let listing = state.listing else { return [] }
        return listing.order.map { String(decoding: listing.entries.name(Int($0)), as: UTF8.self) }
    }

    /// The name under the listing's cursor.
    var current: String? {
        guard let listing = state.listing, let entry = listing.current else { return nil }
        return String(decoding: listing.entries.name(Int(entry)), as: UTF8.self)
    }

    var path: ContainerPath? { state.listing?.path }
    /// The directory under the tree's cursor.
    var place: ContainerPath? { state.places.current?.path }
}

extension World {
    /// What workers would answer.
    func answers(to effect: BrowserEffect) -> [BrowserEvent] {
        switch effect {
        case .readDirectory(let request):
            if let failure = failures[request.path] ?? (directories[request.path] == nil ? 2 : nil) {
                let error = DiskError(errno: failure, operation: "open the directory", path: request.path)
                return [.directoryFailed(request.ticket, request.path, error)]
            }
            guard let (entries, facts) = listing(of: request.path) else { return [] }
            return [
                .directoryRead(
                    DirectorySnapshot(
                        ticket: request.ticket, path: request.path, entries: entries,
                        order: entries.arranged(
                            by: request.order, filter: request.filter, metadata: metadata(of: request.path)),
                        stage: .complete, facts: facts,
                        directory: self.facts(of: entry(request.path) ?? Entry("", .directory))
                    ))
            ]
        case .arrange(let ticket, let path, let entries, let order, let filter, _):
            let table = metadata(of: path)
            return [
                .arranged(ticket, order: entries.arranged(by: order, filter: filter, metadata: table), metadata: table)
            ]
        case .describe(let ticket, let path, _, let wanted):
            let facts = listing(of: path)?.facts.filter { wanted.contains($0.key) } ?? [:]
            return [.described(ticket, facts: facts, missing: wanted.filter { facts[$0] == nil })]
        case .measure(let ticket, let path, _): return [.measured(ticket, metadata(of: path))]
        case .readTree(let paths):
            let levels = paths.compactMap { path in level(of: path).map { (path, $0) } }
            return [.treeRead(Dictionary(levels) { $1 }, standard: standardDirectories())]
        case .count(let paths):
            return [.counted(Dictionary(paths.compactMap { path in total(of: path).map { (path, $0) } }) { $1 })]
        case .locate(let path): return [located(path)]
        case .follow(let path):
            guard case .inside(let target, _)? = entry(path)?.destination else {
                return [.failed("the link leads out of the container; it is not entered")]
            }
            return [located(target)]
        case .openContainer(let path): return [.failed("\(path) does not exist")]
        case .ask(let question): return [.answered(question, lines: ["an answer", "with a name\u{1b}[2J in it", ""])]
        case .sizeBackup, .cancel, .cancelCounts, .repaint, .lifecycle, .quit: return []
        }
    }

    private func located(_ path: ContainerPath) -> BrowserEvent {
        if directories[path] != nil { return .located(ContainerStart(directory: path)) }
        guard entry(path) != nil, let parent = path.parent, let name = path.lastComponent else {
            return .failed("\(path): it is not there")
        }
        return .located(ContainerStart(directory: parent, entry: Array(name)))
    }
}
