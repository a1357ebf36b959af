import Audit
import ContainerModel
import ContainerStore
import Jobs
import Screen

/// The audit of the open container.
struct ContainerAudit: Sendable {
    /// As many findings are kept, the most serious ones: more are for a report, not for a list.
    static let maximum = 5_000

    /// Whether an audit is at work.
    var isRunning = false
    /// Whether the audit was stopped, so that reports about it do not count.
    private(set) var isStopped = false
    /// Whether the findings are those of an audit that has not ended, or was stopped.
    private(set) var isPartial = false
    /// The most serious findings of the last audit, the most serious first; empty before the first one.
    private(set) var findings: [Finding] = []
    /// The containers that were judged together, in the order of the findings' indices.
    private(set) var containers: [ContainerDescription] = []
    /// The sentences about the whole of the last audit, without full stops, the one with the counts first; not
    /// sanitized. nil before the first one.
    private(set) var sentences: [String]?
    /// The numbers of errors and warnings in the top line; nil before the first audit has ended.
    private(set) var summary: String?
    /// The list as it was when a finding was opened from it; nil if the next one begins at the top.
    var left: OpenPanel?
    /// The row that the cursor was put on; while it is there, the user has not moved it.
    var placed = 0
    /// A finding whose value is shown as soon as its container is open.
    private(set) var awaited: Finding?

    /// Notes that an audit has been asked for.
    mutating func noteRequest() { (isRunning, isStopped) = (true, false) }

    /// Notes that an audit has begun or ended, as a worker reports it: one that was stopped has no answer.
    /// - Parameter isOver: Whether the user has cancelled it.
    mutating func note(_ task: BackgroundTask, isOver: Bool) {
        if task.effect.isAudit, !isStopped { isRunning = task.stage == .running && !isOver }
    }

    /// Notes that the user stopped the audit.
    mutating func stop() { (isRunning, isStopped) = (false, true) }

    /// Adopts what an audit has found. While it is at work, the list of the last one stays.
    /// - Returns: Whether the list has changed.
    mutating func receiveFindings(_ answer: AuditQuery.Answer) -> Bool {
        guard !isStopped, answer.isComplete || isPartial || sentences == nil else { return false }
        let result = answer.result
        isPartial = !answer.isComplete
        containers = answer.containers
        findings = Array(result.findings.prefix(Self.maximum))
        sentences = [result.countsLine] + result.gapLines
        if containers.count > 1 {
            sentences?.append(contentsOf: ["judged together: " + containers.map(\.auditTitle).joined(separator: ", ")])
        }
        if result.findings.count > Self.maximum {
            sentences?.append("the first \(ByteCount.grouped(UInt64(Self.maximum))) findings are listed")
        }
        guard answer.isComplete else { return true }
        isRunning = false
        left = nil
        let counts = [AuditRule.Severity.error, .warning].compactMap { severity in
            let count = result.count(severity)
            return count == 0 ? nil : Pluralized.some(count, severity.rawValue)
        }
        summary = counts.isEmpty ? "no errors" : counts.joined(separator: " ")
        return true
    }

    /// Returns the container of a finding; nil if it is unknown.
    func container(of finding: Finding) -> ContainerDescription? {
        containers.indices.contains(finding.container) ? containers[finding.container] : nil
    }

    /// Notes that a finding's container is being opened.
    mutating func await(_ finding: Finding) { awaited = finding }

    /// Returns the finding that was awaited, once.
    mutating func takeAwaited() -> Finding? {
        defer { awaited = nil }
        return awaited
    }

    /// Returns the audit as it is after a container was opened: as it was, if that was opened for one of its findings.
    func kept(in opened: ContainerDescription) -> ContainerAudit {
        guard let awaited, container(of: awaited)?.root == opened.root else { return ContainerAudit() }
        var audit = self
        audit.isRunning = false
        return audit
    }
}

extension ContainerDescription {
    /// The container's name beside others of its app; not sanitized.
    var auditTitle: String { kind == .bundle ? String(decoding: hostPath.name, as: UTF8.self) : kind.title }
}
