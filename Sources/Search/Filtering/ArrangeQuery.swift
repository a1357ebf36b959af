package import ContainerModel
package import FileTree
package import Queries

/// A query for the order of a directory's entries, and for those that the filter shows. Answered repeatedly while
/// entries are examined.
package struct ArrangeQuery: Query {
    /// The order.
    package struct Answer: Sendable {
        /// The order, and the facts looked up for it.
        package var arrangement: ListingEvaluator.Arrangement
        /// Whether it is the last answer.
        package var isComplete: Bool

        package init(_ arrangement: ListingEvaluator.Arrangement, isComplete: Bool = true) {
            self.arrangement = arrangement
            self.isComplete = isComplete
        }
    }

    /// The directory.
    package let directory: ItemAddress
    /// The entries of the directory.
    package let entries: EntryList
    /// The requested order.
    package let order: EntryOrder
    /// The filter that selects the entries.
    package let filter: ListingFilter
    /// The rules of the directory; nil on this computer.
    package let rules: DirectoryRules?
    /// The sizes and times, if they are known already.
    package let metadata: MetadataTable?
    /// The known totals of directories; nil if their sizes do not count.
    package let totals: [ContainerPath: DirectoryTotal]?

    package init(
        _ directory: ItemAddress, _ entries: EntryList, by order: EntryOrder, filter: ListingFilter,
        rules: DirectoryRules?, metadata: MetadataTable?, totals: [ContainerPath: DirectoryTotal]?
    ) {
        self.directory = directory
        self.entries = entries
        self.order = order
        self.filter = filter
        self.rules = rules
        self.metadata = metadata
        self.totals = totals
    }

    /// Examining all entries takes long.
    package var effort: QueryEffort {
        filter.conditions.isEmpty && order.key != .badges && (order.key != .size || totals == nil) ? .quick : .walk
    }

    package var task: QueryTask? {
        effort == .walk ? QueryTask(filter.conditions.isEmpty ? "sort" : "filter", directory.path) : nil
    }

    /// - Throws: `QueryFailure` if the directory cannot be opened; after the last answer, if entries are missing from it
    ///   because they could not be examined.
    package func run(
        in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void
    ) throws(QueryFailure) {
        let arrangement: ListingEvaluator.Arrangement?
        do throws(FileTreeError) {
            arrangement = try arrange(in: context, answer)
        } catch {
            throw QueryFailure("\(directory.path.reportText): \(error.message)", cause: error)
        }
        guard let arrangement else { return }
        answer(Answer(arrangement))
        if let problem = arrangement.incompleteness { throw QueryFailure(problem) }
    }

    private func arrange(
        in context: QueryContext, _ answer: @escaping @Sendable (Answer) -> Void
    ) throws(FileTreeError) -> ListingEvaluator.Arrangement? {
        let tree = try context.tree(of: directory.root)
        let evaluator = ListingEvaluator(
            entries, of: directory, isFlat: filter.matchesPaths, in: tree,
            directory.root.isContainer ? context.container : nil, rules: rules, helpers: context.counters,
            cancellation: context.cancellation, meter: context.progress)
        return try evaluator.arranged(by: order, filter: filter, metadata: metadata, totals: totals) {
            answer(Answer($0, isComplete: false))
        }
    }
}
