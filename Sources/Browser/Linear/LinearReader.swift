import ContainerModel
import ContainerStore
import FileTree
import Jobs
import Previews
import Screen

/// A session in lines instead of a screen: says what has changed since it last spoke, and takes a line of input for what
/// the same state, actions, panels and prompts make of keys.
///
/// Numbers mean what was said last. If something else is under a number by now, the line does nothing and the page is
/// said again.
package struct LinearReader: Sendable {
    /// The number of rows of a page where the terminal's height is not known.
    package static let usualRows = 20

    /// What every session says first.
    package static let start = "? lists what can be done here, a number chooses an item, .. goes up, q quits"
    /// What a session on a terminal also says first.
    package static let clearing = """
        When it stops or ends, the screen and its scrollback are cleared. Not cleared: a log of the terminal, a recording \
        (script), the scrollback of a multiplexer (tmux, screen), and everything if the program is killed.
        """

    /// The most rows of a page.
    package var rows = LinearReader.usualRows
    /// The page that was said last.
    var shown: LinearPage?
    /// The index of its first row.
    private var first = 0
    /// What the next report says, apart from what is new.
    var wanted = Wanted.news
    /// The item that was chosen by its number, which the same number opens.
    var chosen: LinearPage.Row?
    /// The row under the cursor when something was said last.
    private var current: LinearPage.Row?
    /// The container that was introduced.
    private var introduced: Root?
    /// The position of the last line of the viewer that was said.
    private var lastLine: UInt64?
    /// The line of the viewer that the last search led to.
    private var found: UInt64?

    /// Whether the last report said a question, or asked for a secret, that the one before had not: what was typed by
    /// then does not answer it.
    package private(set) var raisesQuestion = false

    /// What a report says.
    enum Wanted: Hashable, Sendable {
        /// Only what is new: another place, a message.
        case news
        /// Also what the line has changed on the page.
        case changes
        /// Also the row under the cursor.
        case row
        /// The page.
        case page
        /// What follows the page.
        case following
    }

    /// Creates a reader that has said nothing yet.
    package init() {}

    /// Has the next report say everything.
    package mutating func forget() {
        shown = nil
        wanted = .page
    }

    /// What stands before the next line of input.
    package func prompt(_ state: BrowserState) -> String { state.linearPrompt }

    /// Returns what is to be said now, as lines that are safe for a terminal.
    package mutating func report(_ state: inout BrowserState) -> [String] {
        // The tree is left out: its places are directories of the root.
        if state.panes.focus == .places { state.panes.focus = .listing }
        var lines: [String] = []
        if introduced != state.container?.root {
            introduced = state.container?.root
            lines += [state.linearContainer].compactMap(\.self)
        }
        if state.panes.focus == .details {
            state.panes.focus = .listing
            lines += state.linearDetails
        }
        if let message = state.panels.message {
            state.panels.message = nil
            lines.append(state.screen.text(message.text).description)
        }
        let isAnotherPlace = shown?.place != state.linearPlace
        raisesQuestion = isAnotherPlace && (state.isQuestioning || state.isAskingForSecret)
        lines += changedLines(state)
        wanted = .news
        return lines
    }

    /// Returns the page, or what has changed on it.
    private mutating func changedLines(_ state: BrowserState) -> [String] {
        let place = state.linearPlace
        guard let before = shown, before.place == place else {
            first = firstRow(of: state)
            lastLine = nil
            chosen = nil
            return say(state.linearPage(from: first, rows: rows), state)
        }
        switch place {
        case .viewer: return viewerLines(state, before)
        case .listing: return listingLines(state, before)
        case .panel:
            guard wanted != .news else { return [] }
            if wanted == .following { first += max(1, rows) }
            if wanted == .changes { first = 0 }
            return say(state.linearPage(from: first, rows: rows), state)
        case .prompt: return wanted == .news ? [] : state.linearPage(from: 0, rows: rows).lines
        case .nothing, .covered, .mark: return []
        }
    }

    private mutating func listingLines(_ state: BrowserState, _ before: LinearPage) -> [String] {
        guard wanted != .news else { return [] }
        if wanted == .following { first = firstRow(of: state) }
        var page = state.linearPage(from: first, rows: rows)
        guard wanted == .changes || wanted == .row, page.hasRows(of: before), page.heading == before.heading else {
            if !page.hasRows(of: before), wanted != .following {
                first = firstRow(of: state)
                page = state.linearPage(from: first, rows: rows)
            }
            return say(page, state)
        }
        shown = page
        var changed = zip(page.rows, before.rows).filter { $0 != $1 }.map(\.0)
        let now = state.linearCurrentRow
        if let now, wanted == .row || now.name != current?.name, !changed.contains(now) { changed.append(now) }
        current = now
        return changed.map(\.line)
    }

    private mutating func viewerLines(_ state: BrowserState, _ before: LinearPage) -> [String] {
        guard wanted != .news, let level = state.viewer?.level else { return [] }
        if wanted == .row { return level.current.map { [state.linearLine(of: $0)] } ?? [] }
        let match = level.match?.line
        let isFound = match != nil && match != found
        found = match
        let start = isFound ? level.page.lines.firstIndex { $0.position == match } ?? level.top : level.top
        var page = state.linearPage(from: start, rows: rows)
        if wanted == .following, let lastLine {
            // The last page may begin above the end of the one before.
            let fresh = level.page.lines.prefix(level.top + state.viewerRows).filter { $0.position > lastLine }
            page.rows = Array(page.rows.suffix(min(page.rows.count, fresh.count)))
            page.heading = []
            if page.rows.isEmpty { page.ending = [LinearWords.nothingMore] }
        }
        return say(page, state)
    }

    /// Returns the page as lines, which is from now on the one that was said last.
    private mutating func say(_ page: LinearPage, _ state: BrowserState) -> [String] {
        if case .viewer = page.place {
            let level = state.viewer?.level
            lastLine =
                level?.page.lines.prefix((level?.top ?? 0) + state.viewerRows).last?.position ?? lastLine
            // Numbers of earlier pages stay valid.
            var whole = page
            if let before = shown, before.place == page.place {
                whole.rows = before.rows.filter { row in !page.rows.contains { $0.number == row.number } } + page.rows
            }
            shown = whole
        } else {
            shown = page
        }
        if case .listing = page.place {
            current = state.linearCurrentRow
        } else {
            chosen = nil
        }
        return page.lines
    }

    /// Returns the first row of the page that the cursor is on.
    private func firstRow(of state: BrowserState) -> Int {
        let height = max(1, rows)
        switch state.linearPlace {
        case .listing: return (state.panes[state.panes.side]?.cursor ?? 0) / height * height
        case .viewer: return state.viewer?.level.top ?? 0
        default: return 0
        }
    }

    /// Moves on by a page.
    mutating func goOn(_ state: inout BrowserState) -> [BrowserEffect] {
        wanted = .following
        switch state.linearPlace {
        case .viewer:
            guard let level = state.viewer?.level else { return [] }
            let height = state.viewerRows
            return state.moveInViewer(
                by: level.page.hasCursor ? max(1, level.top + 2 * height - 1 - level.cursor) : height)
        case .listing:
            guard var listing = state.panes[state.panes.side] else { return [] }
            let next = first + max(1, rows)
            guard next < listing.order.count else {
                state.say(LinearWords.nothingMore)
                wanted = .news
                return []
            }
            listing.chooseRow(next, visibleRows: state.paneRows)
            state.panes[state.panes.side] = listing
            return []
        case .panel:
            guard let panel = state.panels.current, first + max(1, rows) >= state.linearRows(of: panel).count else {
                return []
            }
            // A question is answered only by its answers, and without a container there is nothing behind the panel.
            guard !panel.isQuestion, state.container != nil else {
                first = 0
                wanted = .page
                return []
            }
            wanted = .changes
            return state.closePanel()
        case .nothing, .covered, .prompt, .mark: return []
        }
    }
}

extension BrowserState {
    /// The row under the cursor of the listing.
    var linearCurrentRow: LinearPage.Row? {
        guard let listing = panes[panes.side], listing.order.indices.contains(listing.cursor) else { return nil }
        return linearRow(listing.cursor, listing)
    }
}
