import Bundles
import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs

/// Compares a bundle with its seal, as `sandglass verify` does.
struct SealExaminer: BundleExaminer {
    func examine(_ bundle: AuditedBundle, _ context: AuditContext, _ report: (Finding) -> Void) {
        let verification = SealVerification(of: bundle.tree, at: bundle.root, cancellation: context.cancellation)
        let address = ItemAddress(bundle.container.container.root, bundle.root)
        guard let result = verification.verify(hostPath: address.hostPath) else { return }
        if let top = result.bundles.first(where: { $0.path == "." }), !top.isSealed {
            report(Finding(.sealMissing, in: bundle.container, at: bundle.root, "the bundle has no resource seal"))
            return
        }
        Self.reportMismatches(result, in: bundle.container, at: bundle.root, report)
    }

    /// Reports the items that do not match a seal or a signature.
    /// - Parameter root: The bundle or file that was verified.
    static func reportMismatches(
        _ result: SealReport, in container: AuditedContainer, at root: ContainerPath, _ report: (Finding) -> Void
    ) {
        for item in result.items {
            let reason = item.reasons.isEmpty ? "" : ": \(item.reasons.joined(separator: "; "))"
            let found: (rule: AuditRule, message: String)? =
                switch item.status {
                case .altered: (.sealBroken, "altered since signing\(reason)")
                case .missing: (.sealBroken, "sealed, and missing\(reason)")
                case .added: (.sealAdded, "added since signing\(reason)")
                case .unreadable: (.unreadable, item.reasons.joined(separator: "; "))
                case .intact, .unsealed: nil
                }
            if let found { report(Finding(found.rule, in: container, at: item.location, found.message)) }
        }
        for problem in result.unreadable {
            report(Finding(.unreadable, in: container, at: root, "\(problem.path): \(problem.message)"))
        }
    }
}
