import ContainerModel
import FileTree
import Jobs

/// Comparing again what may have changed.
extension SideComparison {
    /// An item in two states; nil where it did not exist.
    struct Pair {
        let before: SideItem?
        let after: SideItem?

        var path: ContainerPath { after?.path ?? before?.path ?? .root }
    }

    /// As many items that are added to a directory, or removed from it, are told together.
    static let maxSingleItems = 100

    /// Compares items, and tells what differs.
    /// - Parameters:
    ///   - pairs: The items, in the order of their paths.
    ///   - directory: Returns a directory, with its badges, that has too many differences to tell each.
    /// - Returns: The number of differences and the items that could not be compared.
    func compareAgain(_ pairs: [Pair], directory: (ContainerPath) -> SideItem?) -> ComparisonSummary {
        var counts: [ContainerPath: (added: Int, removed: Int)] = [:]
        for pair in pairs where pair.before == nil || pair.after == nil {
            guard let parent = pair.path.parent else { continue }
            if pair.before == nil { counts[parent, default: (0, 0)].added += 1 }
            if pair.after == nil { counts[parent, default: (0, 0)].removed += 1 }
        }
        let manyAdded = counts.filter { $0.value.added >= Self.maxSingleItems }
        let manyRemoved = counts.filter { $0.value.removed >= Self.maxSingleItems }
        for (path, count) in manyAdded { reportMany(.added, count.added, in: path, directory(path)) }
        for (path, count) in manyRemoved { reportMany(.removed, count.removed, in: path, directory(path)) }
        for pair in pairs where !isStopped && !cancellation.isCancelled {
            switch (pair.before, pair.after) {
            case (let before?, let after?): compare(before, after)
            case (let before?, nil):
                if pair.path.parent.map({ manyRemoved[$0] == nil }) ?? true { reportRemoved(before) }
            case (nil, let after?):
                if pair.path.parent.map({ manyAdded[$0] == nil }) ?? true { reportAdded(after) }
            case (nil, nil): break
            }
        }
        endBuffer()
        return summary
    }

    private func reportMany(_ change: Difference.Change, _ count: Int, in path: ContainerPath, _ directory: SideItem?) {
        var difference = Difference(change, .item)
        difference.count = count
        guard let directory else {
            difference.path = path
            difference.kind = .directory
            _ = buffer.add(difference)
            return
        }
        report(difference, about: directory, on: after)
    }
}
