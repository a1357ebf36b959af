import ContainerModel

/// Collects what may have changed until it is time to look: soon after a single change, and after the last one of many.
///
/// An app that saves a file writes another one first and renames it, and an archive that is unpacked adds thousands of
/// files: looks in between would tell states that last for a moment.
struct PendingChanges {
    /// How long to wait for the changes that accompany one, in nanoseconds.
    struct Pace: Hashable {
        /// The time without changes before a look.
        let quiet: UInt64
        /// The longest time before a look.
        let patience: UInt64

        /// Contents and metadata.
        static let change = Pace(quiet: 4_000_000, patience: 30_000_000)
        /// A few items that are new or gone.
        static let names = Pace(quiet: 60_000_000, patience: 500_000_000)
        /// Many items of a directory that are new or gone.
        static let burst = Pace(quiet: 250_000_000, patience: 5_000_000_000)
    }

    /// The number of items new or gone in a directory that begin a burst.
    static let burst = 8

    private struct Directory {
        var names: [[UInt8]: Bool] = [:]
        let first: UInt64
        var last: UInt64
        var nameChanges = 0

        var pace: Pace { nameChanges == 0 ? .change : nameChanges < PendingChanges.burst ? .names : .burst }
        var due: UInt64 { min(last &+ pace.quiet, first &+ pace.patience) }
    }

    /// What has to be looked at.
    struct Look {
        /// The names in each directory, with whether their contents may have changed; an empty name for the directory.
        var names: [ContainerPath: [[UInt8]: Bool]] = [:]
        /// The directories of which everything has to be compared.
        var directories: Set<ContainerPath> = []

        var isEmpty: Bool { names.isEmpty && directories.isEmpty }
    }

    private var directories: [ContainerPath: Directory] = [:]
    private var again: Set<ContainerPath> = []
    /// When files may be looked at again.
    private var rests: [ContainerPath: UInt64] = [:]
    /// The files among them that have changed since.
    private var resting: [ContainerPath: UInt64] = [:]

    /// Adds a change.
    /// - Parameters:
    ///   - name: The name; empty for the directory itself.
    ///   - directory: The directory.
    ///   - isNameChange: Whether the item is new, or gone.
    ///   - isWritten: Whether its contents may have changed.
    ///   - now: The time in nanoseconds on the monotonic clock.
    mutating func add(
        _ name: [UInt8], in directory: ContainerPath, isNameChange: Bool, isWritten: Bool, at now: UInt64
    ) {
        if isWritten, !isNameChange, let path = name.isEmpty ? directory : directory.appending(name: name),
            let rest = rests[path]
        {
            guard rest < now else {
                resting[path] = rest
                return
            }
            rests[path] = nil
        }
        var entry = directories[directory] ?? Directory(first: now, last: now)
        entry.last = now
        if isNameChange { entry.nameChanges += 1 }
        entry.names[name] = isWritten || entry.names[name] ?? false
        directories[directory] = entry
    }

    /// Adds a directory of which everything has to be compared, at once.
    mutating func addAll(below directory: ContainerPath) { again.insert(directory) }

    /// Leaves a file alone for a while, since looking at it takes long.
    /// - Parameter time: The end of the rest, in nanoseconds on the monotonic clock.
    mutating func rest(_ path: ContainerPath, until time: UInt64) { rests[path] = time }

    /// Looks at a file again at a time, in nanoseconds on the monotonic clock.
    mutating func lookAgain(_ path: ContainerPath, at time: UInt64) { resting[path] = max(time, rests[path] ?? 0) }

    /// When to look, in nanoseconds on the monotonic clock; nil if nothing is pending.
    var due: UInt64? {
        guard again.isEmpty else { return 0 }
        return [directories.values.map(\.due).min(), resting.values.min()].compactMap(\.self).min()
    }

    /// Returns what is due. A move changes the names in two directories, which are looked at together.
    mutating func take(at now: UInt64) -> Look {
        guard let due, due <= now else { return Look() }
        var look = Look(directories: again)
        again = []
        let takesNames = directories.values.contains { $0.pace == .names && $0.due <= now }
        for (path, entry) in directories where entry.due <= now || takesNames && entry.pace == .names {
            look.names[path] = entry.names
            directories[path] = nil
        }
        for (path, time) in resting where time <= now {
            look.names[path.parent ?? .root, default: [:]][Array(path.lastComponent ?? [])] = true
            resting[path] = nil
            rests[path] = nil
        }
        return look
    }
}
