import Bundles
import ContainerModel
import ContainerStore
import Inspection
import Screen

/// What is known of a bundle on screen.
struct BundleKnowledge: Sendable {
    /// What became of its items since it was signed; nil while that is not known.
    var marks: SealMarks?
    /// What its items are for; nil while that is not known.
    var roles: BundleRoleIndex?
}

/// The seals of bundles: verified when a bundle is opened and after each change in it.
extension Panes {
    /// Returns the query for the seal of a side's bundle, unless it is known or at work.
    mutating func sealLookUp(on side: Side) -> [BrowserEffect] {
        guard let container = container(on: side), container.kind == .bundle, known.seals[container.root] == nil
        else {
            return []
        }
        return [
            verifySeal(of: container.root, SealQuery(maxBytes: SealQuery.bytesUnasked)) { answer, context in
                guard let marks = answer.marks, !marks.isIntact, context.message == nil else { return }
                context.say("\(marks.summary); \(context.keys.key("verify-seal")) tells what", isError: true)
            }
        ]
    }

    /// Verifies a bundle of any size, and shows the result.
    mutating func verifySeal(of root: Root, _ context: inout ComponentContext) -> [BrowserEffect] {
        context.say("verifying the seal; \(context.keys.key("cancel")) stops")
        return [
            verifySeal(of: root, SealQuery()) { answer, context in
                context.saysNothing()
                guard let marks = answer.marks else { return context.say(answer.reason ?? "no seal", isError: true) }
                context.request(.show(ReportPanel("The seal", lines: marks.lines)))
            }
        ]
    }

    private mutating func verifySeal(
        of root: Root, _ query: SealQuery,
        then tell: @escaping @Sendable (SealQuery.Answer, inout ComponentContext) -> Void
    ) -> BrowserEffect {
        known.seals[root] = BundleKnowledge(marks: nil, roles: known.seals[root]?.roles)
        return .browse(query, for: .background, about: root) { answer, panes, context in
            panes.known.seals[root] = BundleKnowledge(marks: answer.marks, roles: answer.roles)
            tell(answer, &context)
            return []
        }
    }
}

extension ItemKnowledge {
    /// Notes that something in containers changed, so that their seals have to be verified again.
    mutating func forgetSeals(of roots: some Sequence<Root>) {
        for root in roots { seals[root] = nil }
    }

    /// Returns what became of an item since its bundle was signed; nil if that is not known.
    func sealStatus(of path: ContainerPath, in root: Root) -> SealStatus? {
        seals[root]?.marks?.status(of: path)
    }

    /// Returns what became of an entry since its bundle was signed; nil if that is not known.
    func sealStatus(of entry: UInt32, _ listing: Listing) -> SealStatus? {
        seals.isEmpty ? nil : listing.path(of: entry).flatMap { sealStatus(of: $0, in: listing.root) }
    }
}
