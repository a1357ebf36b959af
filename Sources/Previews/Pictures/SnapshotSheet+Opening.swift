import ContainerModel
import ContainerStore
import Documents
import FileTree
import Inspection
import Jobs
import Queries
import Reports

extension ViewQuery.Subject {
    /// Returns the contact sheet of the container, from memory if no snapshot has changed.
    /// - Throws: `QueryFailure` if there is nothing to show, and a snapshot directory cannot be read.
    func openSheet(in context: QueryContext, within limits: DocumentLimits) throws(QueryFailure) -> OpenedPreview {
        var inventory = SnapshotInventory(of: context.container)
        var rows: [SnapshotInventory.Row] = []
        var problems: [String] = []
        while let step = inventory.next(), !limits.mustStop {
            switch step {
            case .row(let row): rows.append(row)
            case .failure(let path, let error): problems.append("\(path.reportText) cannot be read: \(error.reason)")
            }
        }
        if rows.isEmpty, let problem = problems.first { throw QueryFailure(problem) }
        let tree = context.container.tree
        let versions = rows.map { try? tree.status($0.rawPath) }
        let key = QueryMemory.Key(file, part: [Array("snapshots".utf8)], versions: versions)
        if let kept = context.memory.value(key, as: OpenedPreview.self) { return kept }
        let title = rows.isEmpty ? "The container has no snapshots" : Pluralized.some(rows.count, "snapshot")
        let located = LocatedDocument(document: Document(title, remarks: problems)) { _, _ in nil }
        var opened = OpenedPreview(located, within: limits)
        opened.preview.content = SnapshotSheet(rows, in: tree)
        if !limits.cancellation.isCancelled { context.memory.keep(opened, as: key) }
        return opened
    }
}
