import Bundles
import ContainerModel
import ContainerStore
import Inspection
import Jobs

/// Examines a file with code that was named by itself, such as a dynamic library in no bundle.
struct CodeFileExaminer: ContainerExaminer {
    func examine(_ container: AuditedContainer, _ context: AuditContext, _ report: (Finding) -> Void) {
        guard container.container.description.source == .codeFile,
            let security = BundleSecurity(ofFile: container.start, in: container.container)
        else { return }
        BinaryExaminer(container, security).report(report)
        CodeUseExaminer(container, security).report(report)
        CodeStringsExaminer(container, security, context).report(report)
        let verification = SealVerification(
            of: container.container.tree, file: container.start, cancellation: context.cancellation)
        let address = ItemAddress(container.container.root, container.start)
        // A library without a signature is signed with the app that it becomes a part of.
        guard let result = verification.verify(hostPath: address.hostPath), !result.hasNothingToVerify else { return }
        SealExaminer.reportMismatches(result, in: container, at: container.start, report)
    }
}
