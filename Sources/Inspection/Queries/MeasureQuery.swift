package import ContainerModel
package import FileTree
package import Queries

/// A query for the sizes and times of a directory's entries.
package struct MeasureQuery: Query {
    /// The directory.
    package let directory: ItemAddress
    /// The entries of the directory.
    package let entries: EntryList
    package let effort = QueryEffort.walk

    package init(_ entries: EntryList, in directory: ItemAddress) {
        self.directory = directory
        self.entries = entries
    }

    package func run(in context: QueryContext, answer: @escaping @Sendable (MetadataTable) -> Void) {
        guard let handle = try? context.tree(of: directory.root).directory(at: directory.path),
            let table = MetadataTable.scan(entries, in: handle, cancellation: context.cancellation)
        else { return }
        answer(table)
    }
}
