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

        package init(title: String, remarks: [String] = [], page: PreviewPage = PreviewPage()) {
            self.title = title
            self.remarks = remarks
            self.page = page
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

    package init(_ subject: Subject, _ request: PageRequest) {
        self.subject = subject
        self.request = request
    }

    package func run(in place: QueryPlace, answer: @escaping @Sendable (Answer) -> Void) throws(QueryFailure) {
        let limits = PreviewLimits(cancellation: place.cancellation, milliseconds: 10_000)
        let preview = try subject.open(in: place, within: limits)
        let page = preview.content.page(request, within: limits)
        guard !place.cancellation.isCancelled else { return }
        answer(Answer(title: preview.title, remarks: preview.remarks, page: page))
    }
}

/// A preview in memory, with the item that knows what else it was made from.
private struct KeptPreview: Sendable {
    let preview: Preview
    let item: PreviewedItem
}

extension ViewQuery.Subject {
    /// The greatest size of a file of which the preview is kept: it may be held in memory as a whole.
    private static let mostKept: UInt64 = 8 << 20

    /// Returns the preview, from memory if neither the form nor a file that it was made from has changed.
    /// - Throws: `QueryFailure` if the file cannot be read.
    func open(in place: QueryPlace, within limits: PreviewLimits) throws(QueryFailure) -> Preview {
        do throws(FileTreeError) {
            let opened = try PreviewedItem(file.path, in: try place.tree(of: file.root))
            let key = opened.versions.map {
                QueryMemory.Key(file, part: [Array(form.rawValue.utf8)] + steps, versions: $0)
            }
            if let key, let kept = place.memory.value(key, as: KeptPreview.self), !kept.item.hasChangedNeighbor {
                return kept.preview
            }
            let preview = try opened.open(at: steps, as: form, within: limits)
            let isLarge = (opened.size ?? 0) > Self.mostKept && !(preview.content is TableContent)
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
    ) throws(FileTreeError) -> Preview {
        guard !steps.isEmpty else { return preview(of: file, within: limits, by: form.previewers) }
        return try open(preview(of: file, within: limits), at: steps, as: form)
    }

    /// Opens a value inside something that was decoded.
    /// - Throws: `FileTreeError` if there is no such value.
    static func open(_ whole: Preview, at steps: [[UInt8]], as form: ViewForm) throws(FileTreeError) -> Preview {
        var found = whole
        for (index, step) in steps.enumerated() {
            let isLast = index == steps.count - 1
            guard let next = found.content.step(step, as: isLast ? form : .decoded) else {
                throw FileTreeError(
                    errno: ENOENT, operation: "open the value", path: ContainerPath(bytes: step) ?? .root)
            }
            found = next
        }
        return found
    }
}
