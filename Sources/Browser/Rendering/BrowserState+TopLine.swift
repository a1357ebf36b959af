import AppLifecycle
import ContainerModel
import ContainerStore
import FileSharing
import Screen
import Search

/// The top line: the app, the place, the container, and what is unusual.
extension BrowserState {
    func renderTopLine(_ canvas: inout Canvas) {
        canvas.fill(Rectangle(column: 0, row: 0, columns: screen.size.columns, rows: 1), .topLine)
        guard let container else {
            canvas.write(" sandglass", column: 0, row: 0, columns: screen.size.columns, .topLine)
            renderNotice(&canvas)
            return
        }
        let room = screen.size.columns - topLineNotice.count - 1
        let whole = topLine(of: container, columns: room)
        canvas.write(
            whole.left.truncated(to: room - 1, ellipsis: screen.glyphs.ellipsis), column: 1, row: 0,
            columns: room - 1, .topLine)
        // Blanks set the state apart from the actor.
        let start = room - whole.state.width - 2
        if start > whole.left.width + 1 {
            canvas.write(whole.state, column: start, row: 0, columns: room - start, .topLine)
        }
        renderNotice(&canvas)
    }

    /// Returns the texts of the top line, as long as there is room for them beside the notice.
    private func topLine(of container: ContainerDescription, columns room: Int) -> TopLine {
        let app = container.app
        let dot = DisplayText(" \(Character(screen.glyphs.dot)) ")
        let bare = DisplayText(container.title, ascii: screen.isASCII)
        let name = app.version.map { bare + DisplayText(" \($0)", ascii: screen.isASCII) } ?? bare
        let kind = container.kind == .data ? [] : [DisplayText(container.kind.title)]
        let origin = [DisplayText(container.origin, ascii: screen.isASCII)]
        let identifier = [(app.name ?? app.executable) == nil ? nil : app.identifier].compactMap(\.self)
            .map { DisplayText($0, ascii: screen.isASCII) }
        let states = stateTexts.map { DisplayText($0) }
        let titles = panesView.listingTitles
        let (long, short) = (titles.first, titles.last)
        /// Returns a line of groups, the state of app and device at its right end.
        func line(
            _ place: DisplayText?, _ name: DisplayText?, _ about: [DisplayText], at state: Int = 0
        ) -> TopLine {
            let groups = [name, place, about.isEmpty ? nil : joined(about, by: dot)].compactMap(\.self)
            let start = 1 + (name.map { $0.width + Self.gap.width } ?? 0)
            let end = 1 + (name?.width ?? 0)
            return TopLine(
                left: joined(groups, by: Self.gap), state: joined(Array(states.dropFirst(state)), by: dot),
                name: 1..<end,
                place: start..<start + (place?.width ?? 0))
        }
        // Most often the first form fits: the others are not made then. The state of the device, if it is unusual,
        // outlives what names the container, and the place all of them.
        let forms: [() -> TopLine] = [
            { line(long, name, identifier + kind + origin) }, { line(long, name, kind + origin) },
            { line(long, name, kind) }, { line(short, name, kind) }, { line(short, name, []) },
            { line(short, bare, []) }, { line(short, bare, [], at: 1) }, { line(short, nil, []) },
            { line(short, nil, [], at: 1) },
        ]
        if let form = forms.lazy.map({ $0() }).first(where: { $0.width <= room }) { return form }
        let minimum = line(nil, nil, [], at: 1)
        let cut = screen.cutAtSlashes(short ?? .empty, to: room - minimum.width)
        return TopLine(left: cut, state: minimum.state, name: 1..<1, place: 1..<1 + cut.width)
    }

    /// What stands between the parts of the top line.
    private static let gap = DisplayText("   ")

    /// The texts of the top line, without its notice.
    private struct TopLine {
        let left: DisplayText
        let state: DisplayText
        /// The columns of the container's name.
        let name: Range<Int>
        /// The columns of the place.
        let place: Range<Int>

        /// The columns, with a blank before the text, two before the state, and two between it and the notice.
        var width: Int { 1 + left.width + 2 + state.width + 2 }
    }

    private func joined(_ texts: [DisplayText], by separator: DisplayText) -> DisplayText {
        texts.dropFirst().reduce(texts.first ?? .empty) { $0 + separator + $1 }
    }

    /// The state of the app, and what is unusual about the device's.
    private var stateTexts: [String] {
        var texts = [requester.state.isAppRunning ? "running" : "not running"]
        if requester.state.lock != .unlocked {
            texts.append(requester.state.lock == .locked ? "locked" : "not unlocked yet")
        }
        if requester.state.isStorageLow { texts.append("low storage") }
        return texts
    }

    private static let columnsForActor = 40
    private static let columnsForAudit = 80

    /// The text at the right end of the top line: its warnings, and except in the viewer what the audit has counted, and
    /// the actor.
    var topLineNotice: String {
        var parts = topLineWarnings
        if let auditText { parts.append(auditText) }
        // The narrowest screens only have room for a warning.
        if let actorText { parts.append(actorText) }
        return parts.map { $0 + " " }.joined(separator: "\(Character(screen.glyphs.dot)) ")
    }

    /// Who acts; nil in the viewer, and where there is no room.
    private var actorText: String? {
        guard screen.size.columns >= Self.columnsForActor, container != nil, viewer == nil else { return nil }
        return "acting as \(requester.actor.rawValue)"
    }

    /// What the audit has counted; nil before it has run, in the viewer, and where there is no room.
    private var auditText: String? {
        guard screen.size.columns >= Self.columnsForAudit, container != nil, viewer == nil else { return nil }
        return findings.audit.summary
    }

    /// Where the top line says what the audit has counted; nil if it does not.
    var auditNotice: Rectangle? {
        guard let auditText else { return nil }
        // Each part before it is followed by a blank and a dot.
        let before = topLineWarnings.reduce(0) { $0 + $1.count + 2 }
        return Rectangle(
            column: screen.size.columns - topLineNotice.count + before, row: 0, columns: auditText.count, rows: 1)
    }

    /// The number of failures, and the key that lists them; narrower screens have fewer words for it.
    private var failureText: String {
        let (count, columns) = (tasks.unseenCount, screen.size.columns)
        let key = keys.key(viewer == nil ? "tasks" : "viewer-tasks")
        guard columns >= 60 else { return "\(count) failed (\(key))" }
        let what = "\(Pluralized.some(count, "task")) failed"
        return columns < 100 ? "\(what) (\(key))" : "\(what) (\(key) shows \(count == 1 ? "it" : "them"))"
    }

    /// Where the top line counts failures, if there are any.
    var failureNotice: Rectangle {
        Rectangle(column: screen.size.columns - topLineNotice.count, row: 0, columns: failureText.count, rows: 1)
    }

    /// What the top line says everywhere: failures that the user has not seen, read-only mode, and a warning while the
    /// cover is disabled.
    var topLineWarnings: [String] {
        [
            tasks.unseenCount == 0 ? nil : failureText,
            lifecycle.options.coversScreen ? nil : "no cover", options.isReadOnly ? "read-only" : nil,
            options.isChoosing ? "\(keys.key("choose")) chooses" : nil,
        ].compactMap(\.self)
    }

    func renderNotice(_ canvas: inout Canvas) {
        let notice = topLineNotice
        let isWarning = requester.actor == .owner && viewer == nil || !topLineWarnings.isEmpty
        canvas.write(
            notice, column: screen.size.columns - notice.count, row: 0, columns: notice.count,
            isWarning ? .topLineWarning : .topLine)
    }

    /// Handles a click in the top line: on a directory of the path it goes there, and on the container's name, on who
    /// acts, or on the state of the device, it shows what to choose from.
    /// - Returns: nil where there is nothing of that.
    mutating func clickInTopLine(at position: Position) -> [BrowserEffect]? {
        guard position.row == 0, viewer == nil, let container else { return nil }
        let columns = screen.size.columns
        if let actorText, (columns - 1 - actorText.count..<columns - 1).contains(position.column) {
            return Action.named("act-as")?.perform(&self)
        }
        let room = columns - topLineNotice.count - 1
        let line = topLine(of: container, columns: room)
        let state = room - line.state.width - 2
        if state > line.left.width + 1, (state..<state + line.state.width).contains(position.column) {
            return Action.named("device-state")?.perform(&self)
        }
        if line.name.contains(position.column), position.column < room {
            return Action.named("containers")?.perform(&self)
        }
        guard position.column < room, let target = place(in: line, at: position.column) else { return nil }
        return browse { $0.goToPlace(target.directory, entry: target.entry, &$1) }
    }

    /// Returns the directory that a column of the top line names, and the entry of it that leads to the one shown.
    private func place(in line: TopLine, at column: Int) -> (directory: ContainerPath, entry: [UInt8]?)? {
        guard let shown = panes.listing, !shown.isFlat, !shown.path.isRoot, line.place.contains(column) else {
            return nil
        }
        // From its end, because the beginning of a long path is cut.
        var (end, current) = (line.place.upperBound, shown.path)
        var inside: [UInt8]?
        while let name = current.lastComponent, column < end - screen.display(name).width {
            end -= screen.display(name).width + 1
            inside = Array(name)
            current = current.parent ?? .root
        }
        return inside.map { (current, $0) }
    }
}
