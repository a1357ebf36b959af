import Comparison
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Jobs
import Previews
import Screen
import Search

/// What a session in lines needs to know of the state.
extension BrowserState {
    /// Whether everything that was asked for has been done and read, as far as the state knows: the next line of input
    /// can be taken.
    package var isAtRest: Bool {
        guard !isCovered else { return true }
        guard !panels.isOpening else { return false }
        if panels.prompt != nil { return true }
        let isWorking = tasks.operations.contains { [.planning, .waiting, .running].contains($0.stage) }
        guard !isWorking else { return false }
        if let panel = panels.current {
            // One that is on the screen before its items have been counted.
            guard panel.content is QuestionPanel, let task = panel.content.ticket.flatMap({ tasks[$0] }) else {
                return true
            }
            return task.isOver || task.preparation != nil
        }
        guard container != nil, keys.queued.isEmpty, panes.places.isRead else { return false }
        if let viewer { return viewer.level.isRead || viewer.level.failure != nil }
        return Side.allCases.allSatisfy { side in
            side == .computer && !panes.isSharing || panes[side].map(\.isAtRest) ?? (side == .computer)
        }
    }

    /// Whether directories on the page are being counted, so that their sizes are about to change.
    package var isCounting: Bool {
        !panes.known.countsStopped
            && panes.known.counts.values.contains { counts in
                counts.requested.contains { counts.totals[$0]?.isComplete != true }
            }
    }

    /// Whether the start page is open and its search has not ended, so that rows are about to be added.
    package var isSearchingNearby: Bool { panels.current?.content is StartPanel && !opening.nearby.isComplete }

    /// What is at work, in a line; nil if nothing can be said of it.
    package var workText: String? {
        if let task = tasks.running {
            return screen.text(screen.progressText(task, columns: Self.workColumns)).description
        }
        if let panel = panels.current, panels.isOpening {
            return panel.content.rows(self).map(\.text.description).joined(separator: ", ")
        }
        if isSearchingNearby { return screen.text(StartSection.searching).description }
        return panels.message.map { screen.text($0.text).description }
    }

    /// Notes that a text about work was said, so that a message of the same text is not said again.
    package mutating func noteSaid(_ text: String) {
        if let message = panels.message, screen.text(message.text).description == text { panels.message = nil }
    }

    /// Too few columns for a bar, which says nothing in lines.
    private static let workColumns = 35

    /// Whether a text is to be entered that is not shown.
    package var isAskingForSecret: Bool { panels.prompt?.isSecret == true }

    /// Whether a question waits for its answer.
    package var isQuestioning: Bool { panels.current?.isQuestion == true && panels.prompt == nil }

    /// Whether something is asked or said that can be dismissed, with a place behind it.
    package var isAsking: Bool { !panels.isEmpty && container != nil || panels.prompt != nil || panels.isOpening }

    /// Returns a text of the program's as the terminal can show it.
    package func linearText(_ text: String) -> String { screen.text(text).description }

    /// What the next line is about.
    var linearPlace: LinearPlace {
        if isCovered { return .covered }
        if let prompt = panels.prompt { return .prompt(prompt.purpose) }
        if let panel = panels.current { return .panel(panel.ticket) }
        if keys.pendingMark != nil { return .mark }
        if let viewer { return .viewer(viewer.level.subject.file, depth: viewer.levels.count) }
        guard let listing = panes[panes.side] else { return .nothing }
        return .listing(listing.location, listing.reach)
    }

    /// The actions that a line can name here; those of the place itself come first.
    var linearActions: [Action] {
        guard let panel = panels.current else { return Action.current(self) }
        return panel.content.actions(self) + Action.panel.filter { $0.name == "panel-close" }
    }
}

extension Listing {
    /// Whether it shows its contents, or why it cannot.
    fileprivate var isAtRest: Bool {
        stage == .complete && !isArranging && refresh == nil || failure != nil || refusal != nil
    }
}

/// The pages of a session in lines, from the values that the screen is drawn from.
extension BrowserState {
    /// Returns the page that begins with a row.
    /// - Parameters:
    ///   - first: The index of the row.
    ///   - rows: The most rows of a page.
    func linearPage(from first: Int, rows: Int) -> LinearPage {
        let place = linearPlace
        var page = LinearPage(place)
        switch place {
        case .nothing, .mark: break
        case .covered: page.heading = ["covered; an empty line shows the contents again"]
        case .prompt: page.heading = linearPromptNotes
        case .panel: fill(&page, withPanelFrom: first, rows: rows)
        case .viewer: fill(&page, withViewerFrom: first)
        case .listing: fill(&page, withListingFrom: first, rows: rows)
        }
        return page
    }

    // MARK: Listings

    private func fill(_ page: inout LinearPage, withListingFrom first: Int, rows: Int) {
        guard let listing = panes[panes.side] else { return }
        let title = linearTitle(of: listing)
        let notice = LinearLine.trimmed(topLineNotice[...])
        let notes = [
            panes[filterOf: listing.side].text.isEmpty ? nil : "filtered", notice.isEmpty ? nil : String(notice),
        ]
        .compactMap(\.self)
        if let absence = panesView.absenceText(of: listing) {
            page.heading = [([title] + notes).joined(separator: ", "), screen.text(absence).description]
            return
        }
        let count = listing.order.count
        let start = max(0, min(first, count - 1))
        let end = min(count, start + max(1, rows))
        let all = ByteCount.grouped(UInt64(count))
        let range = start == 0 && end == count ? Pluralized.items(count) : "\(start + 1) to \(end) of \(all)"
        page.heading = ["\(title): \(([range] + notes).joined(separator: ", "))"]
        page.rows = (start..<end).map { linearRow($0, listing) }
        if end < count { page.ending = [LinearWords.more] }
    }

    /// Returns the row of an entry.
    /// - Parameter row: Its index in the order.
    func linearRow(_ row: Int, _ listing: Listing) -> LinearPage.Row {
        let entry = listing.order[row]
        return LinearPage.Row(
            number: row + 1, identity: .name(Array(listing.entries.name(Int(entry)))),
            text: linearText(of: entry, listing))
    }

    /// The directory, and what of it is listed.
    private func linearTitle(of listing: Listing) -> String {
        if listing.side == .container { return (panesView.listingTitles.first ?? .empty).description }
        let path = screen.display(listing.location.shown).description
        guard let secondContainer = panes.secondContainer else { return path }
        return screen.display(secondContainer.title.utf8).description + (listing.path.isRoot ? "" : ": \(path)")
    }

    /// Returns what the screen shows of an entry in columns and symbols, in words.
    private func linearText(of entry: UInt32, _ listing: Listing) -> String {
        let kind = listing.kind(of: entry)
        let facts = listing.facts[entry]
        var name = screen.display(listing.entries.name(Int(entry))).description
        if kind == .directory { name += "/" }
        if let link = facts?.link {
            name +=
                screen.text(" \(Character(screen.glyphs.arrow)) ").description + screen.display(link.target).description
        }
        var words: [String] = []
        if selection.contains(entry, of: listing) { words.append("selected") }
        if listing.side == .container, let color = listing.path(of: entry).flatMap({ bookmarks.tags[$0] }) {
            words.append("tagged \(color.rawValue)")
        }
        let changed = facts.map { panesView.time(in: $0)?.short(seenFrom: screen.now) ?? "" } ?? ""
        words += [panesView.sizeText(of: entry, kind, listing), String(LinearLine.trimmed(changed[...]))]
        if let badges = listing.badges(of: entry) { words += linearWords(for: badges, entry, facts, listing) }
        var shown = words.filter { !$0.isEmpty }.map { screen.text($0).description }
        if let change = listing.change(of: entry) {
            let about = change.shownSummary
            shown.append(screen.text("\(change.change.rawValue)\(about.isEmpty ? "" : ": \(about)")").description)
        }
        if let mark = panes.sideMarkWords(of: entry, listing) { shown.append(mark) }
        if let hit = listing.hit(of: entry) {
            let found = HitExcerpt(hit.excerpt, columns: ListingColumns.usualHit, screen).text
            shown.append("found: \(found.description)")
        }
        return ([name] + shown).joined(separator: "  ")
    }

    /// The letters of the rights that are granted, and everything else in words.
    private func linearWords(
        for badges: Badges, _ entry: UInt32, _ facts: EntryFacts?, _ listing: Listing
    ) -> [String] {
        let granted = Rights.columns.filter { badges.rights.contains($0.right) }.map { String($0.letter) }
        let isLeftOut = badges.isApplicable(.backup) && !badges.rights.contains(.backup)
        let seal =
            panes.known.seals.isEmpty
            ? nil : listing.path(of: entry).flatMap { panes.known.sealStatus(of: $0, in: listing.root) }
        let flags = screen.glyphs.flags(badges, changed: screen.isChangedLately(facts), seal: seal).map(\.meaning)
        return [granted.isEmpty ? "no rights" : granted.joined(separator: " ")]
            + (isLeftOut ? ["not backed up"] : []) + flags
    }

    /// What the right pane says of the item under the cursor.
    var linearDetails: [String] {
        guard let explanation else { return [] }
        return panesView.detailLines(of: explanation, columns: Self.detailColumns).compactMap { line in
            guard case .text(let line) = line else { return nil }
            return linearText(of: line)
        }
    }

    /// The terminal wraps longer lines.
    private static let detailColumns = 400

    /// The container, as the top line names it.
    var linearContainer: String? {
        guard let container else { return nil }
        let app = container.app
        let name = container.title + (app.version.map { " \($0)" } ?? "")
        let identifier = (app.name ?? app.executable) == nil ? nil : app.identifier
        return [name, identifier, container.kind.title, container.origin].compactMap(\.self)
            .map { screen.text($0).description }.joined(separator: ", ")
    }

    // MARK: Panels

    private func fill(_ page: inout LinearPage, withPanelFrom first: Int, rows: Int) {
        guard let panel = panels.current else { return }
        let all = linearRows(of: panel)
        let start = max(0, min(first, all.count - 1))
        let end = min(all.count, start + max(1, rows))
        page.heading = [screen.text(panel.title).description]
        page.rows = start < end ? Array(all[start..<end]) : []
        if all.isEmpty { page.heading.append("nothing matches") }
        let actions = panel.content.actions(self).map { "\(screen.text($0.title).description) (\($0.name))" }
        if !actions.isEmpty { page.ending.append(actions.joined(separator: ", ")) }
        if end < all.count { page.ending.append(LinearWords.more) }
    }

    /// Returns the rows of a panel, without empty ones; those that can be chosen have numbers.
    func linearRows(of panel: OpenPanel) -> [LinearPage.Row] {
        var number = 0
        return panel.content.rows(self).compactMap { row in
            if row.choose != nil { number += 1 }
            let texts = row.keys + (row.linearTexts ?? [row.text]) + [screen.text(row.linearNote ?? row.note)]
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

    private var linearPromptNotes: [String] {
        guard let prompt = panels.prompt else { return [] }
        let mistake = prompt.isFilter ? panes[filterOf: panes.side].mistake?.text : nil
        return [mistake].compactMap(\.self).map { screen.text($0).description }
    }

    /// What stands before the next line of input.
    var linearPrompt: String {
        switch linearPlace {
        case .nothing, .covered: return "> "
        case .mark: return "a letter for the mark> "
        case .prompt:
            guard let prompt = panels.prompt else { return "> " }
            let text = prompt.isSecret ? "" : screen.text(String(prompt.text)).description
            return screen.text(prompt.label).description + (text.isEmpty ? "" : "[\(text)] ")
        case .panel: return panels.current?.isQuestion == true ? "answer> " : "choice> "
        case .viewer: return "view> "
        case .listing:
            let name = panes[panes.side]?.currentName.map { screen.display($0).description } ?? ""
            let count = selection.isEmpty ? nil : "\(ByteCount.grouped(UInt64(selection.count))) selected"
            return [count, name.isEmpty ? nil : name].compactMap(\.self).joined(separator: ", ") + "> "
        }
    }

    // MARK: The viewer

    private func fill(_ page: inout LinearPage, withViewerFrom first: Int) {
        guard let level = viewer?.level else { return }
        let arrow = screen.text(" › ").description
        let trail =
            [screen.display(level.subject.file.shown).description]
            + level.subject.steps.map { screen.display($0).description }
        page.heading = [trail.joined(separator: arrow)]
        page.heading.append(screen.text(([level.heading] + level.remarks).joined(separator: ", ")).description)
        if let header = level.page.header { page.heading.append(linearText(of: header)) }
        let lines = level.page.lines
        let start = max(0, min(first, lines.count))
        let end = min(lines.count, max(start, level.top + viewerRows))
        page.rows = lines[start..<max(start, end)].map { linearRow(of: $0) }
        if end < lines.count || !level.page.isComplete { page.ending = [LinearWords.more] }
    }

    /// Returns a line of the viewer; where one is chosen by a cursor, each has a number.
    func linearRow(of line: PageLine) -> LinearPage.Row {
        let isNumbered = viewer?.level.page.hasCursor == true
        return LinearPage.Row(
            number: isNumbered ? Int(clamping: line.position).addingReportingOverflow(1).partialValue : nil,
            identity: .line(line.position), text: linearText(of: line.line))
    }

    private func linearText(of line: PreviewLine) -> String {
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
