package import Comparison
package import ContainerModel

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
