import Jobs
import Synchronization

/// What the examiners of containers find in one, while another thread examines the contents of its files.
final class ContainerFindings: Sendable {
    private struct State {
        var isBegun = false
        var findings: [Finding] = []
    }

    private let container: AuditedContainer
    private let context: AuditContext
    private let state = Mutex(State())
    private let isDone = Semaphore()

    /// Begins on a thread of a pool as soon as one is free.
    init(in container: AuditedContainer, _ context: AuditContext, on pool: WorkerPool) {
        (self.container, self.context) = (container, context)
        pool.submit { self.examineUnlessBegun() }
    }

    /// Returns the findings, as far as it was not cancelled. Call once; examines itself if no thread has begun.
    func wait() -> [Finding] {
        if !examineUnlessBegun() { isDone.wait() }
        return state.withLock { $0.findings }
    }

    /// - Returns: Whether it was not begun before.
    @discardableResult
    private func examineUnlessBegun() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isBegun = true }
            return !state.isBegun
        }
        guard isFirst else { return false }
        var findings: [Finding] = []
        for examiner in Examiners.containers where !context.cancellation.isCancelled {
            examiner.examine(container, context) { findings.append($0) }
        }
        state.withLock { $0.findings = findings }
        isDone.signal()
        return true
    }
}
