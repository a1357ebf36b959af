import Documents
import Previews
import Screen

extension Viewer {
    /// Handles an event, and returns the work to be done.
    mutating func update(_ event: ViewerEvent, _ context: inout ComponentContext) -> [BrowserEffect] {
        switch event {
        case .page(let anchor, let landing): go(to: anchor, landing, &context)
        case .again: readAgain(&context)
        case .move(let distance): move(by: distance, &context)
        case .tile(let distance): moveTile(by: distance, &context)
        case .chooseTile(let item): chooseTile(item, &context)
        case .sideways(let distance): scrollSideways(by: distance, &context)
        case .open: open(&context)
        case .back: leave(&context)
        case .nextForm: chooseNextForm(&context)
        case .wrap: toggleWrapping(&context)
        case .find(let text): find(text, &context)
        case .findNext(let isBackwards): findNext(isBackwards: isBackwards, &context)
        case .goTo(let text): go(to: text, &context)
        case .seek(let goal): seek(goal, &context)
        case .sort: sort(&context)
        case .filter(let text, let completes): filter(by: text, completes: completes, &context)
        case .read(let answer, let landing): receivePage(answer, landing, &context)
        case .found(let answer, let goal): receiveMatch(answer, goal, &context)
        }
    }

    // MARK: Pages

    /// The blank columns at the left of the contents, which stand below their heading.
    static let margin = 1

    /// The number of columns that a text moves to the side at once.
    private static let columnsAtOnce = 16

    /// The rows of the contents: all but the top line, the line about the contents and the status line.
    func rows(of screen: Size) -> Int { max(1, screen.rows - 3 - (level.page.header == nil ? 0 : 1)) }

    /// The columns of the contents.
    static func columns(of screen: Size) -> Int { max(1, screen.columns - margin) }

    /// Requests a page several times as high as the screen.
    func request(_ anchor: PageRequest.Anchor, _ context: ComponentContext) -> PageRequest {
        let rows = rows(of: context.screen.size)
        let fit = PreviewViewport(
            columns: Self.columns(of: context.screen.size), isASCII: context.screen.isASCII, rows: rows * 4,
            colors: context.screen.colors, pictures: context.screen.pictures)
        var request = PageRequest(fit, anchor, wraps: level.wraps, skipped: level.skipped, folds: level.folds)
        request.screenRows = rows
        request.widths = level.widths
        return request
    }

    /// Requests a page several times as high as the screen.
    mutating func readPage(
        _ anchor: PageRequest.Anchor, _ landing: Landing, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        ticket = context.nextTicket()
        isSearching = false
        level.failure = nil
        sortedBefore = nil
        let query = ViewQuery(level.subject, request(anchor, context), wantsForms: !level.isRead)
        return [.ask(query, for: .viewing(ticket)) { answer, state in state.view(.read(answer, landing)) }]
    }

    private mutating func receivePage(
        _ answer: ViewQuery.Answer, _ landing: Landing, _ context: inout ComponentContext
    ) -> [BrowserEffect] {
        if let order = sortedBefore, endSorting(answer, &context) {
            level.subject.order = order
            return []
        }
        // The height depends on whether there is a line with titles.
        level.page = answer.page
        level.takePage(answer, landing, rows: rows(of: context.screen.size))
        // A screen of another width has other items beside each other.
        if level.page.tiles != nil, landing != .last, let effects = showTile(&context) { return effects }
        return landing == .last ? [] : fillScreen(&context)
    }

    /// Asks for the last page if the contents end before the screen does, and something comes before them: near the end,
    /// a place that was gone to is not at the top.
    private mutating func fillScreen(_ context: inout ComponentContext) -> [BrowserEffect] {
        let page = level.page
        guard !page.hasCursor, page.isComplete, page.lines.count < rows(of: context.screen.size),
            let first = page.lines.first, first.position > 0
        else { return [] }
        return readPage(.end, .last, &context)
    }

    /// Lays the page out again, with the same lines at the top and under the cursor.
    mutating func readAgain(_ context: inout ComponentContext) -> [BrowserEffect] {
        let level = level
        let top = level.page.lines.indices.contains(level.top) ? level.page.lines[level.top].position : 0
        let cursor = level.page.hasCursor ? level.current?.position ?? top : top
        return readPage(.from(top), .keeping(top: top, cursor: cursor), &context)
    }

    // MARK: Moving

    /// Moves the cursor, or the page.
    private mutating func move(by distance: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        if level.page.tiles != nil { return moveTile(byLines: distance, &context) }
        return scroll(by: distance, &context)
    }

    /// Moves by lines, and requests more of them where the page ends soon.
    mutating func scroll(by distance: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        let topBefore = level.top
        let rows = rows(of: context.screen.size)
        level.move(by: distance, rows: rows)
        let level = level
        guard let first = level.page.lines.first else { return [] }
        let top = level.page.lines[min(level.top, level.page.lines.count - 1)].position
        let cursor = level.current?.position ?? top
        if distance > 0, !level.page.isComplete, level.top + 2 * rows > level.page.lines.count {
            return readPage(.from(top), .keeping(top: top, cursor: cursor), &context)
        }
        if distance < 0, first.position > 0, level.top < rows, topBefore > 0 || level.top == 0 {
            // The page ends below the screen, so that it has what is above.
            let end = level.page.lines[min(level.top + rows, level.page.lines.count) - 1].position
            return readPage(
                .before(end.addingReportingOverflow(1).partialValue), .keeping(top: top, cursor: cursor), &context)
        }
        return []
    }

    /// Opens what the line under the cursor stands for, or folds or unfolds it.
    private mutating func open(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let line = level.current else { return [] }
        guard level.page.hasCursor else {
            return level.wraps ? move(by: 1, &context) : scrollSideways(by: 1, &context)
        }
        if let fold = line.fold {
            level.folds.formSymmetricDifference([fold.path])
            return readAgain(&context)
        }
        guard let steps = line.steps else {
            context.say("there is nothing more inside")
            return []
        }
        var subject = level.subject
        subject.steps += steps
        subject.form = .decoded
        subject.order = nil
        subject.conditions = []
        levels.append(Level(subject: subject))
        return readPage(.from(0), .first, &context)
    }

    /// Closes the innermost value, or the viewer.
    private mutating func leave(_ context: inout ComponentContext) -> [BrowserEffect] {
        if isSearching { return stop("the search was stopped", &context) }
        if let order = sortedBefore {
            // The rows on the screen are still in the order before.
            level.subject.order = order
            return stop("the sorting was stopped", &context)
        }
        if level.skipped > 0, !level.page.hasCursor { return scrollSideways(by: -1, &context) }
        guard levels.count > 1 else {
            isClosed = true
            return []
        }
        levels.removeLast()
        // What is around a value that was found has not been read yet; where one was changed, the cursor stays on it.
        return level.isRead ? [] : readAgain(&context)
    }

    /// Gives up a request. Its answer belongs to a ticket that is no longer the latest, and the worker is stopped.
    private mutating func stop(_ sentence: String, _ context: inout ComponentContext) -> [BrowserEffect] {
        defer { context.say(sentence) }
        return readAgain(&context)
    }

    /// Chooses the next column of a table, and scrolls anything else by several columns at once.
    private mutating func scrollSideways(by distance: Int, _ context: inout ComponentContext) -> [BrowserEffect] {
        if let table = level.page.table { return choose(level.column + distance, of: table, &context) }
        guard !level.wraps else {
            context.say("lines are wrapped; \(context.keys.key("viewer-wrap")) cuts them off instead")
            return []
        }
        level.skipped = max(0, level.skipped + distance * Self.columnsAtOnce)
        return readAgain(&context)
    }

    // MARK: Looks

    private mutating func chooseNextForm(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard level.isRead else { return [] }
        let forms = level.forms
        guard forms.count > 1 else {
            context.say("no other form")
            return []
        }
        let index = forms.firstIndex { $0.form == level.subject.form } ?? 0
        level.subject.form = forms[(index + 1) % forms.count].form
        level.skipped = 0
        return readPage(.from(0), .first, &context)
    }

    private mutating func toggleWrapping(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard !level.page.hasCursor else {
            context.say("rows are not wrapped; \(context.keys.key("viewer-open")) opens a value")
            return []
        }
        level.wraps.toggle()
        return readAgain(&context)
    }
}
