package import ContainerModel
package import FileTree

/// What is the order of a directory's entries?
package struct ArrangeQuery: Query {
    package struct Answer: Sendable {
        /// Places in `entries`.
        package var order: [UInt32]
        /// Sizes and times, where they had to be found out for the order.
        package var metadata: MetadataTable?

        package init(order: [UInt32], metadata: MetadataTable?) {
            self.order = order
            self.metadata = metadata
        }
    }

    package let directory: ItemAddress
    package let entries: EntryList
    package let order: EntryOrder
    package let filter: EntryFilter
    /// What is known of the entries already.
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
        if order.needsMetadata, table == nil,
            let handle = try? place.tree(of: directory.root).directory(at: directory.path)
        {
            table = MetadataTable.scan(entries, in: handle, cancellation: place.cancellation)
        }
        guard !place.isCancelled else { return }
        let arranged = entries.arranged(by: order, filter: filter, metadata: table)
        answer(Answer(order: arranged, metadata: metadata == nil ? table : nil))
    }
}
