package import ContainerModel
import FileTree
package import Formats
package import Inspection
import Jobs
import Screen

/// A query for the preview of a file, and for its type.
package struct PreviewQuery: Query {
    /// The preview.
    package struct Answer: Sendable {
        /// The lines for the right pane.
        package var lines: [PreviewLine]
        /// The file type found in the first bytes; nil if it is unknown or the file cannot be read.
        package var signature: FileSignature?

        package init(lines: [PreviewLine], signature: FileSignature? = nil) {
            self.lines = lines
            self.signature = signature
        }
    }

    /// The file.
    package let file: ItemAddress
    /// The space available.
    package let fit: PreviewFit
    package let effort = QueryEffort.preview

    package init(_ file: ItemAddress, fitting fit: PreviewFit) {
        self.file = file
        self.fit = fit
    }

    package func run(in place: QueryPlace, answer: @escaping @Sendable (Answer) -> Void) {
        let limits = PreviewLimits(cancellation: place.cancellation)
        let found: Answer
        do throws(FileTreeError) {
            let opened = try PreviewedFile(file.path, in: try place.tree(of: file.root))
            found = Answer(
                lines: Previewers.preview(of: opened, within: limits).lines(fitting: fit, within: limits),
                signature: FileSignature(Array(opened.head.prefix(FileSignature.length)))
            )
        } catch {
            found = Answer(lines: PreviewLine.wrapped("cannot be read: \(error.reason)", .warning, fit))
        }
        if !place.cancellation.isCancelled { answer(found) }
    }
}
