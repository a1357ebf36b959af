import ContainerModel
import ContainerStore
import FileTree
import Jobs
import Previews
import Screen

/// A session in lines instead of a screen: says what has changed since it last spoke, and takes a line of input for
/// what the same state, actions, panels and prompts make of keys.
///
/// Numbers mean what was said of the place, on any page. If something else is under a number by now, or an action is
/// named for one that was not said, the line does nothing and the page with the number is said.
package struct LinearReader: Sendable {
    /// The number of rows of a page where the terminal's height is not known.
    package static let usualRows = 20

    /// What every session says first.
    package static let start = "? lists the actions, a number chooses an item, .. goes up, q quits"
    /// What a session on a terminal also says first.
    package static let clearing = """
        When it stops or ends, the screen and its scrollback are cleared. Not cleared: a log of the terminal, a \
        recording (script), the scrollback of a multiplexer (tmux, screen), and everything if the program is killed.
        """

    /// The most rows of a page.
    package var rows = LinearReader.usualRows
    /// The page that was said last.
    private(set) var shown: LinearPage?
    /// The rows that were said of the place, by their numbers.
    private(set) var said: [Int: LinearPage.Row] = [:]
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
        /// The page with a number.
        case pageOf(Int)
        /// What follows the page.
        case following
    }

    /// Creates a reader that has said nothing yet.
    package init() {}

    /// Has the next report say everything.
    package mutating func forget() {
        shown = nil
        said = [:]
        wanted = .page
    }

    /// Notes that a text about work was said, so that a message of the same text is not said again.
    package static func noteSaid(_ text: String, in state: inout BrowserState) {
        if let message = state.panels.message, LinearView(state).spoken(message.text) == text {
            state.panels.message = nil
        }
    }

    /// What stands before the next line of input.
    package func prompt(_ state: BrowserState) -> String { LinearView(state).prompt }

    /// Returns what is to be said now, as lines that are safe for a terminal.
    package mutating func report(_ state: inout BrowserState) -> [String] {
        // The tree is left out: its places are directories of the root.
        if state.panes.focus == .places { state.panes.focus = .listing }
        var lines: [String] = []
        if introduced != state.container?.root {
            introduced = state.container?.root
            lines += [LinearView(state).containerTitle].compactMap(\.self)
        }
        if state.panes.focus == .details {
            state.panes.focus = .listing
            lines += LinearView(state).details
        }
        if let message = state.panels.message {
            state.panels.message = nil
            lines.append(state.screen.text(message.text).description)
        }
        let isAnotherPlace = shown?.place != LinearView(state).place
        raisesQuestion = isAnotherPlace && (LinearView(state).isQuestioning || LinearView(state).isAskingForSecret)
        lines += changedLines(state)
        wanted = .news
        return lines
    }

    /// Returns the page, or what has changed on it.
    private mutating func changedLines(_ state: BrowserState) -> [String] {
        let place = LinearView(state).place
        guard let before = shown, before.place == place else {
            first = firstRow(of: state)
            lastLine = nil
            chosen = nil
            said = [:]
            return say(LinearView(state).page(from: first, rows: rows), state)
        }
        switch place {
        case .viewer: return viewerLines(state, before)
        case .listing: return listingLines(state, before)
        case .panel:
            switch wanted {
            case .news: return []
            case .following: first += max(1, rows)
            case .changes: first = 0
            case .pageOf(let number):
                let all = state.panels.current.map { LinearView(state).rows(of: $0) } ?? []
                first = beginning(ofPageWith: all.firstIndex { $0.number == number } ?? 0)
            case .row, .page: break
            }
            return say(LinearView(state).page(from: first, rows: rows), state)
        case .prompt: return wanted == .news ? [] : LinearView(state).page(from: 0, rows: rows).lines
        case .nothing, .covered, .mark: return []
        }
    }

    private mutating func listingLines(_ state: BrowserState, _ before: LinearPage) -> [String] {
        guard wanted != .news else { return [] }
        var isMoved = wanted == .following
        if isMoved { first = firstRow(of: state) }
        if case .pageOf(let number) = wanted {
            first = beginning(ofPageWith: number - 1)
            isMoved = true
        }
        var page = LinearView(state).page(from: first, rows: rows)
        guard wanted == .changes || wanted == .row, page.hasRows(of: before), page.heading == before.heading else {
            if !page.hasRows(of: before), !isMoved {
                first = firstRow(of: state)
                page = LinearView(state).page(from: first, rows: rows)
            }
            return say(page, state)
        }
        shown = page
        var changed = zip(page.rows, before.rows).filter { $0 != $1 }.map(\.0)
        let now = LinearView(state).currentRow
        if let now, wanted == .row || now.identity != current?.identity, !changed.contains(now) { changed.append(now) }
        current = now
        note(page.rows + changed)
        return changed.map(\.line)
    }

    private mutating func viewerLines(_ state: BrowserState, _ before: LinearPage) -> [String] {
        guard wanted != .news, let level = state.viewer?.level else { return [] }
        if wanted == .row {
            let row = level.current.map { LinearView(state).row(of: $0) }
            note([row].compactMap(\.self))
            return [row?.line].compactMap(\.self)
        }
        let match = level.match?.line
        let isFound = match != nil && match != found
        found = match
        var line = isFound ? match : nil
        if case .pageOf(let number) = wanted { line = UInt64(clamping: number - 1) }
        let start = line.flatMap { line in level.page.lines.firstIndex { $0.position == line } } ?? level.top
        var page = LinearView(state).page(from: start, rows: rows)
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
        }
        shown = page
        note(page.rows)
        if case .listing = page.place {
            current = LinearView(state).currentRow
        } else {
            chosen = nil
        }
        return page.lines
    }

    /// Notes what numbers stand for from now on.
    private mutating func note(_ rows: [LinearPage.Row]) {
        for row in rows { if let number = row.number { said[number] = row } }
    }

    /// Returns the first row of the page that a row is on.
    private func beginning(ofPageWith row: Int) -> Int { max(0, row) / max(1, rows) * max(1, rows) }

    /// Returns the first row of the page that the cursor is on.
    private func firstRow(of state: BrowserState) -> Int {
        switch LinearView(state).place {
        case .listing: return beginning(ofPageWith: state.panes[state.panes.side]?.cursor ?? 0)
        case .viewer: return state.viewer?.level.top ?? 0
        default: return 0
        }
    }

    /// Moves on by a page.
    mutating func advance(_ state: inout BrowserState) -> [BrowserEffect] {
        wanted = .following
        switch LinearView(state).place {
        case .viewer:
            guard let level = state.viewer?.level else { return [] }
            let height = state.viewerRows
            return state.view(
                .move(by: level.page.hasCursor ? max(1, level.top + 2 * height - 1 - level.cursor) : height))
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
            guard let panel = state.panels.current, first + max(1, rows) >= LinearView(state).rows(of: panel).count
            else {
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
