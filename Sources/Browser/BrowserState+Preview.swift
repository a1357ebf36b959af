import ContainerModel
import FileTree
import Inspection
import Jobs
import Previews
import Screen

/// What the right pane shows of the contents of the file under the cursor.
struct FilePreview: Sendable {
    /// A file as it was when it was asked about, and the room that there was for it: another one of either is another
    /// preview.
    struct Subject: Hashable, Sendable {
        var file: ItemAddress
        var status: ItemStatus
        var fit: PreviewFit
        /// Whether the rules let the person look into it.
        var isReadable: Bool
    }

    /// Nil where there is nothing to look into.
    var subject: Subject?
    /// The request for it: answers to others are dropped.
    var ticket = Ticket.none
    /// Empty until the answer is there.
    var lines: [PreviewLine] = []
}

extension BrowserState {
    /// Has the file that the right pane is about looked into, once for each file. Only the pane that is on screen asks.
    mutating func askForPreview(_ explanation: Explanation?, columns: Int) -> [BrowserEffect] {
        guard !isCovered else { return [] }
        guard let subject = previewSubject(explanation, columns: columns) else {
            preview = FilePreview()
            return []
        }
        guard subject != preview.subject else { return [] }
        let ticket = nextTicket()
        preview = FilePreview(subject: subject, ticket: ticket)
        guard subject.isReadable else {
            let who = actor == .app ? "the app" : "the \(actor.rawValue)"
            preview.lines = PreviewLine.wrapped("\(who) may not read it; A acts as somebody else", .dimmed, subject.fit)
            return []
        }
        return [
            .ask(PreviewQuery(subject.file, fitting: subject.fit), for: .preview(ticket)) { lines, state in
                state.preview.lines = lines
                return state.settle()
            }
        ]
    }

    /// Directories, links, FIFOs, devices and what is not known yet are not looked into.
    private func previewSubject(_ explanation: Explanation?, columns: Int) -> FilePreview.Subject? {
        guard let explanation, let status = explanation.subject.facts?.status, status.kind == .file, columns > 0 else {
            return nil
        }
        return FilePreview.Subject(
            file: containerItem(explanation.subject.path),
            status: status,
            fit: PreviewFit(columns: columns, isASCII: isASCII),
            isReadable: explanation.badges.rights.contains(.read)
        )
    }
}
