import Audit
import ContainerModel
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
    private static let mostRows = 1_000

    var title: String {
        guard let search, search.isActive else { return "Audit (/ finds)" }
        return "Audit: \(search.shownText)"
    }

    func rows(_ state: BrowserState) -> [PanelRow] {
        let audit = state.findings.audit
        guard let sentences = audit.sentences else {
            let running =
                "Auditing; \(state.keys.key("panel-close")) closes the list, and the audit goes on. "
                + "\(state.keys.key("tasks")) shows its progress."
            let stopped = "The audit was stopped; \(state.keys.key("audit-again")) begins it again."
            return [.wrapped(state.screen.text(audit.isRunning ? running : stopped))]
        }
        var rows = sentences.enumerated().map { index, sentence in
            PanelRow.wrapped(state.screen.text(sentence.capitalizedSentence), isHeading: index == 0)
        }
        if audit.isRunning { rows.append(PanelRow(DisplayText("Auditing again."))) }
        guard !audit.findings.isEmpty else { return rows + [PanelRow(DisplayText("Nothing was found."))] }
        let found = findings(state)
        let current = current(state)
        for (index, finding) in found.prefix(Self.mostRows).enumerated() {
            rows.append(row(for: finding, number: index, state))
            if index == current { rows += details(of: finding, state) }
        }
        let rest = found.count - Self.mostRows
        if rest > 0 { rows.append(PanelRow(state.screen.text("and \(ByteCount.grouped(UInt64(rest))) more"))) }
        return rows
    }

    /// The findings that match the search.
    private func findings(_ state: BrowserState) -> [Finding] {
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

    // MARK: Rows

    private func row(for finding: Finding, number: Int, _ state: BrowserState) -> PanelRow {
        let severity = finding.severity.rawValue
        let blanks = String(repeating: " ", count: max(1, 9 - severity.count))
        let before = DisplayText(severity + blanks) + badges(of: finding, state)
        let text = before + state.screen.text("\(finding.rule.title): ") + state.screen.display(finding.placeText)
        var row = PanelRow(text, fact: finding.evidence?.text ?? "") { $0.go(to: finding) }
        row.isNoteMinor = true
        row.keepsEnd = true
        row.identity = .text("\(number)")
        row.paints = [
            PanelRow.Paint(columns: 0..<severity.count, style: state.screen.theme[Self.role(of: finding.severity)])
        ]
        return row
    }

    private static func role(of severity: AuditRule.Severity) -> Role {
        switch severity {
        case .error: .badgeDelete
        case .warning: .warning
        case .note: .panelNote
        }
    }

    private static let badgeColumns = 9

    private func badges(of finding: Finding, _ state: BrowserState) -> DisplayText {
        guard let badges = finding.badges else { return DisplayText(String(repeating: " ", count: Self.badgeColumns)) }
        let flags = state.screen.glyphs.flags(badges).map { Character($0.glyph) }
        let text = badges.description + " " + String(flags)
        return state.screen.text(text + String(repeating: " ", count: max(1, Self.badgeColumns - text.count)))
    }

    /// What is said of the finding under the cursor.
    private func details(of finding: Finding, _ state: BrowserState) -> [PanelRow] {
        let bases = finding.rule.bases.map { "“\($0.sentence)” (\($0.source))" }
        let test = finding.rule.requirement?.test.map { ", \($0)" } ?? ""
        let sentences: [String?] = [
            (finding.message + (finding.line.map { ", line \($0)" } ?? "")).capitalizedSentence,
            finding.evidence.map { "\($0.text), hash \($0.hash)" },
        ]
        let all = sentences.compactMap(\.self) + bases + ["\(finding.rule.remedy) (\(finding.rule.identifier)\(test))"]
        return all.map { .wrapped(state.screen.text("  \($0)")) }
    }

    // MARK: Keys

    func subject(_ state: BrowserState) -> DisplayText? {
        let found = findings(state)
        guard let current = current(state), found.indices.contains(current) else { return nil }
        return state.screen.display(found[current].placeText)
    }

    func hints(_ state: BrowserState) -> [KeyHint] {
        let again = state.keys.hint("audit-again", "audits again")
        guard !state.findings.audit.findings.isEmpty else { return [again].compactMap(\.self) }
        return [state.keys.hint("panel-choose", "opens the value"), again].compactMap(\.self)
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        state.findings.audit.left = nil
        return []
    }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("audit-again", "Audit the container again", .view, keys: ["r"]) { $0.beginAudit() }
    ]
}

extension Finding {
    /// The path of the item, and the way to the value in it; not sanitized.
    fileprivate var placeText: [UInt8] {
        let way = address.isEmpty ? [] : [UInt8(ascii: ":")] + ValueAddress.text(address)
        return (path.isRoot ? [UInt8(ascii: ".")] : path.bytes) + way
    }
}

extension String {
    /// The text with a capital at its beginning and a full stop at its end.
    fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
