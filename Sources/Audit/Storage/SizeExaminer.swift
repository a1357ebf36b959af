import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs

/// Reports how much of a container is backed up, by directory, if it is much.
struct SizeExaminer: ContainerExaminer {
    /// The size from which a backup counts as large.
    private static let large: UInt64 = 100 << 20

    func examine(_ container: AuditedContainer, _ context: AuditContext, _ report: (Finding) -> Void) {
        guard container.kind == .data || container.kind == .appGroup, container.start.isRoot else { return }
        var walk = ContainerWalk(
            of: container.container, rules: context.rules, cancellation: context.cancellation)
        var (total, sizes) = (UInt64(0), [String: UInt64]())
        while let step = walk.next() {
            guard case .item(let met) = step, met.type == .file,
                context.rules.backupStatus(at: met.location, exclusion: met.exclusion()) == .backedUp
            else { continue }
            total = total.addingReportingOverflow(met.status.size).partialValue
            let title = context.rules.rule(of: met.location.place).title
            sizes[title] = sizes[title, default: 0].addingReportingOverflow(met.status.size).partialValue
        }
        guard total >= Self.large, !context.cancellation.isCancelled else { return }
        let parts = sizes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(6).map {
            "\($0.key) \(ByteCount.short($0.value))"
        }
        report(
            Finding(
                .largeBackup, in: container, at: .root,
                "every backup contains \(ByteCount.short(total)): \(parts.joined(separator: ", "))"))
    }
}
