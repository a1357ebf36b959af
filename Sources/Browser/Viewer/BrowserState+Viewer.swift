import ContainerModel
import Documents
import FileSharing
import FileTree
import Inspection
import Previews
import Screen

/// The viewer.
extension BrowserState {
    /// The rows of the viewer's contents: all but the top line, the line about the contents and the status line.
    var viewerRows: Int { max(1, screen.size.rows - 3 - (viewer?.level.page.header == nil ? 0 : 1)) }

    /// The blank columns at the left of the contents, which stand below their heading.
    static let viewerMargin = 1

    /// The columns of the viewer's contents.
    var viewerColumns: Int { max(1, screen.size.columns - Self.viewerMargin) }

    /// Opens the viewer on the file under the cursor, if the actor may read it.
    mutating func viewCurrent() -> [BrowserEffect] {
        guard let item = currentItem else { return [] }
        let isRuled = hasContainer(panes.side)
        let kind =
            isRuled
            ? explanation?.subject.facts?.status.kind : panes.computer?.current.flatMap { panes.computer?.kind(of: $0) }
        // Of the directories, only the preferences can be viewed.
        guard
            details.preview.subject?.file == item || kind == .file
                || isRuled && kind == .directory && PreferenceSuites.isPlace(item.path)
        else {
            say("only files can be viewed", isError: true)
            return []
        }
        guard !isRuled || explanation?.badges.rights.contains(.read) == true else {
            let who = requester.actor == .app ? "the app" : "the \(requester.actor.rawValue)"
            say("\(who) may not read it; \(keys.key("act-as")) acts as somebody else", isError: true)
            return []
        }
        viewer = Viewer(ViewQuery.Subject(item))
        return readPage(.from(0), .first)
    }

    /// Closes the innermost value, or the viewer.
    mutating func leaveViewer() -> [BrowserEffect] {
        guard let viewer else { return [] }
        if viewer.isSearching { return stopSearching() }
        if let order = viewer.sortedBefore { return stopSorting(goingBackTo: order) }
        if viewer.level.skipped > 0, !viewer.level.page.hasCursor { return scrollSideways(by: -1) }
        guard viewer.levels.count > 1 else {
            self.viewer = nil
            return []
        }
        self.viewer?.levels.removeLast()
        // What is around a value that was found has not been read yet.
        return self.viewer?.level.isRead == true ? [] : readPage(.from(0), .first)
    }

    /// Requests a page several times as high as the screen.
    mutating func readPage(_ anchor: PageRequest.Anchor, _ landing: Viewer.Landing) -> [BrowserEffect] {
        guard let level = viewer?.level else { return [] }
        let ticket = nextTicket()
        viewer?.ticket = ticket
        viewer?.isSearching = false
        viewer?.level.failure = nil
        viewer?.sortedBefore = nil
        let query = ViewQuery(level.subject, pageRequest(level, anchor), wantsForms: !level.isRead)
        return [
            .ask(query, for: .viewing(ticket)) { answer, state in
                if let order = state.viewer?.sortedBefore, state.endSorting(answer) {
                    state.viewer?.level.subject.order = order
                    return []
                }
                // The height depends on whether there is a line with titles.
                state.viewer?.level.page = answer.page
                let rows = state.viewerRows
                state.viewer?.level.receive(answer, landing, rows: rows)
                return landing == .last ? [] : state.fillScreen()
            }
        ]
    }

    /// Asks for the last page if the contents end before the screen does, and something comes before them: near the end,
    /// a place that was gone to is not at the top.
    private mutating func fillScreen() -> [BrowserEffect] {
        guard let page = viewer?.level.page, !page.hasCursor, page.isComplete, page.lines.count < viewerRows,
            let first = page.lines.first, first.position > 0
        else { return [] }
        return readPage(.end, .last)
    }

    /// A request for a page several times as high as the screen.
    func pageRequest(_ level: Viewer.Level, _ anchor: PageRequest.Anchor) -> PageRequest {
        let fit = PreviewViewport(
            columns: viewerColumns, isASCII: screen.isASCII, rows: viewerRows * 4, colors: screen.colors)
        var request = PageRequest(fit, anchor, wraps: level.wraps, skipped: level.skipped, folds: level.folds)
        request.screenRows = viewerRows
        request.widths = level.widths
        return request
    }

    /// Lays the page out again, with the same lines at the top and under the cursor.
    mutating func readPageAgain() -> [BrowserEffect] {
        guard let level = viewer?.level else { return [] }
        let top = level.page.lines.indices.contains(level.top) ? level.page.lines[level.top].position : 0
        let cursor = level.page.hasCursor ? level.current?.position ?? top : top
        return readPage(.from(top), .keeping(top: top, cursor: cursor))
    }

    /// Moves in the viewer, and requests more lines where the page ends soon.
    mutating func moveInViewer(by distance: Int) -> [BrowserEffect] {
        guard let before = viewer?.level else { return [] }
        let rows = viewerRows
        viewer?.level.move(by: distance, rows: rows)
        guard let level = viewer?.level, let first = level.page.lines.first else { return [] }
        let top = level.page.lines[min(level.top, level.page.lines.count - 1)].position
        let cursor = level.current?.position ?? top
        if distance > 0, !level.page.isComplete, level.top + 2 * rows > level.page.lines.count {
            return readPage(.from(top), .keeping(top: top, cursor: cursor))
        }
        if distance < 0, first.position > 0, level.top < rows, before.top > 0 || level.top == 0 {
            // The page ends below the screen, so that it has what is above.
            let end = level.page.lines[min(level.top + rows, level.page.lines.count) - 1].position
            return readPage(.before(end.addingReportingOverflow(1).partialValue), .keeping(top: top, cursor: cursor))
        }
        return []
    }

    /// Opens what the line under the cursor stands for, or folds or unfolds it.
    mutating func openInViewer() -> [BrowserEffect] {
        guard var level = viewer?.level, let line = level.current else { return [] }
        guard level.page.hasCursor else {
            return level.wraps ? moveInViewer(by: 1) : scrollSideways(by: 1)
        }
        if let fold = line.fold {
            level.folds.formSymmetricDifference([fold.path])
            viewer?.level = level
            return readPageAgain()
        }
        if let opening = line.opening { return open(opening, in: level.subject) }
        guard let steps = line.steps else {
            say("there is nothing more inside")
            return []
        }
        var subject = level.subject
        subject.steps += steps
        subject.form = .decoded
        subject.order = nil
        subject.conditions = []
        viewer?.levels.append(Viewer.Level(subject: subject))
        return readPage(.from(0), .first)
    }

    /// Chooses the next column of a table, and scrolls anything else by several columns at once.
    mutating func scrollSideways(by distance: Int) -> [BrowserEffect] {
        guard let level = viewer?.level else { return [] }
        if let table = level.page.table { return chooseColumn(level.column + distance, of: table) }
        guard !level.wraps else {
            say("lines are wrapped; \(keys.key("viewer-wrap")) cuts them off instead")
            return []
        }
        viewer?.level.skipped = max(0, level.skipped + distance * Self.columnsAtOnce)
        return readPageAgain()
    }

    /// Goes to the file before or after this one in the listing, passing over what is no file.
    mutating func viewNeighbour(_ direction: Int) -> [BrowserEffect] {
        guard var listing = panes[panes.side], viewer != nil else { return [] }
        var row = listing.cursor + direction
        while listing.order.indices.contains(row), listing.kind(of: listing.order[row]) != .file { row += direction }
        guard listing.order.indices.contains(row) else {
            say(direction > 0 ? "this is the last file" : "this is the first file")
            return []
        }
        listing.cursor = row
        listing.scroll(visibleRows: paneRows)
        guard let file = listing.item(of: listing.order[row]) else { return [] }
        panes[panes.side] = listing
        if let origin = listing.reach.origin { return open(listing.order[row], of: listing, comparedWith: origin) }
        let search = viewer?.search
        viewer = Viewer(ViewQuery.Subject(file))
        viewer?.search = search
        return readPage(.from(0), .first)
    }

    /// The number of columns that a text moves to the side at once.
    private static let columnsAtOnce = 16
}
