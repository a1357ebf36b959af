package import ContainerModel
package import FileTree

/// A query for the order of a directory's entries.
package struct ArrangeQuery: Query {
    /// The order.
    package struct Answer: Sendable {
        /// Indices of `entries`.
        package var order: [UInt32]
        /// The sizes and times, if they had to be read for the order.
        package var metadata: MetadataTable?

        package init(order: [UInt32], metadata: MetadataTable?) {
            self.order = order
            self.metadata = metadata
        }
    }

    /// The directory.
    package let directory: ItemAddress
    /// The entries of the directory.
    package let entries: EntryList
    /// The requested order.
    package let order: EntryOrder
    /// The filter that selects the entries.
    package let filter: EntryFilter
    /// The sizes and times, if they are known already.
    package let metadata: MetadataTable?

    package init(
        _ directory: ItemAddress, _ entries: EntryList, by order: EntryOrder, filter: EntryFilter,
        metadata: MetadataTable?
    ) {
        self.directory = directory
        self.entries = entries
        self.order = order
        self.filter = filter
        self.metadata = metadata
    }

    package func run(in place: QueryPlace, answer: @escaping @Sendable (Answer) -> Void) {
        var table = metadata
        if order.needsMetadata, !filter.isRanked, table == nil, let tree = try? place.tree(of: directory.root) {
            if filter.matchesPaths {
                table = MetadataTable.scan(
                    entries, below: directory.path, of: tree, cancellation: place.cancellation)
            } else if let handle = try? tree.directory(at: directory.path) {
                table = MetadataTable.scan(entries, in: handle, cancellation: place.cancellation)
            }
        }
        guard !place.isCancelled else { return }
        let arranged = entries.arranged(
            by: order, filter: filter, metadata: table, cancellation: place.cancellation)
        guard !place.isCancelled else { return }
        answer(Answer(order: arranged, metadata: metadata == nil ? table : nil))
    }
}
