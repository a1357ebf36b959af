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
extension BrowserState {
    /// Returns the query for the seal of a side's bundle, unless it is known or at work.
    mutating func sealLookUp(on side: Side) -> [BrowserEffect] {
        guard let container = container(on: side), container.kind == .bundle, findings.seals[container.root] == nil
        else {
            return []
        }
        return [
            verifySeal(of: container.root, SealQuery(maxBytes: SealQuery.bytesUnasked)) { answer, state in
                guard let marks = answer.marks, !marks.isIntact, state.panels.message == nil else { return }
                state.say("\(marks.summary); \(state.keys.key("verify-seal")) tells what", isError: true)
            }
        ]
    }

    /// Verifies a bundle of any size, and shows the result.
    mutating func verifySeal(of root: Root) -> [BrowserEffect] {
        say("verifying the seal; \(keys.key("cancel")) stops")
        return [
            verifySeal(of: root, SealQuery()) { answer, state in
                state.panels.message = nil
                guard let marks = answer.marks else { return state.say(answer.reason ?? "no seal", isError: true) }
                state.show(ReportPanel("The seal", lines: marks.lines))
            }
        ]
    }

    private mutating func verifySeal(
        of root: Root, _ query: SealQuery, then show: @escaping @Sendable (SealQuery.Answer, inout BrowserState) -> Void
    ) -> BrowserEffect {
        findings.seals[root] = BundleKnowledge(marks: nil, roles: findings.seals[root]?.roles)
        return .ask(query, for: .background, about: root) { answer, state in
            state.findings.seals[root] = BundleKnowledge(marks: answer.marks, roles: answer.roles)
            show(answer, &state)
            return []
        }
    }
}

extension Findings {
    /// Notes that something in containers changed, so that their seals have to be verified again.
    mutating func forgetSeals(of roots: some Sequence<Root>) {
        for root in roots { seals[root] = nil }
    }

    /// Returns what became of an item since its bundle was signed; nil if that is not known.
    func sealStatus(of path: ContainerPath, in root: Root) -> SealStatus? {
        seals[root]?.marks?.status(of: path)
    }
}
