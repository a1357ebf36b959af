import AppLifecycle
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Previews
package import Screen
import Search

extension BrowserState {
    /// Returns the contents of the whole screen, which depend only on the state.
    package func render() -> Frame {
        guard !isCovered else { return Cover.frame(size: size, theme: theme, wayBack: .anyKey) }
        var canvas = Canvas(self)
        guard size.columns >= Layout.smallest.columns, size.rows >= Layout.smallest.rows else {
            canvas.write("sandglass needs 20 by 5", column: 0, row: 0, columns: size.columns, .text)
            return canvas.frame
        }
        let layout = layout
        if let viewer {
            renderViewer(viewer, &canvas)
        } else {
            renderTopLine(&canvas)
        }
        if container != nil, viewer == nil {
            for column in layout.separators {
                for row in (layout.titleRow ?? layout.panes.row)..<layout.panes.endRow {
                    canvas.put(glyphs.vertical, column: column, row: row, .separator)
                }
            }
            if let row = layout.titleRow { renderTitles(&canvas, layout, row) }
            if let area = layout.places { renderPlaces(&canvas, area) }
            if let area = layout.listing, let listing { renderListing(listing, &canvas, area) }
            if let area = layout.computer, let computer { renderListing(computer, &canvas, area) }
            if let area = layout.details { renderDetails(&canvas, area) }
            if canvas.frame.selection == nil, let area = layout.area(of: focus) {
                canvas.frame.selection = Position(column: area.column, row: area.row)
            }
        }
        renderStatusLine(&canvas)
        if let panel { render(panel, &canvas) }
        return canvas.frame
    }

    private func renderTopLine(_ canvas: inout Canvas) {
        canvas.fill(Rectangle(column: 0, row: 0, columns: size.columns, rows: 1), .topLine)
        guard let container else {
            canvas.write(" sandglass", column: 0, row: 0, columns: size.columns, .topLine)
            renderNotice(&canvas)
            return
        }
        let app = container.app
        let right = topLineNotice
        let dot = " \(Character(glyphs.dot)) "
        let appName = app.name ?? app.executable
        var title = container.title
        if let version = app.version { title += " \(version)" }
        let room = size.columns - right.count - 1
        func text(_ title: DisplayText, _ about: [DisplayText]) -> DisplayText {
            about.reduce(DisplayText(" ") + title) {
                $0 + DisplayText($0 == DisplayText(" ") + title ? "   " : dot) + $1
            }
        }
        let name = DisplayText(title, ascii: isASCII)
        let state = stateTexts.map { DisplayText($0) }
        let kind = container.kind == .data ? [] : [DisplayText(container.kind.title)]
        let origin = [DisplayText(container.origin, ascii: isASCII)]
        let identifier = [appName == nil ? nil : app.identifier].compactMap(\.self)
            .map { DisplayText($0, ascii: isASCII) }
        // Where there is not enough room, the state of app and device outlives what names the container.
        let rest = kind + origin + state
        let left = room - text(name, rest).width - dot.count
        let short = identifier.map { $0.truncated(to: left, ellipsis: glyphs.ellipsis) }
        // Most often the first form fits: the others are not made then.
        let forms: [() -> DisplayText?] = [
            { text(name, identifier + rest) },
            { left >= Self.columnsForIdentifier ? text(name, short + rest) : nil },
            { text(name, rest) }, { text(name, kind + state) }, { text(name, state) },
            { text(name, Array(state.dropFirst())) },
        ]
        let whole =
            forms.lazy.compactMap { $0() }.first { $0.width <= room }
            ?? text(name.truncated(to: room - text(.empty, state).width, ellipsis: glyphs.ellipsis), state)
        canvas.write(whole.truncated(to: room, ellipsis: glyphs.ellipsis), column: 0, row: 0, columns: room, .topLine)
        renderNotice(&canvas)
    }

    /// An identifier cut to fewer columns than this tells nothing.
    private static let columnsForIdentifier = 12

    /// The state of the app, and what is unusual about the device's.
    private var stateTexts: [String] {
        var texts = [device.isAppRunning ? "running" : "not running"]
        if device.lock != .unlocked { texts.append(device.lock == .locked ? "locked" : "not unlocked yet") }
        if device.isStorageLow { texts.append("low storage") }
        return texts
    }

    private static let columnsForActor = 40

    /// The text at the right end of the top line: its warnings, and the actor except in the viewer.
    var topLineNotice: String {
        var parts = topLineWarnings
        // The narrowest screens only have room for a warning.
        if size.columns >= Self.columnsForActor, container != nil, viewer == nil {
            parts.append("\(size.columns >= 60 ? "acting as" : "as") \(actor.rawValue)")
        }
        return parts.map { $0 + " " }.joined(separator: "\(Character(glyphs.dot)) ")
    }

    private var failureText: String {
        "\(tasks.unseenCount) failed, \(key(viewer == nil ? "tasks" : "viewer-tasks"))"
    }

    /// Where the top line counts failures, if there are any.
    var failureNotice: Rectangle {
        Rectangle(column: size.columns - topLineNotice.count, row: 0, columns: failureText.count, rows: 1)
    }

    /// What the top line says everywhere: failures that the user has not seen, read-only mode, and a warning while the
    /// cover is disabled.
    var topLineWarnings: [String] {
        [
            tasks.unseenCount == 0 ? nil : failureText,
            lifecycle.options.coversScreen ? nil : "no cover", isReadOnly ? "read-only" : nil,
            isChoosing ? "\(key("choose")) chooses" : nil,
        ].compactMap(\.self)
    }

    func renderNotice(_ canvas: inout Canvas) {
        let notice = topLineNotice
        let isWarning = actor == .owner && viewer == nil || !topLineWarnings.isEmpty
        canvas.write(
            notice, column: size.columns - notice.count, row: 0, columns: notice.count,
            isWarning ? .topLineWarning : .topLine)
    }

    /// Draws a title above each pane; the title of the pane with the focus is part of the bar.
    private func renderTitles(_ canvas: inout Canvas, _ layout: Layout, _ row: Int) {
        for pane in panes {
            guard let area = layout.area(of: pane) else { continue }
            let hasFocus = pane == focus
            let role: Role = hasFocus ? .topLine : .dimmed
            canvas.fill(
                Rectangle(column: area.column, row: row, columns: area.columns, rows: 1), hasFocus ? role : .text)
            let head = head(of: pane, area)
            let note = pane == .places && showsBackup ? area.columns >= 40 ? "backed-up sizes" : "backed up" : ""
            let end = head?.start ?? area.endColumn - note.count
            let room = end - area.column - 1
            let mark = DisplayText(hasFocus ? "\(Character(glyphs.unfolded)) " : "  ")
            let text = mark + title(of: pane, columns: room - mark.width)
            canvas.write(
                text.truncated(to: room, keeping: .bothEnds, ellipsis: glyphs.ellipsis),
                column: area.column,
                row: row, columns: room, role)
            canvas.write(note, column: end, row: row, columns: note.count, role)
            for part in head?.parts ?? [] {
                canvas.write(part.text, column: part.column, row: row, columns: part.text.count, role)
            }
        }
    }

    private func title(of pane: Pane, columns: Int) -> DisplayText {
        switch pane {
        case .places: return DisplayText("Places")
        case .listing:
            guard let listing else { return .empty }
            let name = listing.path.isRoot ? DisplayText("Container") : display(listing.path.bytes)
            guard listing.isFlat else { return name }
            let forms: [DisplayText]
            if let question = listing.reach.question {
                let quoted = text("“") + display(question.text.utf8) + text("”")
                forms = [name + text(", with ") + quoted, text("with ") + quoted, quoted]
            } else {
                forms = [name + DisplayText(", everything below"), name + DisplayText(", below"), name]
            }
            // Without room for all of it, what is left reads as a whole.
            return forms.first { $0.width <= columns } ?? forms.last ?? name
        case .details:
            // The lines that name the file are scrolled out of view.
            let name = detailsTop > 0 ? currentItem?.name ?? [] : []
            return name.isEmpty ? DisplayText("Details") : display(name)
        case .computer:
            let path = display(computer?.location.shown ?? [])
            if let beside {
                let name = display(beside.title.utf8)
                return computer?.path.isRoot == false ? name + DisplayText(": ") + path : name
            }
            let whole = DisplayText("This computer: ") + path
            // The end of a path tells more than its beginning.
            return whole.width <= columns
                ? whole : path.truncated(to: columns, keeping: .end, ellipsis: glyphs.ellipsis)
        }
    }

    private func renderStatusLine(_ canvas: inout Canvas) {
        let row = size.rows - 1
        canvas.fill(Rectangle(column: 0, row: row, columns: size.columns, rows: 1), .statusLine)
        if let prompt { return render(prompt, &canvas, row: row) }
        let selected = renderSelection(&canvas, row: row)
        if let message {
            return render(message, &canvas, columns: selected - (selected < size.columns ? 1 : 0))
        }
        if renderContinuations(&canvas) { return }
        let pending = !pendingKeys.isEmpty || pendingMark != nil || pendingCount != nil ? pendingHint : ""
        let hints = hintLine
        let hintsStart = hints.parts.first?.column ?? selected - pending.count
        // At least two blanks before and after the text in the middle.
        let end = hintsStart - (hintsStart == selected ? 1 : 2)
        let running = tasks.running
        let position = selected >= 40 && panel == nil && (running == nil || size.columns >= 120) ? positionText : ""
        // Keys that are pending may leave no room for it.
        let middle = position.count <= end ? position : ""
        let middleColumn = max(0, end - middle.count)
        let room = max(0, middleColumn - (middle.isEmpty ? 1 : 3))
        let whole = running.map { DisplayText(progressText($0, columns: room), ascii: isASCII) }
        let path = (whole ?? (viewer == nil ? display(currentItem?.shown ?? []) : .empty)).truncated(
            to: room, keeping: whole == nil ? .end : .start, ellipsis: glyphs.ellipsis)
        canvas.write(path, column: 1, row: row, columns: room, .statusLine)
        canvas.write(middle, column: middleColumn, row: row, columns: middle.count, .statusLine)
        canvas.write(pending, column: max(0, hintsStart), row: row, columns: pending.count, .statusLine)
        canvas.write(hints, .statusLine, keys: .statusLine)
    }

    /// The keys that a new user has to know, at the right end of the status line while nothing else is shown there.
    /// Panels have hints of their own.
    var hintLine: HintLine {
        let isShown =
            selection.isEmpty && panel == nil && prompt == nil && message == nil
            && pendingKeys.isEmpty && pendingMark == nil && pendingCount == nil
        let scrolls = focus == .details && details.count > paneRows ? [hint("down", "up", "scroll")] : []
        // Where there is no room for all, the one that leads to the others is left.
        let help = hint(viewer == nil ? "help" : "viewer-help", "help")
        let wanted = viewer == nil ? scrolls + firstHints : viewerHints
        let all = (size.columns < 70 ? [help] : wanted).compactMap(\.self)
        let hints = isShown && size.columns >= 40 ? all : []
        let width = HintLine.width(of: hints, gap: 2)
        return HintLine(hints, row: size.rows - 1, columns: size.columns - width - 1..<size.columns, gap: 2)
    }

    /// Draws the size of the selection at the right end of the status line.
    /// - Returns: The number of columns left.
    private func renderSelection(_ canvas: inout Canvas, row: Int) -> Int {
        guard !selection.isEmpty else { return size.columns }
        let whole = " \(Character(glyphs.selected)) \(selectionText) "
        let text = whole.count <= size.columns / 2 ? whole : " \(Character(glyphs.selected))\(selection.count) "
        canvas.write(text, column: size.columns - text.count, row: row, columns: text.count, .selected)
        return size.columns - text.count
    }

    /// The item of the container that the rules are applied to.
    var currentPath: ContainerPath? {
        if focus == .places { return places.currentPath }
        guard let listing else { return nil }
        return listing.current.flatMap { listing.path(of: $0) } ?? listing.path
    }

    /// The item that the status line names.
    var currentItem: ItemAddress? {
        guard focus == .computer else { return currentPath.map { containerItem($0) } }
        guard let computer else { return nil }
        return computer.current.flatMap { computer.item(of: $0) } ?? computer.location
    }

    private var positionText: String {
        guard viewer == nil else { return viewerPosition }
        let filter = self[filterOf: side]
        let showsBackup = showsBackup && hasContainer(side)
        guard let listing = self[side], listing.failure == nil, listing.refusal == nil else { return "" }
        let count = listing.stage == .complete ? listing.order.count : listing.entries.count
        guard count > 0 else {
            if listing.stage != .complete { return "reading" }
            guard !listing.entries.isEmpty else { return "empty" }
            let all = ByteCount.grouped(UInt64(listing.entries.count))
            return filter.text.isEmpty
                ? "0 of \(all) shown" : "0 of \(all) \(Character(glyphs.dot)) \(filterText(filter))"
        }
        var text = "\(listing.cursor + 1) of \(ByteCount.grouped(UInt64(count)))"
        switch listing.stage {
        case .reading: text += " so far, reading"
        case .sorting: text += ", sorting"
        case .complete: break
        }
        // Where there is little room, the name of the item matters more.
        guard size.columns >= 70 || showsBackup || !filter.text.isEmpty else { return text }
        // The sum covers all entries, so it is not shown with a filter.
        if showsBackup {
            let backup =
                listing.backup.map { ByteCount.short($0.total) + " backed up" } ?? "reading backup rules"
            text += " \(Character(glyphs.dot)) \(backup)"
        } else if let metadata = listing.metadata, metadata.totalSize > 0, filter.text.isEmpty {
            text += " \(Character(glyphs.dot)) \(ByteCount.short(metadata.totalSize)) in files"
        }
        let hidden = listing.entries.count - listing.order.count
        if hidden > 0, listing.stage == .complete, filter.text.isEmpty {
            text += " \(Character(glyphs.dot)) \(ByteCount.grouped(UInt64(hidden))) hidden"
        }
        if !filter.text.isEmpty {
            text += " \(Character(glyphs.dot)) \(filterText(filter))"
            if size.columns >= 100 { text += ", \(key("clear")) clears it" }
        }
        return text
    }

    /// Returns the filter of a listing, with what it is for.
    private func filterText(_ filter: ListingFilter) -> String {
        "\(filter.matchesPaths ? "find" : "filter"): \(display(filter.text))"
    }

    private var pendingHint: String {
        if pendingMark != nil { return "a letter for the mark " }
        if let pendingCount, pendingKeys.isEmpty { return "\(pendingCount) \(pendingCount == 1 ? "time" : "times") " }
        return "\(KeySequence(pendingKeys)) then \(continuations.flatMap(\.keys).map(\.text).joined(separator: " ")) "
    }

    /// Draws what each key would do that can follow the pressed keys.
    /// - Returns: false if no keys are pending, or if there is not enough room.
    private func renderContinuations(_ canvas: inout Canvas) -> Bool {
        let lines = continuationLines
        guard let first = lines.first else { return false }
        canvas.fill(
            Rectangle(column: 0, row: first.row, columns: size.columns, rows: lines.count), .statusLine)
        let lead = continuationLead
        canvas.write(lead, column: 0, row: first.row, columns: lead.count, .statusLine)
        for line in lines { canvas.write(line, .statusLine, keys: .statusLine) }
        return true
    }

    /// The pressed keys that others can follow.
    private var continuationLead: String {
        let count = pendingCount.map { "\($0) " } ?? ""
        return pendingKeys.isEmpty ? " mark" : " \(count)\(KeySequence(pendingKeys))"
    }

    /// What each key would do that can follow the pressed keys, in as many lines at the bottom as needed; empty if no
    /// keys are pending, or if there is not enough room.
    var continuationLines: [HintLine] {
        guard panel == nil, prompt == nil, message == nil, !pendingKeys.isEmpty || pendingMark == .goTo else {
            return []
        }
        let hints = pendingKeys.isEmpty ? marksByLetter : continuations
        var lines: [[KeyHint]] = [[]]
        var used = continuationLead.count
        for hint in hints {
            if used + 2 + hint.width >= size.columns {
                lines.append([])
                used = 2
            }
            lines[lines.count - 1].append(hint)
            used += 2 + hint.width
        }
        guard !hints.isEmpty, lines.count <= max(1, size.rows / 4), hints.allSatisfy({ $0.width + 4 < size.columns })
        else { return [] }
        let top = size.rows - lines.count
        return lines.enumerated().map { index, hints in
            let column = index == 0 ? continuationLead.count + 2 : 4
            return HintLine(hints, row: top + index, columns: column..<size.columns, gap: 2)
        }
    }

    /// The letters of the marks, and where they lead.
    private var marksByLetter: [KeyHint] {
        let before = history.beforeJump.map { [("'" as Unicode.Scalar, $0.path)] } ?? []
        return (marks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } + before).map { letter, path in
            KeyHint(
                sequences: [KeySequence([.character(letter)])],
                path.isRoot ? "Container" : display(path.bytes).description)
        }
    }

    /// The keys that can follow the pressed keys, and what they do.
    private var continuations: [KeyHint] {
        Action.current(self).flatMap { action in keys(of: action).map { (keys: $0.keys, title: action.title) } }
            .filter { $0.keys.starts(with: pendingKeys) && $0.keys.count > pendingKeys.count }
            .map { KeyHint(sequences: [KeySequence(Array($0.keys.dropFirst(pendingKeys.count)))], $0.title) }
    }
}
