package import ContainerModel
import FileTree
package import Inspection
import Jobs
import Screen

/// A query for the preview of a file, answered in lines for the right pane.
package struct PreviewQuery: Query {
    /// The file.
    package let file: ItemAddress
    /// The space available.
    package let fit: PreviewFit
    package let effort = QueryEffort.preview

    package init(_ file: ItemAddress, fitting fit: PreviewFit) {
        self.file = file
        self.fit = fit
    }

    package func run(in place: QueryPlace, answer: @escaping @Sendable ([PreviewLine]) -> Void) {
        let limits = PreviewLimits(cancellation: place.cancellation)
        let lines: [PreviewLine]
        do throws(FileTreeError) {
            let opened = try PreviewedFile(file.path, in: try place.tree(of: file.root))
            lines = Previewers.preview(of: opened, within: limits).lines(fitting: fit, within: limits)
        } catch {
            lines = PreviewLine.wrapped("cannot be read: \(error.reason)", .warning, fit)
        }
        if !place.cancellation.isCancelled { answer(lines) }
    }
}
