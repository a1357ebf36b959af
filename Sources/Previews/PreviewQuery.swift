package import ContainerModel
import Documents
import FileTree
package import Formats
import Jobs
package import Queries
import Screen
import System

/// A query for the preview of a file in the right pane, and for its type. The viewer uses `ViewQuery`, which also opens
/// the values inside.
package struct PreviewQuery: Query {
    /// The preview.
    package struct Answer: Sendable {
        /// The lines for the right pane.
        package var lines: [PreviewLine]
        /// The file type found in the first bytes; nil if it is unknown or the file cannot be read.
        package var signature: FileSignature?
        /// Whether no other answer follows.
        package var isComplete: Bool

        package init(lines: [PreviewLine], signature: FileSignature? = nil, isComplete: Bool = true) {
            self.lines = lines
            self.signature = signature
            self.isComplete = isComplete
        }
    }

    /// The file.
    package let file: ItemAddress
    /// The space available.
    package let fit: PreviewViewport
    /// The place at which the preview begins; nil for the beginning of the file.
    package let spot: PreviewSpot?
    package let effort = QueryEffort.preview
    package var task: QueryTask? { QueryTask("preview", file.path) }
    /// The time that a picture may take, in milliseconds; the rest is shown meanwhile.
    private static let patience: UInt64 = 10_000

    package init(_ file: ItemAddress, fitting fit: PreviewViewport, at spot: PreviewSpot? = nil) {
        self.file = file
        self.fit = fit
        self.spot = spot
    }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) {
        let opened: DocumentItem
        do throws(FileTreeError) {
            opened = try DocumentItem(file.path, in: try context.tree(of: file.root))
        } catch {
            return answer(Answer(lines: PreviewLine.wrapped("cannot be read: \(error.reason)", .warning, fit)))
        }
        let signature = opened.confirmedSignature
        @Sendable func show(_ preview: Preview, at spot: PreviewSpot?, isComplete: Bool) {
            let lines = preview.lines(
                fitting: fit, at: spot, within: DocumentLimits(cancellation: context.cancellation))
            guard !context.cancellation.isCancelled else { return }
            answer(Answer(lines: lines, signature: signature, isComplete: isComplete))
        }
        let (start, limits) = (MonotonicClock.now(), DocumentLimits(cancellation: context.cancellation))
        func show(_ document: Document, at spot: PreviewSpot? = nil) {
            let preview = Preview(document, pictures: fit.pictures, within: limits) { meanwhile in
                guard !context.cancellation.isCancelled else { return nil }
                show(meanwhile, at: spot, isComplete: false)
                let passed = (MonotonicClock.now() - start) / 1_000_000
                return DocumentLimits(
                    cancellation: context.cancellation, milliseconds: Self.patience - min(passed, Self.patience))
            }
            show(preview, at: spot, isComplete: true)
        }
        // A file that has changed since may not have the value any longer; then it is shown from its beginning.
        if let spot, let found = try? opened.open(at: spot.steps, as: spot.form, within: limits) {
            return show(found.document, at: spot)
        }
        switch opened {
        case .file(let file): show(DocumentReaders.read(file, within: limits))
        // Without preferences, there is nothing to say about the directory.
        case .suites(let suites) where suites.isEmpty: answer(Answer(lines: []))
        case .suites(let suites): show(suites.document(within: limits))
        }
    }
}
