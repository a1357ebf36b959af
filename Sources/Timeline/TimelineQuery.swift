import ContainerModel
import ContainerStore
import FileTree
import Jobs
package import Queries
import Search

/// A query for everything in the container that has a time.
package struct TimelineQuery: Query {
    /// The newest entries.
    package struct Answer: Sendable {
        /// The newest first, `maximum` at most.
        package var entries: [TimelineEntry] = []
        /// The number of all entries.
        package var count = 0
        /// What could not be read in full.
        package var problems: [TimelineProblem] = []
        /// Whether everything was read, rather than some of it.
        package var isComplete = false

        package init() {}
    }

    /// As many entries are in an answer: nobody looks through more rows.
    package static let maximum = 1_000

    private let question: TimelineQuestion

    package init(_ question: TimelineQuestion = TimelineQuestion()) { self.question = question }

    package var effort: QueryEffort { .walk }
    package var task: QueryTask? { QueryTask("read the timeline") }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        let container = context.container
        let scope = DirectorySearch.Scope(
            ItemAddress(container.root, .root), in: container.tree, container, rules: nil)
        let search = DirectorySearch(scope, helpers: context.counters, cancellation: context.cancellation)
        let items: DirectorySearch.Found?
        do throws(FileTreeError) {
            items = try search.items()
        } catch {
            throw QueryFailure("the container cannot be read: \(error.reason)", cause: error)
        }
        guard var found = items else { return }
        found.order = Array(0..<UInt32(found.entries.count))
        var others = TimelineHistory.entries(of: container, kinds: question.kinds)
        if let problem = found.incompleteness {
            others.problems.append(TimelineProblem(path: nil, message: problem))
        }
        let earlier = others.problems
        let timeline = Timeline.read(
            scope, found, question, besides: others.entries, on: context.counters, cancellation: context.cancellation,
            meter: context.progress
        ) { answer(Self.answer($0, earlier, isComplete: false)) }
        if let timeline { answer(Self.answer(timeline, earlier, isComplete: true)) }
    }

    private static func answer(_ timeline: Timeline, _ problems: [TimelineProblem], isComplete: Bool) -> Answer {
        var answer = Answer()
        var entries = timeline.entriesInOrder()
        while answer.entries.count < maximum, let entry = entries.next() { answer.entries.append(entry) }
        (answer.count, answer.problems, answer.isComplete) = (timeline.count, problems + timeline.problems, isComplete)
        return answer
    }
}
