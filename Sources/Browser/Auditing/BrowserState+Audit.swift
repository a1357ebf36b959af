import Audit
import ContainerModel
import ContainerStore
import Jobs
import Previews
import Screen

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
        let audit = findings.audit
        return audit.isRunning || audit.sentences != nil && !audit.isPartial ? [] : beginAudit()
    }

    /// Audits the container, again if that has been done.
    mutating func beginAudit() -> [BrowserEffect] {
        guard let container, !findings.audit.isRunning else { return [] }
        findings.audit.noteRequest()
        let query = AuditQuery(
            now: screen.nowSeconds, secondContainer: panes.isSharing ? panes.secondContainer?.hostPath : nil)
        return [
            .ask(query, for: .background, about: container.root) { answer, state in
                state.receiveAudit(answer)
                return []
            }
        ]
    }

    /// Adopts what an audit has found; the cursor stays on its finding.
    private mutating func receiveAudit(_ answer: AuditQuery.Answer) {
        let panel = panels.current?.content as? AuditPanel
        let current = panel?.currentFinding(self)
        guard findings.audit.receiveFindings(answer) else { return }
        if let panel {
            if let current, let row = panel.findings(self).firstIndex(where: { $0.isAbout(current) }) {
                panels.current?.cursor = row
            }
            // The list may have become shorter than the row under the cursor.
            movePanel(by: 0)
        } else if answer.isComplete, let summary = findings.audit.summary {
            say("the audit has ended: \(summary); \(keys.key("audit")) lists the findings")
        }
    }

    /// The audit that is at work; nil if none is.
    var auditTask: TaskEntry? { tasks.latestFirst.first { $0.request?.effect.isAudit == true && !$0.isOver } }

    /// Stops the audit that is at work. What it has found stays in the list.
    mutating func stopAudit() -> [BrowserEffect] {
        let task = auditTask
        findings.audit.stop()
        return task.map { cancelTask($0) } ?? []
    }

    /// Notes that an audit has begun or ended, as a worker reports it: one that was stopped has no answer.
    mutating func noteAudit(_ task: BackgroundTask) {
        guard task.effect.isAudit, !findings.audit.isStopped else { return }
        findings.audit.isRunning = task.stage == .running && tasks.entry(of: task)?.isOver != true
    }

    /// Opens the value that a finding is about, or the line, in the viewer. A finding about an item as a whole leads to
    /// the item. In another container, that is opened first.
    mutating func go(to finding: Finding) -> [BrowserEffect] {
        findings.audit.left = panels.current ?? findings.audit.left
        panels.current = nil
        let isValue = !finding.address.isEmpty || finding.line != nil
        let place = findings.audit.container(of: finding)
        let root = place?.root ?? root(of: .container)
        let isInSecondContainer =
            root != self.root(of: .container) && panes.isSharing && panes.secondContainer?.root == root
        guard root == self.root(of: .container) || isInSecondContainer else {
            findings.audit.await(finding)
            return place.flatMap { HostPath($0.hostPath.bytes + [ContainerPath.slash] + finding.path.bytes) }
                .map { open($0) } ?? []
        }
        guard isValue else {
            guard isInSecondContainer else {
                panes.focus = .listing
                return [browse { $0.locate(finding.path, &$1) }]
            }
            panes.focus = .computer
            let (directory, name) = (finding.path.parent ?? .root, finding.path.lastComponent.map(Array.init))
            return browse { $0.enter(directory, on: .computer, wanted: name, &$1) }
        }
        show(ItemAddress(root, finding.path), at: finding.address)
        guard let line = finding.line, let number = UInt64(exactly: line) else { return view(.page(.from(0), .first)) }
        return view(.seek(.target(.line(number))))
    }

    /// Opens the value of the finding for which this container was opened.
    mutating func goToAwaitedFinding() -> [BrowserEffect] {
        guard let finding = findings.audit.takeAwaited() else { return [] }
        return finding.address.isEmpty && finding.line == nil ? [] : go(to: finding)
    }
}

extension BrowserEffect {
    /// Whether it asks for an audit.
    var isAudit: Bool {
        guard case .ask(let request) = self else { return false }
        return request.query is AuditQuery
    }
}

extension Finding {
    /// Whether it is the same finding as one of an earlier answer.
    fileprivate func isAbout(_ other: Finding) -> Bool {
        rule == other.rule && container == other.container && path == other.path && address == other.address
            && line == other.line && message == other.message
    }
}
