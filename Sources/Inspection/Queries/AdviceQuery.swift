package import ContainerModel
import ContainerStore
import FileTree

/// Is an item in the right place?
package struct AdviceQuery: Query {
    package struct Answer: Sendable {
        /// For people; not sanitized.
        package var lines: [String]
        /// What would put right what was found; nil where nothing has to move.
        package var move: AdvisedMove?

        package init(_ lines: [String], move: AdvisedMove? = nil) {
            self.lines = lines
            self.move = move
        }
    }

    package let path: ContainerPath
    package let effort = QueryEffort.walk

    package init(about path: ContainerPath) { self.path = path }

    package func run(in place: QueryPlace, answer: @escaping @Sendable (Answer) -> Void) {
        do throws(FileTreeError) {
            let placement = try Placement(of: path, in: place.container)
            let report = PlacementReport(placement, hostPath: place.container.description.hostPath.bytes)
            answer(Answer(report.lines, move: placement.move))
        } catch {
            answer(Answer(["could not \(error.operation): \(error.reason)"]))
        }
    }
}

/// Items that had better stand in another directory of their container.
package struct AdvisedMove: Hashable, Sendable {
    /// The item, and what has to go with it: a database's log.
    package var items: [ContainerPath]
    /// Where to; it may have to be made.
    package var directory: ContainerPath

    /// A move into a directory.
    package init(_ items: [ContainerPath], into directory: ContainerPath) {
        self.items = items
        self.directory = directory
    }
}

extension Placement {
    /// What would put the item where it should stand; nil where it stands right, and where nobody knows the name of
    /// the directory.
    package var move: AdvisedMove? {
        guard isTargetNamed, let directory = target?.parent, let parent = path.parent, let name = path.lastComponent
        else { return nil }
        return AdvisedMove(([Array(name)] + companions).compactMap { parent.appending(name: $0) }, into: directory)
    }
}
