import ContainerModel
import ContainerStore
package import Queries

/// A query that compares a container's bundle with its seal.
package struct SealQuery: Query {
    /// The answer.
    package struct Answer: Sendable {
        /// The result; nil if there is none.
        package let marks: SealMarks?
        /// The role of each item; nil if the container has no bundle.
        package var roles: BundleRoleIndex?
        /// Why there is no result; not sanitized.
        package let reason: String?
    }

    /// The most bytes that are read; nil for any number.
    private let maxBytes: UInt64?
    package let effort = QueryEffort.walk
    package var task: QueryTask? { QueryTask("verify the seal") }

    /// The amount that the browser verifies without being asked: a second of work.
    package static let bytesUnasked: UInt64 = 256 << 20

    /// Creates a query.
    /// - Parameter maxBytes: A larger bundle is not read; nil for any.
    package init(maxBytes: UInt64? = nil) { self.maxBytes = maxBytes }

    package func run(in context: QueryContext, answer: @escaping @Sendable (Answer) -> Void) {
        guard let bundle = context.container.bundlePath else {
            return answer(Answer(marks: nil, reason: "only an app's bundle has a seal"))
        }
        let tree = context.container.tree
        let roles = BundleRoleIndex(of: context.container)
        guard let survey = SealSurvey(of: tree, at: bundle, cancellation: context.cancellation) else { return }
        if let maxBytes, survey.size > maxBytes {
            return answer(
                Answer(
                    marks: nil, roles: roles,
                    reason: "\(ByteCount.short(survey.size)) are verified only on request"))
        }
        let verification = SealVerification(
            of: tree, at: bundle, progress: context.progress, cancellation: context.cancellation)
        let hostPath = ItemAddress(context.container.root, bundle).hostPath
        guard let report = verification.verify(survey, hostPath: hostPath) else { return }
        guard
            report.bundles.contains(where: \.isSealed)
                || report.bundles.contains(where: { $0.code.contains(where: \.isSigned) })
        else { return answer(Answer(marks: nil, roles: roles, reason: "the bundle has no seal")) }
        answer(Answer(marks: SealMarks(report), roles: roles, reason: nil))
    }
}
