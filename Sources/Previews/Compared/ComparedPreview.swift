import Comparison
import ContainerModel
import Documents
import FileTree
import Jobs
import Queries

extension ViewQuery.Subject {
    /// Returns the differences between two files, from memory if neither has changed. Of a file that the first side lacks,
    /// that is the answer.
    /// - Parameter first: The file on the first side.
    /// - Throws: `QueryFailure` if the file itself is not there.
    func openCompared(
        with first: ItemAddress, in context: QueryContext, within limits: DocumentLimits
    ) throws(QueryFailure) -> OpenedPreview {
        let new = try Self.versions(of: file, in: context)
        guard let old = try Self.versionsUnlessMissing(of: first, in: context) else {
            let located = LocatedDocument(document: Document("Only on this side, missing")) { _, _ in nil }
            var opened = OpenedPreview(located, within: limits)
            opened.preview.content = ComparedContent(rows: [])
            return opened
        }
        let key = QueryMemory.Key(file, part: [Array("compared".utf8), first.hostPath], versions: old + new)
        if let kept = context.memory.value(key, as: OpenedPreview.self) { return kept }
        var options = ComparisonOptions()
        options.context = 3
        let found = Found()
        let summary: ComparisonSummary
        do throws(FileTreeError) {
            summary = try SideComparison.compareSides(
                .item(first.path, of: try context.tree(of: first.root), in: nil),
                .item(file.path, of: try context.tree(of: file.root), in: nil), options,
                cancellation: limits.cancellation, progress: context.progress
            ) { difference in
                found.rows.add(difference)
                return found.rows.hasRoom
            }
        } catch {
            throw QueryFailure("it cannot be compared: \(error.reason)", cause: error)
        }
        let (rows, isCut) = (found.rows.rows, !found.rows.hasRoom)
        var remarks = isCut ? ["only the first \(ByteCount.grouped(UInt64(rows.count))) rows are shown"] : []
        remarks += summary.problems.first.map { problem in
            problem.isBefore.map { "\($0 ? "before" : "after"): \(problem.reason)" } ?? problem.reason
        }
        let title =
            found.rows.count == 0 && remarks.isEmpty
            ? "No differences" : Pluralized.some(found.rows.count, "difference") + (isCut ? " so far" : "")
        let located = LocatedDocument(document: Document(title, remarks: remarks)) { _, _ in nil }
        var opened = OpenedPreview(located, within: limits)
        opened.preview.content = ComparedContent(rows: rows)
        if !limits.cancellation.isCancelled { context.memory.keep(opened, as: key) }
        return opened
    }

    /// Returns the status of a file, and of those beside it that matter.
    /// - Throws: `QueryFailure` if the file is not there.
    private static func versions(
        of file: ItemAddress, in context: QueryContext
    ) throws(QueryFailure) -> [ItemStatus?] {
        do throws(FileTreeError) {
            return try statuses(of: file, in: context)
        } catch {
            throw Self.failure(error, of: file)
        }
    }

    /// Returns the status of a file, and of those beside it that matter; nil if the file is not there.
    private static func versionsUnlessMissing(
        of file: ItemAddress, in context: QueryContext
    ) throws(QueryFailure) -> [ItemStatus?]? {
        do throws(FileTreeError) {
            return try FileTreeError.unlessMissing { () throws(FileTreeError) -> [ItemStatus?] in
                try statuses(of: file, in: context)
            }
        } catch {
            throw Self.failure(error, of: file)
        }
    }

    private static func statuses(
        of file: ItemAddress, in context: QueryContext
    ) throws(FileTreeError) -> [ItemStatus?] {
        let tree = try context.tree(of: file.root)
        if let versions = try DocumentItem(file.path, in: tree).versions { return versions }
        return [try tree.status(file.path)]
    }

    private static func failure(_ error: FileTreeError, of file: ItemAddress) -> QueryFailure {
        let name = String(decoding: file.name, as: UTF8.self)
        return QueryFailure("\(name) cannot be compared: \(error.reason)", cause: error)
    }

    /// What the closure of a comparison fills.
    private final class Found {
        var rows = ComparedRows()
    }
}
