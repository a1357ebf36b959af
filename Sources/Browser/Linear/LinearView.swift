import Comparison
import ContainerModel
import ContainerStore
import Documents
import FileSharing
import FileTree
import Inspection
import Jobs
import Previews
import Screen
import Search

/// What a session in lines says of the state, and what it needs to know of it: the pages of lines are made from the values
/// that the screen is drawn from.
package struct LinearView {
    let state: BrowserState

    /// Creates the view of a state.
    package init(_ state: BrowserState) { self.state = state }

    /// Whether everything that was asked for has been done and read, as far as the state knows: the next line of input
    /// can be taken.
    package var isAtRest: Bool {
        guard !state.isCovered else { return true }
        guard !state.panels.isOpening else { return false }
        if state.panels.prompt != nil { return true }
        let isWorking = state.tasks.operations.contains { [.planning, .waiting, .running].contains($0.stage) }
        guard !isWorking else { return false }
        if let panel = state.panels.current {
            // One that is on the screen before its items have been counted.
            guard panel.content is QuestionPanel, let task = panel.content.ticket.flatMap({ state.tasks[$0] }) else {
                return true
            }
            return task.isOver || task.preparation != nil
        }
        guard state.container != nil, state.keys.queued.isEmpty, state.panes.places.isRead else { return false }
        if let viewer = state.viewer { return viewer.level.isRead || viewer.level.failure != nil }
        return state.panes.shownSides.allSatisfy { state.panes[$0].map(\.isListed) ?? ($0 == .computer) }
    }

    /// Whether directories on the page are being counted, so that their sizes are about to change.
    package var isCounting: Bool {
        !state.panes.known.countsStopped
            && state.panes.known.counts.values.contains { counts in
                counts.requested.contains { counts.totals[$0]?.isComplete != true }
            }
    }

    /// Whether the start page is open and its search has not ended, so that rows are about to be added.
    package var isSearchingNearby: Bool {
        state.panels.current?.content is StartPanel && !state.opening.nearby.isComplete
    }

    /// What is at work, in a line; nil if nothing can be said of it.
    package var workText: String? {
        if let task = state.tasks.running {
            return spoken(state.screen.progressText(task, columns: Self.workColumns))
        }
        if let panel = state.panels.current, state.panels.isOpening {
            return panel.content.rows(state).map(\.text.description).joined(separator: ", ")
        }
        if isSearchingNearby { return spoken(StartSection.searching) }
        return state.panels.message.map { spoken($0.text) }
    }

    /// Too few columns for a bar, which says nothing in lines.
    private static let workColumns = 35

    /// Whether a text is to be entered that is not shown.
    package var isAskingForSecret: Bool { state.panels.prompt?.isSecret == true }

    /// Whether a question waits for its answer.
    package var isQuestioning: Bool { state.panels.current?.isQuestion == true && state.panels.prompt == nil }

    /// Whether something is asked or said that can be dismissed, with a place behind it.
    package var isAsking: Bool {
        !state.panels.isEmpty && state.container != nil || state.panels.prompt != nil || state.panels.isOpening
    }

    /// Returns a text of the program's as the terminal can show it.
    package func spoken(_ text: String) -> String { state.screen.text(text).description }

    /// Returns a name as the terminal can show it.
    private func spokenName(_ name: some Collection<UInt8>) -> String { state.screen.display(name).description }

    /// What the next line is about.
    var place: LinearPlace {
        if state.isCovered { return .covered }
        if let prompt = state.panels.prompt { return .prompt(prompt.purpose) }
        if let panel = state.panels.current { return .panel(panel.ticket) }
        if state.keys.pendingMark != nil { return .mark }
        if let viewer = state.viewer { return .viewer(viewer.level.subject.file, depth: viewer.levels.count) }
        guard let listing = state.panes[state.panes.side] else { return .nothing }
        return .listing(listing.location, listing.reach)
    }

    /// The actions that a line can name here; those of the place itself come first.
    var actions: [Action] {
        guard let panel = state.panels.current else { return Action.current(state) }
        return panel.content.actions(state) + Action.panel.filter { $0.name == "panel-close" }
    }

    // MARK: Pages

    /// Returns the page that begins with a row.
    /// - Parameters:
    ///   - first: The index of the row.
    ///   - rows: The most rows of a page.
    func page(from first: Int, rows: Int) -> LinearPage {
        let place = place
        var page = LinearPage(place)
        switch place {
        case .nothing, .mark: break
        case .covered: page.heading = ["covered; an empty line shows the contents again"]
        case .prompt: page.heading = promptNotes
        case .panel: fill(&page, withPanelFrom: first, rows: rows)
        case .viewer: fill(&page, withViewerFrom: first)
        case .listing: fill(&page, withListingFrom: first, rows: rows)
        }
        return page
    }

    // MARK: Listings

    private func fill(_ page: inout LinearPage, withListingFrom first: Int, rows: Int) {
        guard let listing = state.panes[state.panes.side] else { return }
        let title = listingTitle(listing)
        let notice = LinearLine.trimmed(state.topLineNotice[...])
        let notes = [
            state.panes[filterOf: listing.side].text.isEmpty ? nil : "filtered", notice.isEmpty ? nil : String(notice),
        ]
        .compactMap(\.self)
        if let absence = state.panesView.absenceText(of: listing) {
            page.heading = [([title] + notes).joined(separator: ", "), spoken(absence)]
            return
        }
        let count = listing.order.count
        let start = max(0, min(first, count - 1))
        let end = min(count, start + max(1, rows))
        let all = ByteCount.grouped(UInt64(count))
        let range = start == 0 && end == count ? Pluralized.items(count) : "\(start + 1) to \(end) of \(all)"
        page.heading = ["\(title): \(([range] + notes).joined(separator: ", "))"]
        page.rows = (start..<end).map { row($0, listing) }
        if end < count { page.ending = [LinearWords.more] }
    }

    /// Returns the row of an entry.
    /// - Parameter row: Its index in the order.
    func row(_ row: Int, _ listing: Listing) -> LinearPage.Row {
        let entry = listing.order[row]
        return LinearPage.Row(
            number: row + 1, identity: .name(Array(listing.entries.name(Int(entry)))),
            text: text(of: entry, listing))
    }

    /// The row under the cursor of the listing.
    var currentRow: LinearPage.Row? {
        guard let listing = state.panes[state.panes.side], listing.order.indices.contains(listing.cursor) else {
            return nil
        }
        return row(listing.cursor, listing)
    }

    /// The directory, and what of it is listed.
    private func listingTitle(_ listing: Listing) -> String {
        if listing.side == .container { return (state.panesView.listingTitles.first ?? .empty).description }
        let path = spokenName(listing.location.shown)
        guard let secondContainer = state.panes.secondContainer else { return path }
        return spokenName(secondContainer.title.utf8) + (listing.path.isRoot ? "" : ": \(path)")
    }

    /// Returns what the screen shows of an entry in columns and symbols, in words.
    private func text(of entry: UInt32, _ listing: Listing) -> String {
        let kind = listing.kind(of: entry)
        let facts = listing.facts[entry]
        var name = spokenName(listing.entries.name(Int(entry)))
        if kind == .directory { name += "/" }
        if let link = facts?.link {
            name +=
                spoken(" \(Character(state.screen.glyphs.arrow)) ") + spokenName(link.target)
        }
        var words: [String] = []
        if state.selection.contains(entry, of: listing) { words.append("selected") }
        if let clipboard = state.clipboard, listing.item(of: entry).map(clipboard.contains) == true {
            words.append(clipboard.isCut ? "cut" : "copied")
        }
        if listing.side == .container, let color = listing.path(of: entry).flatMap({ state.bookmarks.tags[$0] }) {
            words.append("tagged \(color.rawValue)")
        }
        let changed = facts.map { state.panesView.time(in: $0)?.short(seenFrom: state.screen.now) ?? "" } ?? ""
        words += [state.panesView.sizeText(of: entry, kind, listing), String(LinearLine.trimmed(changed[...]))]
        if let badges = listing.badges(of: entry) { words += self.words(for: badges, entry, facts, listing) }
        var shown = words.filter { !$0.isEmpty }.map { spoken($0) }
        if let change = listing.change(of: entry) {
            let about = change.shownSummary
            shown.append(spoken("\(change.change.rawValue)\(about.isEmpty ? "" : ": \(about)")"))
        }
        if let mark = state.panes.sideMarkWords(of: entry, listing) { shown.append(mark) }
        if let hit = listing.hit(of: entry) {
            let found = HitExcerpt(hit.excerpt, columns: ListingColumns.usualHit, state.screen).text
            shown.append("found: \(found.description)")
        }
        return ([name] + shown).joined(separator: "  ")
    }

    /// The letters of the rights that are granted, and everything else in words.
    private func words(
        for badges: Badges, _ entry: UInt32, _ facts: EntryFacts?, _ listing: Listing
    ) -> [String] {
        let granted = Rights.columns.filter { badges.rights.contains($0.right) }.map { String($0.letter) }
        let isLeftOut = badges.isApplicable(.backup) && !badges.rights.contains(.backup)
        let seal = state.panes.known.sealStatus(of: entry, listing)
        let flags = state.screen.glyphs.flags(badges, changed: state.screen.isChangedLately(facts), seal: seal).map(
            \.meaning)
        return [granted.isEmpty ? "no rights" : granted.joined(separator: " ")]
            + (isLeftOut ? ["not backed up"] : []) + flags
    }

    /// What the right pane says of the item under the cursor.
    var details: [String] {
        guard let explanation = state.explanation else { return [] }
        return state.panesView.detailLines(of: explanation, columns: Self.detailColumns).compactMap { line in
            guard case .text(let line) = line else { return nil }
            return text(of: line)
        }
    }

    /// The terminal wraps longer lines.
    private static let detailColumns = 400

    /// The container, as the top line names it.
    var containerTitle: String? {
        guard let container = state.container else { return nil }
        let app = container.app
        let name = container.title + (app.version.map { " \($0)" } ?? "")
        let identifier = (app.name ?? app.executable) == nil ? nil : app.identifier
        return [name, identifier, container.kind.title, container.origin].compactMap(\.self)
            .map { spoken($0) }.joined(separator: ", ")
    }

    // MARK: Panels

    private func fill(_ page: inout LinearPage, withPanelFrom first: Int, rows: Int) {
        guard let panel = state.panels.current else { return }
        let all = self.rows(of: panel)
        let start = max(0, min(first, all.count - 1))
        let end = min(all.count, start + max(1, rows))
        page.heading = [spoken(panel.title)]
        page.rows = start < end ? Array(all[start..<end]) : []
        if all.isEmpty { page.heading.append("nothing matches") }
        let actions = panel.content.actions(state).map { "\(spoken($0.title)) (\($0.name))" }
        if !actions.isEmpty { page.ending.append(actions.joined(separator: ", ")) }
        if end < all.count { page.ending.append(LinearWords.more) }
    }

    /// Returns the rows of a panel, without empty ones; those that can be chosen have numbers.
    func rows(of panel: OpenPanel) -> [LinearPage.Row] {
        var number = 0
        return panel.content.rows(state).compactMap { row in
            if row.choose != nil { number += 1 }
            let texts = row.keys + (row.linearTexts ?? [row.text]) + [state.screen.text(row.linearNote ?? row.note)]
            let text = Self.joined(texts)
            guard row.choose != nil || text.contains(where: { $0 != " " }) else { return nil }
            return LinearPage.Row(
                number: row.choose == nil ? nil : number, identity: row.identity ?? .text(text), text: text)
        }
    }

    /// Returns the columns of a row as a text. Figures have blanks before them, names may have some.
    private static func joined(_ texts: [DisplayText]) -> String {
        let texts = texts.map(\.description).enumerated().map { index, text in
            index == 0 ? text : String(text.drop { $0 == " " })
        }
        return texts.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    // MARK: Prompts

    private var promptNotes: [String] {
        guard let prompt = state.panels.prompt else { return [] }
        let mistake = prompt.isFilter ? state.panes[filterOf: state.panes.side].mistake?.text : nil
        return [mistake].compactMap(\.self).map { spoken($0) }
    }

    /// What stands before the next line of input.
    var prompt: String {
        switch place {
        case .nothing, .covered: return "> "
        case .mark: return "a letter for the mark> "
        case .prompt:
            guard let prompt = state.panels.prompt else { return "> " }
            let text = prompt.isSecret ? "" : spoken(String(prompt.text))
            return spoken(prompt.label) + (text.isEmpty ? "" : "[\(text)] ")
        case .panel: return state.panels.current?.isQuestion == true ? "answer> " : "choice> "
        case .viewer: return "view> "
        case .listing:
            let name = state.panes[state.panes.side]?.currentName.map { spokenName($0) } ?? ""
            let count = state.selection.isEmpty ? nil : "\(ByteCount.grouped(UInt64(state.selection.count))) selected"
            return [count, name.isEmpty ? nil : name].compactMap(\.self).joined(separator: ", ") + "> "
        }
    }

    // MARK: The viewer

    private func fill(_ page: inout LinearPage, withViewerFrom first: Int) {
        guard let level = state.viewer?.level else { return }
        let arrow = spoken(" › ")
        let trail =
            [spokenName(level.subject.file.shown)]
            + level.subject.steps.map { spokenName(QueryStep.shown($0)) }
        page.heading = [trail.joined(separator: arrow)]
        page.heading.append(spoken(([level.heading] + level.remarks).joined(separator: ", ")))
        if let header = level.page.header { page.heading.append(text(of: header)) }
        let lines = level.page.lines
        let start = max(0, min(first, lines.count))
        let end = min(lines.count, max(start, level.top + state.viewerRows))
        page.rows = lines[start..<max(start, end)].map { row(of: $0) }
        if end < lines.count || !level.page.isComplete { page.ending = [LinearWords.more] }
    }

    /// Returns a line of the viewer; where one is chosen by a cursor, each has a number.
    func row(of line: PageLine) -> LinearPage.Row {
        let isNumbered = state.viewer?.level.page.hasCursor == true
        return LinearPage.Row(
            number: isNumbered ? Int(clamping: line.position).addingReportingOverflow(1).partialValue : nil,
            identity: .line(line.position), text: text(of: line.line))
    }

    private func text(of line: PreviewLine) -> String {
        var text = line.spans.map(\.text.description).joined()
        while text.last == " " { text.removeLast() }
        return text
    }
}

/// The sentences that only lines need.
enum LinearWords {
    static let more = "an empty line shows more"
    static let nothingMore = "nothing more here"
    static let changed = "the list has changed; nothing was done"
    static let answer = "answer with a number"
    static let covered = "covered; nothing was done"
    static let malformed = "not UTF-8; nothing was done"

    static func unseen(_ number: Int) -> String { "\(number) was not listed yet; nothing was done" }

    static func noNumber(_ number: Int) -> String { "there is no \(number) here" }

    static func unknown(_ text: String) -> String { "unknown command “\(text)”; ? lists the actions" }

    static func noArgument(_ name: String) -> String { "\(name) takes no argument; nothing was done" }
}
