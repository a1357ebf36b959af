package import ContainerModel
import ContainerStore
import FileTree
package import Queries
import Reports

/// A query for whether an item is in the right place.
package struct AdviceQuery: Query {
    /// The advice.
    package struct Answer: Sendable {
        /// The advice as text; not sanitized.
        package var lines: [String]
        /// The move that fixes the placement; nil if nothing has to move.
        package var move: AdvisedMove?

        package init(_ lines: [String], move: AdvisedMove? = nil) {
            self.lines = lines
            self.move = move
        }
    }

    /// The item.
    package let path: ContainerPath
    package let effort = QueryEffort.walk
    package var task: QueryTask? { QueryTask("advice", path) }

    package init(about path: ContainerPath) { self.path = path }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) {
        do throws(FileTreeError) {
            let placement = try Placement(of: path, in: context.container)
            let hostPath = context.container.description.hostPath.bytes
            let lines = PlacementReport(placement, hostPath: hostPath).shortLines
            guard placement.isDirectory else { return answer(Answer(lines, move: placement.move)) }
            var survey = PlacementSurvey(
                below: path, of: context.container, cancellation: context.cancellation, meter: context.progress)
            var items = ItemLines(command: "advise")
            while let step = survey.next() {
                guard case .row(let found) = step, found.path != path else { continue }
                items.add { [""] + PlacementReport(found, hostPath: hostPath).shortLines }
            }
            if context.isCancelled { return }
            answer(Answer(lines + [""] + survey.totals.lines + items.lines, move: placement.move))
        } catch {
            answer(
                Answer(error.code == .notFound ? absentLines(in: context.container.description) : [error.message]))
        }
    }

    /// Returns the lines about a path that does not exist.
    private func absentLines(in container: ContainerDescription) -> [String] {
        let rules = RuleBook.standard
        let type = rules.typeIfAbsent(path, in: container.kind, bundleIdentifier: container.app.identifier)
        let location = rules.location(of: Item(path, in: container.kind, type: type), app: container.app)
        let rule = rules.rule(of: location.place)
        return [
            "\(path): no such item, so nothing is in the wrong place. "
                + (type == .directory ? "The app or the system creates it when needed." : ""),
            "\(rule.title): \(rule.purpose)",
        ]
    }
}

/// Items to move to another directory of their container.
package struct AdvisedMove: Hashable, Sendable {
    /// The item, and files that must be moved with it, such as a database's log.
    package var items: [ContainerPath]
    /// The destination directory, which need not exist.
    package var directory: ContainerPath

    /// Creates a move into a directory.
    package init(_ items: [ContainerPath], into directory: ContainerPath) {
        self.items = items
        self.directory = directory
    }
}

extension Placement {
    /// The move that puts the item where it belongs; nil if it is in the right place, if the name of the directory is
    /// not known, if the right place depends on unknown facts, or if it is a store: the app would no longer find it.
    package var move: AdvisedMove? {
        guard ways.isEmpty, way.isTargetNamed, !isStore, let directory = target?.parent, let parent = path.parent,
            let name = path.lastComponent
        else { return nil }
        return AdvisedMove(([Array(name)] + companions).compactMap { parent.appending(name: $0) }, into: directory)
    }
}
