import Bundles
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Previews
import Screen

/// The right pane: the facts and contents of the item under the cursor.
extension BrowserState {
    /// Returns the lines about an item, wrapped: what the item is, the rights in words, the contents of a file or the
    /// purpose of a directory, then the facts, and last what holds for the whole place.
    func detailLines(of explanation: Explanation, columns: Int) -> [DetailLine] {
        headLines(of: explanation, columns: columns) + rightsLines(of: explanation, columns: columns)
            + contentLines(of: explanation, columns: columns) + [.rule]
            + shown(explanation.factLines + explanation.denialLines + explanation.adviceLines, columns: columns)
    }

    /// Returns the lines of the right pane.
    ///
    /// Where there is room, the contents begin in the same row for all items, and the facts stand at the bottom, below
    /// what holds for the whole place: for neighbours most of it is the same, and what stays in its place need not be
    /// read, or sent, again.
    func paneLines(of explanation: Explanation, columns: Int, rows: Int) -> [DetailLine] {
        let head = headLines(of: explanation, columns: columns)
        let rights = rightsLines(of: explanation, columns: columns)
        let contents = contentLines(of: explanation, columns: columns)
        let facts = shown(explanation.factLines, columns: columns)
        let advice = shown(explanation.denialLines + explanation.briefAdviceLines, columns: columns)
        let empty = DetailLine.text(PreviewLine([]))
        let spare = rows - head.count - rights.count - contents.count - advice.count - facts.count
        // At least one empty line separates the contents from the rest; otherwise a rule does.
        guard spare > 0 else { return head + rights + contents + [.rule] + facts + advice }
        let second = rights.count == 1 && spare > 1 ? [empty] : []
        let gap = Array(repeating: empty, count: spare - second.count)
        return head + rights + second + contents + gap + advice + facts
    }

    private func shown(_ lines: [Explanation.Line], columns: Int) -> [DetailLine] {
        lines.flatMap { detailLines($0, columns: columns) }
    }

    private func headLines(of explanation: Explanation, columns: Int) -> [DetailLine] {
        shown(explanation.headLines, columns: columns)
    }

    private func rightsLines(of explanation: Explanation, columns: Int) -> [DetailLine] {
        badgeLines(of: explanation, columns: columns) + bundleLines(of: explanation, columns: columns)
    }

    /// The preview of a file, or the purpose of a directory, below a rule.
    private func contentLines(of explanation: Explanation, columns: Int) -> [DetailLine] {
        let isPreviewed =
            details.preview.subject.map { $0.status.kind == .file || !details.preview.lines.isEmpty } ?? false
        let findings = shown(explanation.findingLines, columns: columns)
        // Without a preview, findings stand in its place, and otherwise the purpose.
        return isPreviewed
            ? findings + [.rule] + details.preview.lines.map { .text($0) }
            : [.rule] + (findings.isEmpty ? shown([explanation.purposeLine], columns: columns) : findings)
    }

    private func detailLines(_ line: Explanation.Line, columns: Int) -> [DetailLine] {
        guard line.kind != .rule else { return [.rule] }
        let lines = shown(line).wrapped(to: columns)
        return lines.enumerated().map { offset, text in
            guard offset == 0, case .column(let right, let isGranted) = line.kind else {
                return .text(PreviewLine(text, Role(line.kind)))
            }
            let mark = isGranted ? PreviewLine.Span(text.prefix(1), Role(right)) : sign(screen.glyphs.dot, .badgeNone)
            return .text(PreviewLine([mark, PreviewLine.Span(text.suffix(text.width - 1), .text)]))
        }
    }

    /// Returns a line of an explanation, with glyphs that the terminal has.
    func shown(_ line: Explanation.Line) -> DisplayText {
        line.isName ? screen.display(line.text) : screen.text(String(decoding: line.text, as: UTF8.self))
    }

    /// The four columns and the flags, each with its word.
    private func badgeLines(of explanation: Explanation, columns: Int) -> [DetailLine] {
        var groups = explanation.columns.map { column in
            let word = column.right.word
            if !explanation.badges.isApplicable(column.right) {
                return [sign("-", .badgeNone), words(" no \(word)", .dimmed)]
            }
            guard column.isGranted else { return [sign(screen.glyphs.dot, .badgeNone), words(" no \(word)", .dimmed)] }
            return [words(String(column.letter), Role(column.right)), words(" \(word)", .text)]
        }
        let seal = container(on: panes.side).flatMap { findings.sealStatus(of: explanation.subject.path, in: $0.root) }
        groups += screen.glyphs.flags(explanation.badges, seal: seal).map {
            [sign($0.glyph, $0.role), words(" \($0.meaning)", .text)]
        }
        if explanation.subject.facts?.hasLostExclusion == true {
            groups.append([words("lost its exclusion from backups", .warning)])
        }
        if requester.state.lock != .unlocked, explanation.badges.flags.contains(.protectionUnknown) {
            groups.append([words("protection class unknown while locked", .warning)])
        }
        var lines: [[PreviewLine.Span]] = []
        for group in groups {
            let width = PreviewLine(group).width
            if let last = lines.last, PreviewLine(last).width + 2 + width <= columns {
                lines[lines.count - 1] += [words("  ", .text)] + group
            } else {
                lines.append(group)
            }
        }
        return lines.map { .text(PreviewLine($0)) }
    }

    /// The known facts about an item of a bundle: its purpose, and whether it has changed since it was signed.
    private func bundleLines(of explanation: Explanation, columns: Int) -> [DetailLine] {
        guard let root = container(on: panes.side)?.root, let bundle = findings.seals[root] else { return [] }
        let path = explanation.subject.path
        func lines(_ sentences: [String], _ role: Role) -> [DetailLine] {
            sentences.flatMap { screen.text($0).wrapped(to: columns) }.map { .text(PreviewLine($0, role)) }
        }
        let isDirectory = explanation.subject.kind == .directory
        let purpose = bundle.roles?.sentence(about: path, isDirectory: isDirectory).map { [$0] } ?? []
        let isBroken = bundle.marks?.status(of: path)?.isBroken == true
        return lines(purpose, .text) + lines(bundle.marks?.sentences(about: path) ?? [], isBroken ? .warning : .dimmed)
    }

    private func sign(_ glyph: Unicode.Scalar, _ role: Role) -> PreviewLine.Span {
        words(String(Character(glyph)), role)
    }

    private func words(_ text: String, _ role: Role) -> PreviewLine.Span {
        PreviewLine.Span(self.screen.text(text), role)
    }

    /// The explanation of the item under the cursor; nil on this computer, which has no rules.
    var explanation: Explanation? {
        guard let container = container(on: panes.side), let subject else { return nil }
        return Explanation(of: subject, in: container, as: requester.actor, state: requester.state)
    }

    /// The item that the right pane describes.
    var subject: Explanation.Subject? {
        let listing = panes[panes.side]
        if panes.focus != .places, let listing, let entry = listing.current, let path = listing.path(of: entry) {
            return Explanation.Subject(
                path: path,
                kind: listing.kind(of: entry),
                facts: listing.facts[entry],
                signature: details.preview.subject?.file == ItemAddress(listing.root, path)
                    ? details.preview.signature : nil,
                covering: listing.covering(of: entry),
                total: listing.kind(of: entry) == .directory ? totals(on: panes.side)[path] : nil
            )
        }
        guard let path = panes.focus == .places ? panes.places.currentPath : listing?.path else { return nil }
        guard panes.side == .container else {
            return Explanation.Subject(
                path: path, kind: .directory, facts: listing?.directory, covering: listing?.covering ?? [],
                total: totals(on: panes.side)[path])
        }
        let node = panes.places.node(at: path)
        let isShown = path == listing?.path
        return Explanation.Subject(
            path: path,
            kind: node?.fault ?? .directory,
            facts: isShown ? listing?.directory : nil,
            covering: isShown ? listing?.covering ?? [] : [],
            isAbsent: isAbsentPlace(path),
            total: isHidden(path) ? nil : totals(on: .container)[path]
        )
    }

    /// Whether a directory of the table of places is not there.
    func isAbsentPlace(_ path: ContainerPath) -> Bool {
        if let node = panes.places.node(at: path) { return node.isAbsent }
        guard let container, let listing = panes.listing, listing.path == path, listing.failure?.code == .notFound
        else { return false }
        let type = RuleBook.standard.typeIfAbsent(
            path, in: container.kind, bundleIdentifier: container.app.identifier)
        return type == .directory
    }

    func renderDetails(_ canvas: inout Canvas, _ area: Rectangle) {
        let below = details.lines.count - details.top - area.rows
        // The last row says how much is below, unless it is the only one.
        let rows = below > 0 && area.rows > 1 ? area.rows - 1 : area.rows
        if rows < area.rows {
            canvas.write(
                "\(below + 1) more lines below", column: area.column + 1, row: area.endRow - 1,
                columns: area.columns - 1, .dimmed)
        }
        for offset in 0..<rows where details.lines.indices.contains(details.top + offset) {
            let row = area.row + offset
            switch details.lines[details.top + offset] {
            case .rule:
                for column in area.column..<area.endColumn {
                    canvas.put(screen.glyphs.horizontal, column: column, row: row, .separator)
                }
            case .text(let line):
                var column = area.column + 1
                for span in line.spans where column < area.endColumn {
                    column += canvas.write(span, column: column, row: row, columns: area.endColumn - column)
                }
                for mark in line.marks {
                    let columns = mark.clamped(to: 0..<max(0, area.columns - 1))
                    let place = Rectangle(
                        column: area.column + 1 + columns.lowerBound, row: row, columns: columns.count, rows: 1)
                    canvas.highlight(place, .match)
                }
            }
        }
    }
}

/// A line of the right pane, at most as wide as the pane.
enum DetailLine: Sendable {
    /// A horizontal rule.
    case rule
    case text(PreviewLine)
}

extension Role {
    /// Creates the role for a kind of explanation line.
    init(_ kind: Explanation.Line.Kind) {
        switch kind {
        case .heading: self = .heading
        case .text, .column: self = .text
        case .dimmed: self = .dimmed
        case .warning: self = .warning
        case .rule: self = .separator
        }
    }
}
