package import ContainerModel
package import Documents
import FileTree
import Jobs
package import Queries
import System

/// A query for a page of a file, or of a value inside it, for the viewer.
package struct ViewQuery: Query {
    /// A page.
    package struct Answer: Sendable {
        /// The title of the file or value.
        package var title: String
        /// Remarks about it.
        package var remarks: [String]
        /// The page.
        package var page: PreviewPage
        /// The forms in which it looks different; nil if they were not asked for.
        package var forms: [ShownForm]?

        package init(
            title: String, remarks: [String] = [], page: PreviewPage = PreviewPage(), forms: [ShownForm]? = nil
        ) {
            self.title = title
            self.remarks = remarks
            self.page = page
            self.forms = forms
        }
    }

    /// The subject of the view.
    package struct Subject: Hashable, Sendable {
        /// The file.
        package var file: ItemAddress
        /// The way to a value inside it; empty for the file itself. Not sanitized.
        package var steps: [[UInt8]]
        /// How it is shown.
        package var form: DocumentForm
        /// The order of the rows of a table; nil for its own.
        package var order: TableOrder?
        /// The conditions that hold for the rows of a table that are shown; none for all rows.
        package var conditions: [TableCondition] = []
        /// The file that it is compared with, as the state before; nil if it is shown as it is.
        package var compared: ItemAddress?
        /// Whether the contents are the snapshots of the container, side by side.
        package private(set) var isSheet = false

        package init(
            _ file: ItemAddress, steps: [[UInt8]] = [], form: DocumentForm = .decoded,
            comparedWith other: ItemAddress? = nil
        ) {
            self.file = file
            self.steps = steps
            self.form = form
            compared = other
        }

        /// Creates the contact sheet of the app-switcher snapshots in the container.
        /// - Parameter root: The container's root.
        package init(snapshotsOf root: ItemAddress) {
            self.init(root)
            isSheet = true
        }

        /// Whether it takes long to open.
        var isLong: Bool { order != nil || !conditions.isEmpty || compared != nil || isSheet }
    }

    /// The subject of the view.
    package let subject: Subject
    /// The page.
    package let request: PageRequest
    /// Whether the forms are asked for in which it looks different.
    package let wantsForms: Bool

    package init(_ subject: Subject, _ request: PageRequest, wantsForms: Bool = false) {
        self.subject = subject
        self.request = request
        self.wantsForms = wantsForms
    }

    /// Sorting a large table takes long, and so does comparing large files.
    package var effort: QueryEffort { subject.isLong ? .walk : .quick }
    package var task: QueryTask? {
        let isRead = subject.order == nil && subject.conditions.isEmpty
        if subject.isSheet { return QueryTask("draw the snapshots") }
        return QueryTask(
            subject.compared != nil ? "compare" : isRead ? "read" : subject.order == nil ? "filter" : "sort",
            subject.file.path)
    }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        let milliseconds: UInt64 = subject.isLong ? 60_000 : 10_000
        var limits = DocumentLimits(cancellation: context.cancellation, milliseconds: milliseconds)
        limits.progress = context.progress
        let opened = try subject.open(in: context, within: limits)
        let preview = opened.preview
        let page = preview.content.page(request, within: limits)
        guard !context.cancellation.isCancelled else { return }
        let conditions = subject.conditions.map(\.text).joined(separator: ", ")
        let filter = conditions.isEmpty ? [] : ["only rows with \(conditions)"]
        var found = Answer(title: preview.title, remarks: filter + preview.remarks, page: page)
        if wantsForms { found.forms = ShownForm.all { opened.located.inForm($0, limits) } }
        answer(found)
    }
}

/// An opened subject: the document, and the preview of it.
struct OpenedPreview: Sendable {
    let located: LocatedDocument
    var preview: Preview

    init(_ located: LocatedDocument, within limits: DocumentLimits) {
        self.located = located
        preview = Preview(located.document, within: limits)
    }
}

/// A preview in memory, with the item that knows its other sources.
private struct KeptPreview: Sendable {
    let preview: OpenedPreview
    let item: DocumentItem
}

extension ViewQuery.Subject {
    /// The maximum size of a file of which the preview is kept: it may be held in memory as a whole.
    private static let maxKept: UInt64 = 8 << 20

    /// Returns the preview, from memory if neither the form nor a file that it was made from has changed.
    /// - Throws: `QueryFailure` if the file cannot be read.
    func open(in context: QueryContext, within limits: DocumentLimits) throws(QueryFailure) -> OpenedPreview {
        if let compared { return try openCompared(with: compared, in: context, within: limits) }
        if isSheet { return try openSheet(in: context, within: limits) }
        let opened = try openUnsorted(in: context, within: limits)
        do throws(DocumentFailure) {
            guard order != nil || !conditions.isEmpty else { return opened }
            return OpenedPreview(
                try opened.located.choosing(conditions, sorted: order, within: limits), within: limits)
        } catch {
            throw QueryFailure(
                "it cannot be \(conditions.isEmpty ? "sorted" : "filtered"): \(error.reason)", cause: error)
        }
    }

    private func openUnsorted(in context: QueryContext, within limits: DocumentLimits) throws(QueryFailure)
        -> OpenedPreview
    {
        do throws(FileTreeError) {
            let opened = try DocumentItem(file.path, in: try context.tree(of: file.root))
            let key = opened.versions.map {
                QueryMemory.Key(file, part: [Array(form.rawValue.utf8)] + steps, versions: $0)
            }
            if let key, let kept = context.memory.value(key, as: KeptPreview.self), !kept.item.hasChangedNeighbor {
                return kept.preview
            }
            let located = try opened.open(at: steps, as: form, within: limits)
            let preview = OpenedPreview(located, within: limits)
            let isLarge = (opened.size ?? 0) > Self.maxKept && located.document.table == nil
            if let key, !isLarge { context.memory.keep(KeptPreview(preview: preview, item: opened), as: key) }
            return preview
        } catch {
            throw QueryFailure(
                "\(String(decoding: file.name, as: UTF8.self)) cannot be read: \(error.reason)", cause: error)
        }
    }
}
