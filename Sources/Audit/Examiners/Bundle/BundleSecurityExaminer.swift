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
        DeclarationJudge(bundle, security).report(report)
        CodeJudge(bundle.container, security).report(report)
        CodeUseJudge(bundle.container, security).report(report)
        PrivacyJudge(bundle, security).report(report)
        SDKSignatureJudge(bundle).report(report)
        CodeStringsJudge(bundle.container, security, context).report(report)
    }
}
