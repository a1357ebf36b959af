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
        let app = container.app
        let right = topLineNotice
        let room = screen.size.columns - right.count - 1
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
            return TopLine(
                left: joined(groups, by: DisplayText("   ")), state: joined(Array(states.dropFirst(state)), by: dot))
        }
        // Most often the first form fits: the others are not made then. The state of the device, if it is unusual,
        // outlives what names the container, and the place all of them.
        let forms: [() -> TopLine] = [
            { line(long, name, identifier + kind + origin) }, { line(long, name, kind + origin) },
            { line(long, name, kind) }, { line(short, name, kind) }, { line(short, name, []) },
            { line(short, bare, []) }, { line(short, bare, [], at: 1) }, { line(short, nil, []) },
            { line(short, nil, [], at: 1) },
        ]
        let minimum = line(nil, nil, [], at: 1)
        let whole =
            forms.lazy.map { $0() }.first { $0.width <= room }
            ?? TopLine(left: screen.cutAtSlashes(short ?? .empty, to: room - minimum.width), state: minimum.state)
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

    /// The texts of the top line, without its notice.
    private struct TopLine {
        let left: DisplayText
        let state: DisplayText

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
        if screen.size.columns >= Self.columnsForActor, container != nil, viewer == nil {
            parts.append("\(screen.size.columns >= 60 ? "acting as" : "as") \(requester.actor.rawValue)")
        }
        return parts.map { $0 + " " }.joined(separator: "\(Character(screen.glyphs.dot)) ")
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
}
