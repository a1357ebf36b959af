import Audit
import ContainerModel
import ContainerStore
import Documents
import Screen

/// The findings of the audit, the most serious first. Below the one under the cursor: what is the matter, the sentence
/// that its rule rests on, and what to do. Values are masked.
struct AuditPanel: Panel {
    let isPinned = true
    let unfoldsCurrent = true
    let textColumns = 120
    var search: PanelSearch? = PanelSearch(isActive: false)

    /// A list of more rows is not readable; the search reaches all findings.
    private static let maxRows = 1_000

    var title: String { searchTitle("Audit") }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let audit = state.findings.audit
        var rows = standing(state).map { [PanelRow.wrapped(state.screen.text($0))] } ?? []
        guard let sentences = audit.sentences else { return rows }
        rows += sentences.enumerated().map { index, sentence in
            PanelRow.wrapped(state.screen.text(sentence.capitalizedFirst + "."), isHeading: index == 0)
        }
        guard !audit.findings.isEmpty else {
            return rows + (audit.isPartial ? [] : [PanelRow(DisplayText("Nothing was found."))])
        }
        let found = findings(state)
        let current = current(state)
        for (index, finding) in found.prefix(Self.maxRows).enumerated() {
            rows.append(row(for: finding, number: index, state))
            if index == current { rows += details(of: finding, state) }
        }
        let rest = found.count - Self.maxRows
        if rest > 0 { rows.append(PanelRow(state.screen.text("and \(ByteCount.grouped(UInt64(rest))) more"))) }
        return rows
    }

    /// How far an audit is that has not ended; nil for one that has.
    private func standing(_ state: BrowserState) -> String? {
        let audit = state.findings.audit
        guard audit.isRunning else {
            guard audit.isPartial || audit.sentences == nil else { return nil }
            return "The audit was stopped; \(state.keys.key("audit-again")) begins it again."
        }
        let amount = Self.task(in: state).flatMap { task in
            task.progress.map { state.screen.progressNote($0, task.rate, hasBar: false) }
        }
        let isAgain = audit.sentences != nil && !audit.isPartial
        return "Auditing\(isAgain ? " again" : "")\(amount.map { ": \($0)" } ?? ""). "
            + "\(state.keys.key("panel-close")) stops the audit, "
            + "\(state.keys.key("audit-leave")) closes the list while it continues."
    }

    /// The findings that match the search.
    func findings(_ state: BrowserState) -> [Finding] {
        let all = state.findings.audit.findings
        return search?.matches(of: all) { finding in
            [
                finding.severity.rawValue, finding.rule.identifier, finding.rule.title, finding.message,
                String(decoding: finding.placeText, as: UTF8.self), finding.evidence?.kind ?? "",
            ]
        } ?? all
    }

    /// The number of the row under the cursor; nil while the panel is not on the screen.
    private func current(_ state: BrowserState) -> Int? {
        state.panels.current.flatMap { $0.content is AuditPanel ? $0.cursor : nil }
    }

    /// The finding under the cursor.
    func currentFinding(_ state: BrowserState) -> Finding? {
        let found = findings(state)
        return current(state).flatMap { found.indices.contains($0) ? found[$0] : nil }
    }

    // MARK: Rows

    private func row(for finding: Finding, number: Int, _ state: BrowserState) -> PanelRow {
        let severity = finding.severity.rawValue
        let blanks = String(repeating: " ", count: max(1, 9 - severity.count))
        let before = DisplayText(severity + blanks) + badges(of: finding, state)
        let title = before + state.screen.text("\(finding.rule.title): ")
        let text =
            title
            + place(of: finding, isShort: state.screen.size.columns < Self.columnsForPaths, state)
        var row = PanelRow(text, fact: finding.evidence?.text ?? "") { Self.go(to: finding, in: &$0) }
        row.isNoteMinor = true
        row.keepsEnd = true
        row.wholeColumns = title.width
        row.identity = .text("\(number)")
        row.paints = [
            PanelRow.Paint(columns: 0..<severity.count, style: state.screen.theme[Self.role(of: finding.severity)])
        ]
        return row
    }

    /// The path of a finding's item, or its name alone; behind the name of its container, if that is not the open one.
    private func place(of finding: Finding, isShort: Bool = false, _ state: BrowserState) -> DisplayText {
        let path = state.screen.display(isShort ? finding.nameText : finding.placeText)
        guard let other = state.findings.audit.container(of: finding), other.root != state.container?.root else {
            return path
        }
        return state.screen.display(Array("\(other.auditTitle): ".utf8)) + path
    }

    /// On narrower screens, a row has the item's name alone: the status line has the path of the current one.
    private static let columnsForPaths = 100
    /// On narrower screens, the hints are short.
    private static let columnsForHints = 60
    /// On lower screens, less is said of the current finding, so that others are seen.
    private static let rowsForBases = 20

    private static func role(of severity: AuditRule.Severity) -> Role {
        switch severity {
        case .error: .badgeDelete
        case .warning: .warning
        case .note: .panelNote
        }
    }

    private static let badgeColumns = 9

    /// `audit --list` has all sentences of a rule.
    private static let maxBases = 2

    private func badges(of finding: Finding, _ state: BrowserState) -> DisplayText {
        guard let badges = finding.badges else { return DisplayText(String(repeating: " ", count: Self.badgeColumns)) }
        let flags = state.screen.glyphs.flags(badges).map { Character($0.glyph) }
        let text = badges.description + " " + String(flags)
        return state.screen.text(text + String(repeating: " ", count: max(1, Self.badgeColumns - text.count)))
    }

    /// What is said of the finding under the cursor.
    private func details(of finding: Finding, _ state: BrowserState) -> [PanelRow] {
        let maximum = state.screen.size.rows < Self.rowsForBases ? 0 : Self.maxBases
        let bases = finding.rule.bases.prefix(maximum).map(\.text)
        let test = finding.rule.requirement?.test.map { ", \($0)" } ?? ""
        let sentences: [String?] = [
            ((finding.line.map { "line \($0): " } ?? "") + finding.message).capitalizedFirst + ".",
            finding.evidence.map { "\($0.text), hash \($0.hash)" },
        ]
        let all = sentences.compactMap(\.self) + bases + ["\(finding.rule.remedy) (\(finding.rule.identifier)\(test))"]
        return all.map { .wrapped(state.screen.text("  \($0)")) }
    }

    // MARK: Keys

    func subject(_ state: BrowserState) -> DisplayText? {
        currentFinding(state).map { place(of: $0, state) }
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        let again = state.keys.hint("audit-again", "audits again")
        if state.findings.audit.isRunning {
            return [state.keys.hint("audit-leave", "continues browsing")].compactMap(\.self)
        }
        guard !state.findings.audit.findings.isEmpty else { return [again].compactMap(\.self) }
        // The most important key has to fit.
        let isNarrow = state.screen.size.columns < Self.columnsForHints
        return [state.keys.hint("panel-choose", isNarrow ? "opens it" : "opens the value"), again].compactMap(\.self)
    }

    func closingTitle(_ state: BrowserState) -> String { state.findings.audit.isRunning ? "stops" : "closes" }
}

extension Finding {
    /// The path of the item, and the way to the value in it; not sanitized.
    fileprivate var placeText: [UInt8] { (path.isRoot ? [UInt8(ascii: ".")] : path.bytes) + way }

    /// The name of the item, and the way to the value in it; not sanitized.
    fileprivate var nameText: [UInt8] { (path.lastComponent.map(Array.init) ?? [UInt8(ascii: ".")]) + way }

    private var way: [UInt8] { address.isEmpty ? [] : [UInt8(ascii: ":")] + ValueAddress.text(address) }
}
