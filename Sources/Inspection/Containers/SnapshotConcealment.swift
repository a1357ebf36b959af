package import ContainerModel

/// What an app declares about hiding its screen, and what its snapshots contradict: part of the output of `snapshots`.
/// JSON keys are stable.
package struct SnapshotConcealment: Encodable, Sendable {
    /// A way of hiding what a snapshot would show.
    package struct Way: Encodable, Hashable, Sendable {
        /// The name of the way.
        package let name: String
        /// The calls with which an app hides its screen so.
        package let calls: [String]
        /// The key of Info.plist that declares it; nil if only the app's code tells.
        package let key: String?
        /// Whether the app declares it.
        package let declared: Answer
        /// The document that names it.
        package let document: String
    }

    /// The ways, in the order of the document.
    package let ways: [Way]
    /// The contradictions: sentences.
    package let findings: [String]

    /// Compares snapshots with what the app declares.
    package init(of rows: [SnapshotInventory.Row], app: AppInfo) {
        ways = ConcealmentRule.all.map { rule in
            Way(
                name: rule.name, calls: rule.calls, key: rule.key, declared: rule.isDeclared(by: app),
                document: rule.citation.source.title)
        }
        let scenes = rows.count { $0.subject == .scene }
        findings =
            app.exitsOnSuspend == .yes && scenes > 0
            ? [
                "UIApplicationExitsOnSuspend is YES, so the app is never suspended and the system takes no snapshot of "
                    + "it; yet \(scenes == 1 ? "1 shows" : "\(scenes) show") the app's screen."
            ] : []
    }

    /// The ways and the findings as text.
    package var lines: [String] {
        let names = ways.map { way in
            guard let key = way.key else { return "\(way.name): in the app's code alone" }
            return "\(way.name): \(key), \(way.declared.rawValue)"
        }
        return ["Hidden by: \(names.joined(separator: "; "))"] + findings.map { "finding: \($0)" }
    }
}
