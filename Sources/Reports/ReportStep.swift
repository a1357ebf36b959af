package import ContainerModel
package import FileTree

/// A step of a report that is made while a container is traversed.
package enum ReportStep<Row> {
    /// An item.
    case row(Row)
    /// An item that could not be examined. The traversal continues.
    case failure(ContainerPath, FileTreeError)
}

extension ReportStep: Sendable where Row: Sendable {}
