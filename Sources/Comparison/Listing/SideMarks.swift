package import ContainerModel
import FileTree
import Inspection
import Jobs
package import Queries

/// The marks of items on two sides: what is on one side only, was moved, or differs, and the directories around those.
package struct SideMarks: Sendable {
    /// How an item is marked.
    package enum Mark: Sendable {
        /// The other side has no such item.
        case onlyHere
        /// The other side has its contents elsewhere.
        case moved
        /// Both sides have it, and it differs, or something in it does.
        case changed
    }

    private var before: [ContainerPath: Mark] = [:]
    private var after: [ContainerPath: Mark] = [:]
    /// The number of items that differ.
    package private(set) var count = 0
    /// Why marks may be missing, as a sentence without a full stop; nil if none are. Not sanitized.
    package private(set) var problem: String?

    /// Creates the marks of a list of items.
    package init(_ items: ChangedItems) {
        for (index, change) in items.changes.enumerated() {
            guard let path = ContainerPath(bytes: items.entries.name(index)) else { continue }
            add(change, at: path)
        }
        problem = items.problem
    }

    /// Creates marks from changes by their paths.
    package init(_ changes: [ContainerPath: ItemChange] = [:]) {
        for (path, change) in changes { add(change, at: path) }
    }

    private mutating func add(_ change: ItemChange, at path: ContainerPath) {
        count += 1
        switch change.change {
        case .added: Self.set(.onlyHere, at: path, in: &after)
        case .removed: Self.set(.onlyHere, at: path, in: &before)
        case .changed:
            Self.set(.changed, at: path, in: &before)
            Self.set(.changed, at: path, in: &after)
        case .moved:
            Self.set(.moved, at: path, in: &after)
            Self.set(.moved, at: change.oldPath ?? path, in: &before)
        }
    }

    private static func set(_ mark: Mark, at path: ContainerPath, in marks: inout [ContainerPath: Mark]) {
        marks[path] = mark
        var directory = path.parent
        while let next = directory, !next.isRoot, marks[next] == nil {
            marks[next] = .changed
            directory = next.parent
        }
    }

    /// Returns the mark of an item; nil if it is the same on both sides.
    /// - Parameter isBefore: Whether it is on the first side.
    package func mark(of path: ContainerPath, isBefore: Bool) -> Mark? { isBefore ? before[path] : after[path] }
}

/// A query for the marks of two containers.
package struct SideMarksQuery: Query {
    /// The first side: the state before.
    package let before: Root
    /// The second side.
    package let after: Root

    package init(before: Root, after: Root) {
        self.before = before
        self.after = after
    }

    package var effort: QueryEffort { .walk }
    package var task: QueryTask? { QueryTask("compare both sides") }

    package func run(
        in context: QueryContext, answer: @escaping @Sendable (SideMarks) -> Void
    ) throws(QueryFailure) {
        do throws(FileTreeError) {
            var options = ComparisonOptions()
            options.reportsOnlyFirst = true
            let found = try ChangedItems.find(
                .item(.root, of: try context.tree(of: before), in: nil),
                .item(.root, of: try context.tree(of: after), in: nil), options, cancellation: context.cancellation,
                progress: context.progress)
            if let found { answer(SideMarks(found)) }
        } catch {
            throw QueryFailure("the two sides cannot be compared: \(error.reason)", cause: error)
        }
    }
}
