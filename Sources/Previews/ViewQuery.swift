package import ContainerModel
package import FileTree
package import Inspection
import Jobs
import System

/// A query for a page of a file, or of a value inside it, for the viewer.
package struct ViewQuery: Query {
    /// A page.
    package struct Answer: Sendable {
        /// What the file or value is.
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

    /// What is viewed.
    package struct Subject: Hashable, Sendable {
        /// The file.
        package var file: ItemAddress
        /// The way to a value inside it; empty for the file itself. Not sanitized.
        package var steps: [[UInt8]]
        /// How it is shown.
        package var form: ViewForm
        /// The order of the rows of a table; nil for its own.
        package var order: TableOrder?

        package init(_ file: ItemAddress, steps: [[UInt8]] = [], form: ViewForm = .decoded) {
            self.file = file
            self.steps = steps
            self.form = form
        }
    }

    /// What is viewed.
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

    /// Sorting a large table takes long.
    package var effort: QueryEffort { subject.order == nil ? .quick : .walk }
    package var task: QueryTask? { QueryTask(subject.order == nil ? "read" : "sort", subject.file.path) }

    package func run(in place: QueryPlace, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        let milliseconds: UInt64 = subject.order == nil ? 10_000 : 60_000
        var limits = PreviewLimits(cancellation: place.cancellation, milliseconds: milliseconds)
        limits.progress = place.progress
        let opened = try subject.open(in: place, within: limits)
        let page = opened.preview.content.page(request, within: limits)
        guard !place.cancellation.isCancelled else { return }
        var found = Answer(title: opened.preview.title, remarks: opened.preview.remarks, page: page)
        if wantsForms { found.forms = opened.forms }
        answer(found)
    }
}

/// A preview, and what else the same may look like.
package struct OpenedPreview: Sendable {
    /// The preview.
    package var preview: Preview
    /// Returns a form; nil if there is none.
    let inForm: @Sendable (ViewForm) -> Preview?

    /// The forms in which it looks different, in turn.
    package var forms: [ShownForm] { ShownForm.all(inForm) }

    /// Returns the same with the rows of a table in an order; nil for their own. What is no table has no order.
    /// - Throws: `PreviewFailure` if there is no such column, or if there are too many rows.
    package func sorted(by order: TableOrder?, within limits: PreviewLimits) throws(PreviewFailure) -> OpenedPreview {
        guard let order, let table = preview.content as? TableContent else { return self }
        var sorted = self
        sorted.preview.content = try table.sorted(by: order, within: limits)
        return sorted
    }
}

/// A preview in memory, with the item that knows what else it was made from.
private struct KeptPreview: Sendable {
    let preview: OpenedPreview
    let item: PreviewedItem
}

extension ViewQuery.Subject {
    /// The greatest size of a file of which the preview is kept: it may be held in memory as a whole.
    private static let mostKept: UInt64 = 8 << 20

    /// Returns the preview, from memory if neither the form nor a file that it was made from has changed.
    /// - Throws: `QueryFailure` if the file cannot be read.
    func open(in place: QueryPlace, within limits: PreviewLimits) throws(QueryFailure) -> OpenedPreview {
        let opened = try openUnsorted(in: place, within: limits)
        do throws(PreviewFailure) {
            return try opened.sorted(by: order, within: limits)
        } catch {
            throw QueryFailure("it cannot be sorted: \(error.reason)")
        }
    }

    private func openUnsorted(in place: QueryPlace, within limits: PreviewLimits) throws(QueryFailure) -> OpenedPreview
    {
        do throws(FileTreeError) {
            let opened = try PreviewedItem(file.path, in: try place.tree(of: file.root))
            let key = opened.versions.map {
                QueryMemory.Key(file, part: [Array(form.rawValue.utf8)] + steps, versions: $0)
            }
            if let key, let kept = place.memory.value(key, as: KeptPreview.self), !kept.item.hasChangedNeighbor {
                return kept.preview
            }
            let preview = try opened.open(at: steps, as: form, within: limits)
            let isLarge = (opened.size ?? 0) > Self.mostKept && !(preview.preview.content is TableContent)
            if let key, !isLarge { place.memory.keep(KeptPreview(preview: preview, item: opened), as: key) }
            return preview
        } catch {
            throw QueryFailure("\(String(decoding: file.name, as: UTF8.self)) cannot be read: \(error.reason)")
        }
    }
}

extension Previewers {
    /// Opens a file, or a value inside it.
    /// - Parameter steps: The way to the value.
    /// - Throws: `FileTreeError` if there is no such value.
    package static func open(
        _ file: PreviewedFile,
        at steps: [[UInt8]],
        as form: ViewForm,
        within limits: PreviewLimits
    ) throws(FileTreeError) -> OpenedPreview {
        guard steps.isEmpty else { return try open(preview(of: file, within: limits), at: steps, as: form) }
        let found = preview(of: file, within: limits, by: form.previewers)
        return OpenedPreview(preview: found) {
            $0 == form ? found : preview(of: file, within: limits, by: $0.previewers)
        }
    }

    /// Opens a value inside something that was decoded.
    /// - Throws: `FileTreeError` if there is no such value.
    static func open(_ whole: Preview, at steps: [[UInt8]], as form: ViewForm) throws(FileTreeError) -> OpenedPreview {
        guard let last = steps.last else { return OpenedPreview(preview: whole) { $0 == .decoded ? whole : nil } }
        var found = whole
        for step in steps.dropLast() { found = try open(step, in: found, as: .decoded) }
        let (parent, value) = (found, try open(last, in: found, as: form))
        return OpenedPreview(preview: value) { $0 == form ? value : parent.content.step(last, as: $0) }
    }

    private static func open(_ step: [UInt8], in whole: Preview, as form: ViewForm) throws(FileTreeError) -> Preview {
        if let found = whole.content.step(step, as: form) { return found }
        throw FileTreeError(errno: ENOENT, operation: "open the value", path: ContainerPath(bytes: step) ?? .root)
    }
}
