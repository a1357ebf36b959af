package import ContainerModel
package import FileTree
import Jobs
package import Queries
import Screen

/// A query for the children of a directory, which are its preview in the right pane.
package struct ChildrenQuery: Query {
    /// The lines for the right pane.
    package typealias Answer = [PreviewLine]

    /// Of a directory with more entries, none are listed: reading them would delay other previews.
    package static let maxEntries = 100_000
    /// More lines than any screen has rows.
    private static let maxLines = 300

    /// The directory.
    package let directory: ItemAddress
    /// The space available.
    package let fit: PreviewViewport
    /// Whether names that begin with a dot are listed.
    package let showsHidden: Bool
    package let effort = QueryEffort.preview
    package var task: QueryTask? { QueryTask("preview", directory.path) }

    package init(_ directory: ItemAddress, fitting fit: PreviewViewport, showsHidden: Bool) {
        self.directory = directory
        self.fit = fit
        self.showsHidden = showsHidden
    }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) {
        let limit = Cancellation(within: context.cancellation)
        do throws(FileTreeError) {
            let path = directory.path
            let entries = try context.tree(of: directory.root).directory(at: path).entries(
                path: path, cancellation: limit, progress: { if $0.count > Self.maxEntries { limit.cancel() } })
            guard !context.cancellation.isCancelled else { return }
            answer(entries.map { lines(of: $0) } ?? [line("more than 100,000 items")])
        } catch {
            answer(PreviewLine.wrapped("cannot be read: \(error.reason)", .warning, fit))
        }
    }

    /// Returns the entries of a directory by name, directories first, one in a line.
    package func lines(of entries: EntryList) -> [PreviewLine] {
        let filter = EntryFilter(showsHidden: showsHidden)
        let shown = entries.firstArranged(Self.maxLines, directoriesFirst: true, filter: filter)
        let hidden = entries.hiddenCount(by: filter)
        guard !shown.isEmpty else { return [line(hidden > 0 ? "only hidden names" : "empty")] }
        let more = entries.count - hidden - shown.count
        return shown.map { line(of: entries.name(Int($0)), entries.kind(Int($0))) }
            + (more > 0 ? [line("\(ByteCount.grouped(UInt64(more))) more")] : [])
    }

    private func line(of name: ArraySlice<UInt8>, _ kind: ItemKind) -> PreviewLine {
        let end = kind == .directory ? "/" : ""
        let text = DisplayText(bytes: name, ascii: fit.isASCII).truncated(
            to: fit.columns - end.count, keeping: .bothEnds, ellipsis: fit.glyphs.ellipsis)
        let role: Role =
            switch kind {
            case .directory: .directory
            case .link: .link
            case .file: .ofFile(named: name)
            case .fifo, .socket, .characterDevice, .blockDevice, .unknown: .special
            }
        return PreviewLine(text + DisplayText(end), role)
    }

    private func line(_ text: String) -> PreviewLine { PreviewLine(DisplayText(text), .dimmed) }
}
