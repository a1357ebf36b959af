import Documents
import Previews
import Screen

/// Searching in the viewer, and going to a place that is named.
extension Viewer {
    /// Looks for a text from the top of the screen on, or from the cursor.
    mutating func find(_ text: String, _ context: inout ComponentContext) -> [BrowserEffect] {
        // An empty text is the one before, as in other viewers.
        guard let search = text.isEmpty ? self.search : TextSearch(text) else {
            if !text.isEmpty { context.say("the text is too long", isError: true) }
            return []
        }
        self.search = search
        level.match = nil
        guard let line = level.current?.position else { return [] }
        return seek(.text(search, SearchStart(.line(line))), &context)
    }

    /// Looks for the same text again.
    mutating func findNext(isBackwards: Bool, _ context: inout ComponentContext) -> [BrowserEffect] {
        guard let search else {
            context.say("nothing has been searched for; \(context.keys.key("viewer-find")) asks for a text")
            return []
        }
        guard let current = level.current?.position else { return [] }
        guard let match = level.match, isOnScreen(match, context) else {
            // Anyone who has moved on searches from there.
            let origin: SearchStart.Origin = level.page.hasCursor ? .place(current) : .line(current)
            return seek(.text(search, SearchStart(origin, isBackwards: isBackwards)), &context)
        }
        return seek(.text(search, SearchStart(.place(match.place), isBackwards: isBackwards)), &context)
    }

    /// What people type to close a file, saved or not.
    private static let closingWords: Set = [
        "q", "q!", "qa", "qa!", "quit", "wq", "wq!", "wqa", "x", "x!", "xa", "bd", "exit", "close",
    ]

    /// Goes to a line, an offset or a part of the whole.
    mutating func go(to text: String, _ context: inout ComponentContext) -> [BrowserEffect] {
        // As in vim and less.
        if text == "$" { return readPage(.end, .last, &context) }
        if Self.closingWords.contains(text) {
            isClosed = true
            return []
        }
        guard let target = PreviewTarget(text) else {
            context.say(
                "\(text): not a line or row (120), an offset (0x3f0) or a percentage (50%); \(context.keys.key("viewer-close")) closes",
                isError: true)
            return []
        }
        return seek(.target(target), &context)
    }

    /// Whether the screen still shows what was found; with a cursor, whether that is on it.
    private func isOnScreen(_ match: PreviewMatch, _ context: ComponentContext) -> Bool {
        guard !level.page.hasCursor else { return level.current?.position == match.line }
        let end = min(level.page.lines.count, level.top + rows(of: context.screen.size))
        guard level.top < end else { return false }
        return (level.page.lines[level.top].position...level.page.lines[end - 1].position).contains(match.line)
    }

    /// Sends a search to a worker; its answer is a page with the place.
    mutating func seek(_ goal: SeekQuery.Goal, _ context: inout ComponentContext) -> [BrowserEffect] {
        ticket = context.nextTicket()
        isSearching = true
        if case .text = goal { context.say("searching; \(context.keys.key("viewer-back", preferring: .escape)) stops") }
        let query = SeekQuery(level.subject, request(.from(0), context), goal)
        return [.ask(query, for: .viewing(ticket)) { answer, state in state.view(.found(answer, goal)) }]
    }

    mutating func receiveMatch(
        _ answer: SeekQuery.Answer, _ goal: SeekQuery.Goal, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        isSearching = false
        context.saysNothing()
        if let failure = answer.failure {
            context.say(failure, isError: true)
            return readIfUnread(&context)
        }
        guard let match = answer.match else {
            if case .text(let search, _) = goal { context.say("not found: \(search.text)", isError: true) }
            return readIfUnread(&context)
        }
        level.match = match
        if let folds = match.folds { level.folds = folds }
        if let skipped = match.skipped { level.skipped = skipped }
        if case .text(let search, let start) = goal {
            let way =
                !answer.isWrapped ? nil : start.isBackwards ? "continued from the end" : "continued from the beginning"
            let place = match.remark.map { "\(search.text): \($0)" }
            let remarks = [place, way].compactMap(\.self)
            if !remarks.isEmpty { context.say(remarks.joined(separator: ", ")) }
        }
        if case .target = goal, let remark = match.remark { context.say(remark) }
        // Rows have numbers, so that lines before the place can be shown too; in a text it comes to the top.
        guard level.page.hasCursor else {
            return readPage(.from(match.line), .keeping(top: match.line, cursor: match.line), &context)
        }
        let first = match.line - min(match.line, UInt64(rows(of: context.screen.size)))
        return readPage(.from(first), .showing(match.line), &context)
    }

    /// Reads the first page of what was opened at a place that is not there any longer.
    private mutating func readIfUnread(_ context: inout ComponentContext) -> [BrowserEffect] {
        level.isRead ? [] : readPage(.from(0), .first, &context)
    }
}
