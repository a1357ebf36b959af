import Bundles
import ContainerModel
import Inspection
import Jobs

/// Examines a bundle: its declarations, its profile, its code, its files and its privacy manifests.
package struct BundleSecurityExaminer: BundleExaminer {
    package init() {}

    package func examine(_ bundle: AuditedBundle, _ context: AuditContext, _ report: (Finding) -> Void) {
        let cancellation = context.cancellation
        guard
            let security = BundleSecurity(
                of: bundle.container.container, isCancelled: { cancellation.isCancelled })
        else { return }
        DeclarationExaminer(bundle, security).report(report)
        BinaryExaminer(bundle.container, security).report(report)
        CodeUseExaminer(bundle.container, security).report(report)
        PrivacyExaminer(bundle, security).report(report)
        SDKSignatureExaminer(bundle).report(report)
        CodeStringsExaminer(bundle.container, security, context).report(report)
    }
}
