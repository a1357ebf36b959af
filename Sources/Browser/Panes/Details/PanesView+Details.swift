import Bundles
import ContainerModel
import ContainerStore
import FileSharing
import FileTree
import Inspection
import Previews
import Screen

/// Drawing the right pane: the facts and contents of the item under the cursor.
extension PanesView {
    /// Returns the lines about an item, wrapped: what the item is, the rights in words, the contents of a file or the
    /// purpose of a directory, then the facts, and last what holds for the whole place.
    func detailLines(of explanation: Explanation, columns: Int) -> [DetailLine] {
        headLines(of: explanation, columns: columns) + rightsLines(of: explanation, columns: columns)
            + contentLines(of: explanation, columns: columns) + [.rule]
            + shown(explanation.factLines + explanation.denialLines + explanation.adviceLines, columns: columns)
    }

    /// Returns the lines of the right pane: the facts together under the name, then the contents, and last what holds for
    /// the whole place. In a low pane, where facts would take more than a third of it, the contents come before them.
    private func paneLines(of explanation: Explanation, columns: Int, rows: Int) -> [DetailLine] {
        let head = headLines(of: explanation, columns: columns)
        let facts = shown(explanation.factLines, columns: columns)
        let rights = rightsLines(of: explanation, columns: columns)
        let contents = contentLines(of: explanation, columns: columns)
        let advice = shown(explanation.denialLines + explanation.briefAdviceLines, columns: columns)
        let isLow = (head.count + facts.count + rights.count) * 3 > rows
        let rest = isLow ? facts + advice : advice
        return head + (isLow ? [] : facts) + rights + contents + (rest.isEmpty ? [] : [.rule] + rest)
    }

    /// Returns the rows that a pane of a number of rows keeps for what is said above a picture.
    static func rowsAbovePicture(of rows: Int) -> Int { rows < 18 ? 8 : 12 }

    /// Returns the lines of the right pane for the item under the cursor.
    func lines(of explanation: Explanation?, columns: Int, rows: Int) -> [DetailLine] {
        explanation.map { paneLines(of: $0, columns: columns, rows: rows) } ?? otherLines(columns: columns)
    }

    /// What the right pane says of another container under the cursor.
    private func otherLines(columns: Int) -> [DetailLine] {
        guard panes.focus == .places, let other = panes.places.current?.container else { return [] }
        let lines: [(DisplayText, Role)] = [
            (title(of: other), .heading), (DisplayText(other.detail), .text),
            (screen.display(ReservedPath.shown(other.hostPath.bytes)), .dimmed),
            (screen.text("\(keys.key("enter")) opens it in this tree"), .dimmed),
        ]
        return lines.flatMap { text, role in text.wrapped(to: columns).map { .text(PreviewLine($0, role)) } }
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

    /// The preview of a file, or the purpose of a directory and its children, below a rule.
    private func contentLines(of explanation: Explanation, columns: Int) -> [DetailLine] {
        let preview = panes.details.preview
        let isList = preview.subject?.listsHidden != nil
        let isPreviewed =
            preview.subject.map { $0.status.kind == .file || !isList && !preview.lines.isEmpty } ?? false
        let findings = shown(explanation.findingLines, columns: columns)
        let children = isList ? preview.lines.map { DetailLine.text($0) } : []
        // Without a preview, findings stand in its place, and otherwise the purpose.
        return isPreviewed
            ? findings + [.rule] + preview.lines.map { .text($0) }
            : [.rule] + (findings.isEmpty ? shown([explanation.purposeLine], columns: columns) : findings)
                + (children.isEmpty ? [] : [.rule] + children)
    }

    private func detailLines(_ line: Explanation.Line, columns: Int) -> [DetailLine] {
        guard line.kind != .rule else { return [.rule] }
        let lines = screen.shown(line).wrapped(to: columns)
        return lines.enumerated().map { offset, text in
            guard offset == 0, case .column(let right, let isGranted) = line.kind else {
                return .text(PreviewLine(text, Role(line.kind)))
            }
            let mark = isGranted ? PreviewLine.Span(text.prefix(1), Role(right)) : sign(screen.glyphs.dot, .badgeNone)
            return .text(PreviewLine([mark, PreviewLine.Span(text.suffix(text.width - 1), .text)]))
        }
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
        let seal = panes.container(on: panes.side).flatMap {
            panes.known.sealStatus(of: explanation.subject.path, in: $0.root)
        }
        groups += screen.glyphs.flags(explanation.badges, seal: seal).map {
            [sign($0.glyph, $0.role), words(" \($0.meaning)", .text)]
        }
        if explanation.subject.facts?.hasLostExclusion == true {
            groups.append([words("lost its exclusion from backups", .warning)])
        }
        if panes.requester.state.lock != .unlocked, explanation.badges.flags.contains(.protectionUnknown) {
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
        guard let root = panes.container(on: panes.side)?.root, let bundle = panes.known.seals[root] else { return [] }
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
        PreviewLine.Span(screen.text(text), role)
    }

    func renderDetails(_ canvas: inout Canvas, _ area: Rectangle) {
        let below = panes.details.lines.count - panes.details.top - area.rows
        // The last row says how much is below, unless it is the only one.
        let rows = below > 0 && area.rows > 1 ? area.rows - 1 : area.rows
        if rows < area.rows {
            canvas.write(
                "\(below + 1) more lines below", column: area.column + 1, row: area.endRow - 1,
                columns: area.columns - 1, .dimmed)
        }
        for offset in 0..<rows where panes.details.lines.indices.contains(panes.details.top + offset) {
            let row = area.row + offset
            switch panes.details.lines[panes.details.top + offset] {
            case .rule:
                for column in area.column..<area.endColumn {
                    canvas.put(screen.glyphs.horizontal, column: column, row: row, .separator)
                }
            case .text(let line):
                canvas.write(line, column: area.column + 1, row: row, columns: area.columns - 1)
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

extension ScreenContext {
    /// Returns a line of an explanation, with glyphs that the terminal has.
    func shown(_ line: Explanation.Line) -> DisplayText {
        line.isName ? display(line.text) : text(String(decoding: line.text, as: UTF8.self))
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
