import Audit
import ContainerModel
import ContainerStore
import Jobs
import Previews
import Screen

/// Auditing the open container, and going to what was found.
extension AuditPanel {
    /// Shows what the audit has found, with the cursor on the finding that the user left it on, or else on that of the item
    /// at hand or the worst one, and begins the audit if that has not been done.
    static func show(in state: inout BrowserState) -> [BrowserEffect] {
        guard state.container != nil else { return [] }
        let audit = state.findings.audit
        state.open(audit.left?.content ?? AuditPanel())
        if let left = audit.left, left.cursor != audit.placed {
            state.panels.current?.cursor = left.cursor
            state.panels.current?.top = left.top
            state.movePanel(by: 0)
        } else {
            placeCursor(in: &state)
        }
        return audit.isRunning || audit.sentences != nil && !audit.isPartial ? [] : begin(in: &state)
    }

    /// Puts the cursor on the finding about the item at hand, or else on the worst one.
    private static func placeCursor(in state: inout BrowserState) {
        guard let panel = state.panels.current?.content as? AuditPanel else { return }
        let item = state.currentItem
        let audit = state.findings.audit
        let row = panel.findings(state).firstIndex { finding in
            let root = audit.container(of: finding)?.root ?? state.container?.root
            return item.map { $0.root == root && $0.path == finding.path } ?? false
        }
        state.findings.audit.placed = row ?? 0
        state.panels.current?.cursor = row ?? 0
        state.movePanel(by: 0)
    }

    /// Audits the container, again if that has been done.
    private static func begin(in state: inout BrowserState) -> [BrowserEffect] {
        guard let container = state.container, !state.findings.audit.isRunning else { return [] }
        state.findings.audit.noteRequest()
        let second = state.panes.isSharing ? state.panes.secondContainer?.hostPath : nil
        return [
            .ask(
                AuditQuery(now: state.screen.nowSeconds, secondContainer: second), for: .background,
                about: container.root
            ) { answer, state in
                receive(answer, in: &state)
                return []
            }
        ]
    }

    /// Adopts what an audit has found. The cursor stays on its finding if the user put it there.
    private static func receive(_ answer: AuditQuery.Answer, in state: inout BrowserState) {
        let panel = state.panels.current?.content as? AuditPanel
        let current = panel?.currentFinding(state)
        let isPlaced = state.panels.current?.cursor == state.findings.audit.placed
        guard state.findings.audit.receiveFindings(answer) else { return }
        if let panel {
            guard !isPlaced else { return placeCursor(in: &state) }
            if let current, let row = panel.findings(state).firstIndex(where: { $0.isAbout(current) }) {
                state.panels.current?.cursor = row
            }
            // The list may have become shorter than the row under the cursor.
            state.movePanel(by: 0)
        } else if answer.isComplete, let summary = state.findings.audit.summary {
            state.say("the audit has ended: \(summary); \(state.keys.key("audit")) lists the findings")
        }
    }

    /// The audit that is at work; nil if none is.
    static func task(in state: BrowserState) -> TaskEntry? {
        state.tasks.latestFirst.first { $0.request?.effect.isAudit == true && !$0.isOver }
    }

    /// Stops the audit that is at work. What it has found stays in the list.
    func interrupted(in state: inout BrowserState) -> [BrowserEffect]? {
        guard state.findings.audit.isRunning else { return nil }
        let task = Self.task(in: state)
        state.findings.audit.stop()
        return task.map { state.cancelTask($0) } ?? []
    }

    /// Opens the value that a finding is about, or the line, in the viewer. A finding about an item as a whole leads to
    /// the item. In another container, that is opened first.
    static func go(to finding: Finding, in state: inout BrowserState) -> [BrowserEffect] {
        state.findings.audit.left = state.panels.current ?? state.findings.audit.left
        state.panels.current = nil
        let place = state.findings.audit.container(of: finding)
        let item = ItemAddress(place?.root ?? state.root(of: .container), finding.path)
        guard state.shownRoots.contains(item.root) else {
            state.findings.audit.await(finding)
            return place.flatMap { HostPath($0.hostPath.bytes + [ContainerPath.slash] + finding.path.bytes) }
                .map { state.open($0) } ?? []
        }
        guard finding.isInside else { return state.go(to: item, lookingUp: true) }
        return state.view(item, at: finding.address, line: finding.line.flatMap { UInt64(exactly: $0) })
    }

    /// Opens the value of the finding for which this container was opened.
    static func goToAwaited(in state: inout BrowserState) -> [BrowserEffect] {
        guard let finding = state.findings.audit.takeAwaited(), finding.isInside else { return [] }
        return go(to: finding, in: &state)
    }

    func dismissed(in state: inout BrowserState) -> [BrowserEffect] {
        state.findings.audit.left = nil
        return []
    }

    func actions(_ state: BrowserState) -> [Action] { Self.ownActions }

    static let ownActions: [Action] = [
        Action("audit-leave", "Close the list while the audit continues", .view, keys: ["b"]) { state in
            state.findings.audit.left = state.panels.current
            state.panels.current = nil
            return []
        },
        Action("audit-again", "Audit the container again", .view, keys: ["r"]) { begin(in: &$0) },
    ]
}

extension BrowserEffect {
    /// Whether it asks for an audit.
    var isAudit: Bool {
        guard case .ask(let request) = self else { return false }
        return request.query is AuditQuery
    }
}

extension Finding {
    /// Whether it is about something in a file.
    fileprivate var isInside: Bool { !address.isEmpty || line != nil }

    /// Whether it is the same finding as one of an earlier answer.
    fileprivate func isAbout(_ other: Finding) -> Bool {
        rule == other.rule && container == other.container && path == other.path && address == other.address
            && line == other.line && message == other.message
    }
}
