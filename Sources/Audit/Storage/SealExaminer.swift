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
        guard let result = verification.run(hostPath: address.hostPath) else { return }
        if let top = result.bundles.first(where: { $0.path == "." }), !top.isSealed {
            report(Finding(.sealMissing, in: bundle.container, at: bundle.root, "the bundle has no resource seal"))
            return
        }
        for item in result.items {
            let reason = item.reasons.isEmpty ? "" : ": \(item.reasons.joined(separator: "; "))"
            switch item.status {
            case .altered: report(finding(.sealBroken, item, bundle, "altered since signing\(reason)"))
            case .missing: report(finding(.sealBroken, item, bundle, "sealed, and missing\(reason)"))
            case .added: report(finding(.sealAdded, item, bundle, "added since signing\(reason)"))
            case .unreadable: report(finding(.unreadable, item, bundle, "could not be read\(reason)"))
            case .intact, .unsealed: break
            }
        }
        for problem in result.unreadable {
            report(
                Finding(.unreadable, in: bundle.container, at: bundle.root, "\(problem.path): \(problem.message)"))
        }
    }

    private func finding(
        _ rule: AuditRule, _ item: SealReport.Item, _ bundle: AuditedBundle, _ message: String
    ) -> Finding {
        Finding(rule, in: bundle.container, at: item.location, message)
    }
}
