import Audit
import ContainerModel
import ContainerStore
import Jobs
import Previews
import Screen
import Work

/// The audit of the open container.
struct ContainerAudit: Sendable {
    /// As many findings are kept, the most serious ones: more are for a report, not for a list.
    static let most = 5_000

    /// Whether an audit is at work.
    var isRunning = false
    /// The most serious findings of the last audit, the most serious first; empty before the first one.
    private(set) var findings: [Finding] = []
    /// The sentences about the whole of the last audit, without full stops, the one with the counts first; not
    /// sanitized. nil before the first one.
    private(set) var sentences: [String]?
    /// The numbers of errors and warnings in the top line; nil before the first audit.
    private(set) var summary: String?
    /// The list as it was when a finding was opened from it; nil if the next one begins at the top.
    var left: OpenPanel?

    /// Adopts the result of an audit.
    mutating func receive(_ result: AuditResult) {
        isRunning = false
        left = nil
        findings = Array(result.findings.prefix(Self.most))
        sentences = [result.countsLine] + result.gapLines
        if result.findings.count > Self.most {
            sentences?.append("the first \(ByteCount.grouped(UInt64(Self.most))) findings are listed")
        }
        let counts = [AuditRule.Severity.error, .warning].compactMap { severity in
            let count = result.count(severity)
            return count == 0 ? nil : Pluralized.some(count, severity.rawValue)
        }
        summary = counts.isEmpty ? "no errors" : counts.joined(separator: " ")
    }
}

/// Auditing the open container.
extension BrowserState {
    /// Shows what the audit has found, with the cursor on the finding that was opened last, and begins the audit if that
    /// has not been done.
    mutating func showAudit() -> [BrowserEffect] {
        guard container != nil else { return [] }
        if let left = findings.audit.left {
            open(left.content)
            panels.current?.cursor = left.cursor
            panels.current?.top = left.top
            movePanel(by: 0)
        } else {
            open(AuditPanel())
        }
        return findings.audit.isRunning || findings.audit.sentences != nil ? [] : beginAudit()
    }

    /// Audits the container, again if that has been done.
    mutating func beginAudit() -> [BrowserEffect] {
        guard let container, !findings.audit.isRunning else { return [] }
        findings.audit.isRunning = true
        return [
            .ask(AuditQuery(now: screen.nowSeconds), for: .background, about: container.root) { result, state in
                state.findings.audit.receive(result)
                // The list may have become shorter than the row under the cursor.
                state.movePanel(by: 0)
                if !(state.panels.current?.content is AuditPanel), let summary = state.findings.audit.summary {
                    state.say("the audit has ended: \(summary); \(state.keys.key("audit")) lists the findings")
                }
                return []
            }
        ]
    }

    /// Notes that an audit has begun or ended, as a worker reports it: one that was stopped has no answer.
    mutating func noteAudit(_ task: BackgroundTask) {
        guard task.effect.isAudit else { return }
        findings.audit.isRunning = task.stage == .running && tasks.entry(of: task)?.isOver != true
    }

    /// Opens the value that a finding is about, or the line, in the viewer. A finding about an item as a whole leads to
    /// the item.
    mutating func go(to finding: Finding) -> [BrowserEffect] {
        findings.audit.left = panels.current
        panels.current = nil
        guard !finding.address.isEmpty || finding.line != nil else {
            panes.focus = .listing
            return [locate(finding.path)]
        }
        show(containerItem(finding.path), at: finding.address)
        guard let line = finding.line, let number = UInt64(exactly: line) else { return readPage(.from(0), .first) }
        return seek(.target(.line(number)))
    }
}

extension BrowserEffect {
    /// Whether it asks for an audit.
    var isAudit: Bool {
        guard case .ask(let request) = self else { return false }
        return request.query is AuditQuery
    }
}
