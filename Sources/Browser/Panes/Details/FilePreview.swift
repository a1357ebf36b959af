import ContainerModel
import Documents
import FileSharing
import FileTree
import Formats
import Inspection
import Jobs
import Previews
import Screen
import Search

/// The preview of the file or the directory under the cursor, in the right pane.
struct FilePreview: Sendable {
    /// A file's address and status, and the room for its preview; if any of them changes, so does the preview.
    struct Subject: Hashable, Sendable {
        var file: ItemAddress
        var status: ItemStatus
        var fit: PreviewViewport
        /// The place at which the preview begins; nil for the beginning.
        var spot: PreviewSpot?
        /// Whether the rules let the actor read the file.
        var isReadable: Bool
        /// Of a directory whose children are listed, whether hidden names are; nil for others.
        var listsHidden: Bool?
    }

    /// The file; nil if there is nothing to preview.
    var subject: Subject?
    /// The request for the preview; answers to other requests are dropped.
    var ticket = Ticket.none
    /// The lines of the preview; empty until the answer arrives.
    var lines: [PreviewLine] = []
    /// The type of the file; nil until the answer arrives, and if it is unknown.
    var signature: FileSignature?
    /// Whether a later answer may replace the lines.
    var isComplete = true

    /// Shows that the preview was cancelled, and how to request it again.
    mutating func noteCancelled(_ keys: KeyInput) {
        guard let subject else { return }
        lines = PreviewLine.wrapped(
            "the preview was cancelled; \(keys.key("reload")) shows it again", .dimmed, subject.fit)
        isComplete = true
    }
}

extension Panes {
    /// Requests a preview of the file that the right pane describes, once per file and only if the pane is on screen.
    mutating func askForPreview(
        _ explanation: Explanation?, columns: Int, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        guard let subject = previewSubject(explanation, columns: columns, context.screen) else {
            details.preview = FilePreview()
            return []
        }
        guard subject != details.preview.subject else { return [] }
        let ticket = context.nextTicket()
        details.preview = FilePreview(subject: subject, ticket: ticket)
        guard subject.isReadable else {
            details.preview.lines = PreviewLine.wrapped(unreadableText(context.keys), .dimmed, subject.fit)
            return []
        }
        if let listsHidden = subject.listsHidden {
            let query = ChildrenQuery(subject.file, fitting: subject.fit, showsHidden: listsHidden)
            return [
                .ask(query, for: .preview(ticket)) { lines, state in
                    state.panes.details.preview.lines = lines
                    state.screen.onlyUpdatedDetails = true
                    return state.settle()
                }
            ]
        }
        return [
            .ask(PreviewQuery(subject.file, fitting: subject.fit, at: subject.spot), for: .preview(ticket)) {
                answer, state in
                state.panes.details.preview.lines = answer.lines
                state.panes.details.preview.signature = answer.signature
                state.panes.details.preview.isComplete = answer.isComplete
                state.screen.onlyUpdatedDetails = true
                return state.settle()
            }
        ]
    }

    /// Shows that a preview was cancelled, if its answer has not arrived, and how to request it again.
    mutating func cancelPreview(_ context: inout ComponentContext) {
        guard details.preview.subject != nil, details.preview.lines.isEmpty || !details.preview.isComplete else {
            return
        }
        // The answer may be on its way already.
        details.preview.ticket = context.nextTicket()
        details.preview.noteCancelled(context.keys)
    }

    /// Returns the subject of a preview; nil for the directory that is listed, links, FIFOs, devices and items that are not
    /// known yet.
    private func previewSubject(
        _ explanation: Explanation?, columns: Int, _ screen: ScreenContext
    ) -> FilePreview.Subject? {
        guard let explanation, let status = explanation.subject.facts?.status, columns > 0,
            status.kind == .file || status.kind == .directory
        else { return nil }
        let path = explanation.subject.path
        let isListed = status.kind == .directory && !PreferenceSuites.isPlace(path)
        // What is in the middle need not be on the right as well.
        guard !isListed || path != self[side]?.path else { return nil }
        let rows = Layout.paneRows(of: screen.size)
        return FilePreview.Subject(
            file: ItemAddress(root(of: side), path),
            status: status,
            fit: PreviewViewport(
                columns: columns, isASCII: screen.isASCII, colors: screen.colors, pictures: screen.pictures,
                // A picture is seen as a whole, with what is said above it.
                pictureRows: screen.pictures.cell == nil ? nil : max(4, rows - PanesView.rowsAbovePicture(of: rows))),
            spot: spotUnderCursor,
            isReadable: explanation.badges.rights.contains(.read),
            listsHidden: isListed ? self[filterOf: side].showsHidden : nil
        )
    }

    /// The place in the file under the cursor where the text was found that is looked for; nil if it is not known.
    private var spotUnderCursor: PreviewSpot? {
        guard focus != .places, let listing = self[side], let question = listing.reach.question else {
            return nil
        }
        return listing.current.flatMap { listing.hit(of: $0) }.map { PreviewSpot($0, question) }
    }
}
