import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Reports

/// Reports files that lost the exclusion attribute when they were written anew.
struct ExclusionExaminer: ContainerExaminer {
    func examine(_ container: AuditedContainer, _ context: AuditContext, _ report: (Finding) -> Void) {
        guard container.kind == .data || container.kind == .appGroup else { return }
        var list = ExclusionList(of: container.container, from: container.start)
        while !context.cancellation.isCancelled, let step = list.next() {
            guard case .row(let row) = step, row.isLost else { continue }
            let reason =
                row.lostTo.map { "\($0) still has the attribute that the file had before it was rewritten" }
                ?? "it had the attribute when it was last examined, and was rewritten without it"
            report(Finding(.exclusionLost, in: container, at: row.rawPath, reason))
        }
    }
}
