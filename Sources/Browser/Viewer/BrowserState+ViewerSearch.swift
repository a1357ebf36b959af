import Documents
import Previews
import Screen

/// Searching in the viewer, and going to a place that is named.
extension BrowserState {
    /// Looks for a text from the top of the screen on, or from the cursor.
    mutating func find(_ text: String) -> [BrowserEffect] {
        // An empty text is the one before, as in other viewers.
        guard let search = text.isEmpty ? viewer?.search : TextSearch(text) else {
            if !text.isEmpty { say("the text is too long", isError: true) }
            return []
        }
        viewer?.search = search
        viewer?.level.match = nil
        guard let line = viewer?.level.current?.position else { return [] }
        return seek(.text(search, SearchStart(.line(line))))
    }

    /// Looks for the same text again.
    mutating func findNext(isBackwards: Bool) -> [BrowserEffect] {
        guard let viewer, let search = viewer.search else {
            say("nothing has been searched for; \(keys.key("viewer-find")) asks for a text")
            return []
        }
        guard let current = viewer.level.current?.position else { return [] }
        guard let match = viewer.level.match, isOnScreen(match, viewer.level) else {
            // Whoever has moved on searches from there.
            let origin: SearchStart.Origin = viewer.level.page.hasCursor ? .place(current) : .line(current)
            return seek(.text(search, SearchStart(origin, isBackwards: isBackwards)))
        }
        return seek(.text(search, SearchStart(.place(match.place), isBackwards: isBackwards)))
    }

    /// What people type to close a file, saved or not.
    private static let closingWords: Set = [
        "q", "q!", "qa", "qa!", "quit", "wq", "wq!", "wqa", "x", "x!", "xa", "bd", "exit", "close",
    ]

    /// Goes to a line, an offset or a part of the whole.
    mutating func goInViewer(to text: String) -> [BrowserEffect] {
        // As in vim and less.
        if text == "$" { return readPage(.end, .last) }
        if Self.closingWords.contains(text) {
            viewer = nil
            return []
        }
        guard let target = PreviewTarget(text) else {
            say(
                "\(text): not a line or row (120), an offset (0x3f0) or a percentage (50%); \(keys.key("viewer-close")) closes",
                isError: true)
            return []
        }
        return seek(.target(target))
    }

    /// Whether the screen still shows what was found; with a cursor, whether that is on it.
    private func isOnScreen(_ match: PreviewMatch, _ level: Viewer.Level) -> Bool {
        guard !level.page.hasCursor else { return level.current?.position == match.line }
        let end = min(level.page.lines.count, level.top + viewerRows)
        guard level.top < end else { return false }
        return (level.page.lines[level.top].position...level.page.lines[end - 1].position).contains(match.line)
    }

    /// Sends a search to a worker; its answer is a page with the place.
    mutating func seek(_ goal: SeekQuery.Goal) -> [BrowserEffect] {
        guard let level = viewer?.level else { return [] }
        let ticket = nextTicket()
        viewer?.ticket = ticket
        viewer?.isSearching = true
        if case .text = goal { say("searching; \(keys.key("viewer-back", preferring: .escape)) stops") }
        let query = SeekQuery(level.subject, pageRequest(level, .from(0)), goal)
        return [
            .ask(query, for: .viewing(ticket)) { answer, state in
                state.viewer?.isSearching = false
                return state.show(answer, goal)
            }
        ]
    }

    private mutating func show(_ answer: SeekQuery.Answer, _ goal: SeekQuery.Goal) -> [BrowserEffect] {
        panels.message = nil
        if let failure = answer.failure {
            say(failure, isError: true)
            return readIfUnread()
        }
        guard let match = answer.match, var level = viewer?.level else {
            if case .text(let search, _) = goal { say("not found: \(search.text)", isError: true) }
            return readIfUnread()
        }
        level.match = match
        if let folds = match.folds { level.folds = folds }
        if let skipped = match.skipped { level.skipped = skipped }
        viewer?.level = level
        if case .text(let search, let start) = goal {
            let way =
                !answer.isWrapped ? nil : start.isBackwards ? "continued from the end" : "continued from the beginning"
            let place = match.remark.map { "\(search.text): \($0)" }
            let remarks = [place, way].compactMap(\.self)
            if !remarks.isEmpty { say(remarks.joined(separator: ", ")) }
        }
        if case .target = goal, let remark = match.remark { say(remark) }
        // Rows have numbers, so that lines before the place can be shown too; in a text it comes to the top.
        guard level.page.hasCursor else {
            return readPage(.from(match.line), .keeping(top: match.line, cursor: match.line))
        }
        let first = match.line - min(match.line, UInt64(viewerRows))
        return readPage(.from(first), .showing(match.line))
    }

    /// Reads the first page of what was opened at a place that is not there any longer.
    private mutating func readIfUnread() -> [BrowserEffect] {
        viewer?.level.isRead == false ? readPage(.from(0), .first) : []
    }

    /// Gives a search up.
    mutating func stopSearching() -> [BrowserEffect] {
        // The answer belongs to a ticket that is no longer the latest, and the worker is stopped.
        let effects = readPageAgain()
        say("the search was stopped")
        return effects
    }
}
