import ContainerModel
import FileTree
package import Queries

/// A query for the names that match a pattern best.
package struct MatchingNamesQuery: Query {
    /// The maximum number of names in an answer.
    private static let maximum = 500

    /// The names found, the best match first.
    package struct Answer: Sendable {
        /// Indices into the list of names.
        package let best: [UInt32]
        /// The number of names that match.
        package let count: Int
    }

    private let names: ContainerNames
    private let filter: EntryFilter

    /// Creates a query for names that match as by `FuzzyPattern`, hidden ones too.
    package init(_ text: String, in names: ContainerNames) {
        self.names = names
        var filter = EntryFilter(showsHidden: true, text: Array(text.utf8))
        filter.matchesPaths = true
        self.filter = filter
    }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) {
        guard filter.isRanked else { return answer(Answer(best: [], count: 0)) }
        let order = EntryOrder(key: .name, directoriesFirst: false)
        let found = names.entries.arranged(by: order, filter: filter, cancellation: context.cancellation)
        guard !context.isCancelled else { return }
        answer(Answer(best: Array(found.prefix(Self.maximum)), count: found.count))
    }
}
