package import ContainerModel
package import FileTree
import Inspection
package import Jobs
import Reports

/// The items that differ between two directories, as a list with what has become of each.
package struct ChangedItems: Sendable {
    /// The items, each named by its path from where the sides begin.
    package private(set) var entries = EntryList()
    /// What has become of each item, in the order of the entries.
    package private(set) var changes: [ItemChange] = []
    /// Why items may be missing, as a sentence without a full stop; nil if none are. Not sanitized.
    package private(set) var problem: String?

    /// The maximum number of items in the list; users do not look through more.
    package static let maxItems = 50_000

    private var places: [ContainerPath: Int] = [:]

    /// Adds a difference.
    /// - Returns: Whether there is room for more.
    private mutating func add(_ difference: Difference) -> Bool {
        if let place = places[difference.path] {
            changes[place].add(difference)
            return true
        }
        guard changes.count < Self.maxItems else { return false }
        places[difference.path] = changes.count
        changes.append(ItemChange(difference))
        entries.append(difference.path.bytes, kind: difference.kind)
        return true
    }

    /// Compares two directories.
    /// - Parameters:
    ///   - before: The first side: the state before.
    ///   - after: The second side.
    ///   - closed: Directories of the second side that are left out, by their paths from there.
    ///   - progress: Says how many items have been compared.
    ///   - growing: Receives the items found so far between two items, until it returns true, and again once there are
    ///     more. What was moved is in them as added and removed.
    /// - Throws: `FileTreeError` if one side is not there.
    /// - Returns: nil if it was cancelled.
    package static func find(
        _ before: ComparedSide, _ after: ComparedSide, _ options: ComparisonOptions = ComparisonOptions(),
        closed: [ContainerPath] = [], cancellation: Cancellation, progress: ProgressMeter = ProgressMeter(),
        growing: ((ChangedItems) -> Bool)? = nil
    ) throws(FileTreeError) -> ChangedItems? {
        let found = Found()
        func isListed(_ difference: Difference) -> Bool {
            // A difference of the directory itself is not one of the list.
            !difference.path.isRoot && !closed.contains { difference.path == $0 || difference.path.isInside($0) }
        }
        let early = growing.map { growing in
            EarlyDifferences {
                guard isListed($0) else { return }
                found.isShown = !found.early.add($0) && found.isShown
            } reachedItem: {
                guard !found.isShown else { return }
                found.isShown = growing(found.early)
            }
        }
        let summary = try SideComparison.compareSides(
            before, after, options, cancellation: cancellation, progress: progress, early: early
        ) { difference in
            guard isListed(difference) else { return true }
            let hasRoom = found.items.add(difference)
            if !hasRoom { found.isFull = true }
            return hasRoom
        }
        guard !cancellation.isCancelled else { return nil }
        var problems: [String] = []
        if found.isFull {
            problems.append(
                "only the first \(ByteCount.grouped(UInt64(maxItems))) items that differ are listed; compare a directory below"
            )
        }
        if let first = summary.problems.first.first {
            let path = String(decoding: first.path.reportedBytes, as: UTF8.self)
            problems.append(
                "\(Pluralized.items(summary.problems.count)) could not be compared: \(path): \(first.reason)")
        }
        if summary.hasSkippedMoves, !found.isFull { problems.append("moved items are listed as added and removed") }
        found.items.problem = problems.isEmpty ? nil : problems.joined(separator: "; ")
        found.items.places = [:]
        return found.items
    }

    /// What the closure of a comparison fills.
    private final class Found {
        var items = ChangedItems()
        /// What has been found before it is known what was moved, and whether all of that has been passed on.
        var early = ChangedItems()
        var isShown = true
        var isFull = false
    }
}
