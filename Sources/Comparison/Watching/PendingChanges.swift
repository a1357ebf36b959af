import ContainerModel

/// Collects what may have changed until it is time to look: at once after a single change, and after the last one of many.
///
/// An app that saves a file writes another one first and renames it, and an archive that is unpacked adds thousands of
/// files: looks in between would tell states that nobody is interested in.
struct PendingChanges {
    /// How long to wait for the changes that accompany one, in nanoseconds.
    struct Pace: Hashable {
        /// The time without changes before a look.
        let quiet: UInt64
        /// The longest time before a look.
        let patience: UInt64

        /// Items that are known.
        static let change = Pace(quiet: 4_000_000, patience: 30_000_000)
        /// A few new items.
        static let addition = Pace(quiet: 60_000_000, patience: 500_000_000)
        /// Many new items in a directory.
        static let burst = Pace(quiet: 250_000_000, patience: 5_000_000_000)
    }

    /// The number of additions in a directory that begin a burst.
    static let burst = 8

    private struct Directory {
        var names: [[UInt8]: Bool] = [:]
        let first: UInt64
        var last: UInt64
        var additions = 0

        var pace: Pace { additions == 0 ? .change : additions < PendingChanges.burst ? .addition : .burst }
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

    /// Adds a change.
    /// - Parameters:
    ///   - name: The name; empty for the directory itself.
    ///   - directory: The directory.
    ///   - isAddition: Whether the item is new.
    ///   - isWritten: Whether its contents may have changed.
    ///   - now: The time in nanoseconds on the monotonic clock.
    mutating func add(
        _ name: [UInt8], in directory: ContainerPath, isAddition: Bool, isWritten: Bool, at now: UInt64
    ) {
        var entry = directories[directory] ?? Directory(first: now, last: now)
        entry.last = now
        if isAddition { entry.additions += 1 }
        entry.names[name] = isWritten || entry.names[name] ?? false
        directories[directory] = entry
    }

    /// Adds a directory of which everything has to be compared, at once.
    mutating func addAll(below directory: ContainerPath) { again.insert(directory) }

    /// When to look, in nanoseconds on the monotonic clock; nil if nothing is pending.
    var due: UInt64? { again.isEmpty ? directories.values.map(\.due).min() : 0 }

    /// Returns what is due, together with all other changes but those of bursts.
    mutating func take(at now: UInt64) -> Look {
        guard let due, due <= now else { return Look() }
        var look = Look(directories: again)
        again = []
        for (path, entry) in directories where entry.due <= now || entry.pace != .burst {
            look.names[path] = entry.names
            directories[path] = nil
        }
        return look
    }
}
