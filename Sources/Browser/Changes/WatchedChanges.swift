package import Comparison
package import ContainerModel
import Previews
import Screen

/// What has changed in the container since the user began to watch it.
struct WatchedChanges: Sendable {
    /// A change, with its number in the order in which they happened.
    struct Entry: Sendable {
        let number: UInt64
        let change: WatchedChange
    }

    /// How far watching is.
    enum State: Hashable, Sendable {
        case off
        /// The container is being copied into the temporary time point.
        case beginning
        case watching
        /// Why nothing more is told.
        case failed(String)
    }

    /// As many changes are kept, the latest ones.
    static let maximum = 2_000

    var state = State.off
    /// The changes, the latest first.
    private(set) var entries: [Entry] = []
    /// The number of all changes.
    private(set) var count: UInt64 = 0
    /// The items that could not be read, the latest first.
    private(set) var problems: [(path: ContainerPath, reason: String)] = []

    /// Adds changes, in the order in which they happened.
    private mutating func add(_ changes: [WatchedChange]) {
        for change in changes {
            count += 1
            entries.insert(Entry(number: count, change: change), at: 0)
        }
        if entries.count > Self.maximum { entries.removeLast(entries.count - Self.maximum) }
    }

    /// Handles news of the container.
    mutating func update(_ news: WatchNews) {
        // Late news, after watching was stopped.
        guard state != .off else { return }
        switch news {
        case .begun: state = .watching
        case .changes(let changes): add(changes)
        case .problem(let path, let reason): add(problem: reason, at: path)
        case .failed(let reason): state = .failed(reason)
        }
    }

    private mutating func add(problem reason: String, at path: ContainerPath) {
        problems.insert((path, reason), at: 0)
        if problems.count > 20 { problems.removeLast() }
    }
}

/// News of a container that is watched.
package enum WatchNews: Sendable {
    /// The temporary time point has been made.
    case begun
    case changes([WatchedChange])
    /// An item that could not be read, and why.
    case problem(ContainerPath, String)
    /// Nothing more is told, and why.
    case failed(String)
}

extension BrowserState {
    /// Shows what changes, and begins to watch the container if that has not been done.
    mutating func showChanges() -> [BrowserEffect] {
        guard container != nil else { return [] }
        open(ChangesPanel())
        switch findings.changes.state {
        case .beginning, .watching: return []
        case .off, .failed:
            findings.changes = WatchedChanges()
            findings.changes.state = .beginning
            return [.followChanges(true)]
        }
    }

    /// Stops watching, and forgets what has changed.
    mutating func stopWatchingChanges() -> [BrowserEffect] {
        findings.changes = WatchedChanges()
        if panels.current?.content is ChangesPanel { panels.current = nil }
        say("the container is no longer watched")
        return [.followChanges(false)]
    }

    /// Goes to a change: to the value in the viewer, or to the item.
    mutating func go(to change: WatchedChange) -> [BrowserEffect] {
        let difference = change.difference
        panels.current = nil
        let isGone = difference.change == .removed
        guard difference.kind == .file, !difference.address.isEmpty || difference.subject == .value else {
            panes.focus = .listing
            let isItemGone = isGone && difference.subject == .item && difference.count == nil
            let path = isItemGone ? difference.path.parent ?? .root : difference.path
            return [browse { $0.locate(path, &$1) }]
        }
        let file = containerItem(difference.path)
        // What is around a value that is gone.
        let steps = isGone ? Array(difference.address.dropLast()) : difference.address
        show(file, at: steps)
        return view(.page(.from(0), .first))
    }

    /// Opens the viewer on a value in a file, with a level for each value around it. Its page has to be requested.
    mutating func show(_ file: ItemAddress, at steps: [[UInt8]]) {
        viewer = Viewer(ViewQuery.Subject(file))
        viewer?.levels += steps.indices.map {
            Viewer.Level(subject: ViewQuery.Subject(file, steps: Array(steps[...$0])))
        }
    }
}
