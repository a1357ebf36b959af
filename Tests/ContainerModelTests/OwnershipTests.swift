import ContainerModel
import Testing

/// container-rules.md, "The edge of the sandbox": the app's own are its data container, its bundle, its groups and its
/// iCloud containers.
@Suite("Ownership of containers")
struct OwnershipTests {
    struct Side: Sendable {
        var kind: ContainerKind
        var app = AppInfo()

        init(_ kind: ContainerKind, _ identifier: String?, _ entitlements: [Entitlement: [String]]? = nil) {
            self.kind = kind
            app.identifier = identifier
            app.entitlements = entitlements
        }
    }

    static let rows: [(Side, Side, Answer)] = [
        (Side(.data, "org.a"), Side(.data, "org.a"), .yes),
        (Side(.data, "org.a"), Side(.data, "org.b"), .no),
        (Side(.data, "org.a"), Side(.data, nil), .unknown),
        (Side(.data, nil), Side(.data, nil), .unknown),
        (Side(.bundle, "org.a"), Side(.data, "org.a"), .yes),
        (Side(.bundle, "org.a"), Side(.data, "org.b"), .no),
        // A plug-in's own container is not the app's.
        (Side(.data, "org.a"), Side(.data, "org.a.widget"), .no),
        // A group is the app's if its entitlements list it; without them the owner is unknown.
        (Side(.data, "org.a"), Side(.appGroup, "group.org.a"), .unknown),
        (Side(.data, "org.a", [.appGroups: ["group.org.a"]]), Side(.appGroup, "group.org.a"), .yes),
        (Side(.data, "org.a", [.appGroups: ["group.org.b"]]), Side(.appGroup, "group.org.a"), .no),
        (Side(.data, "org.a", [:]), Side(.appGroup, "group.org.a"), .no),
        (Side(.bundle, "org.a", [.appGroups: ["group.org.a"]]), Side(.appGroup, "group.org.a"), .yes),
        (Side(.appGroup, "group.org.a"), Side(.appGroup, "group.org.a"), .yes),
        (Side(.appGroup, "group.org.a"), Side(.appGroup, "group.org.b"), .unknown),
        // Every app's own iCloud container is named after it; others are listed.
        (Side(.data, "org.a"), Side(.iCloud, "iCloud.org.a"), .yes),
        (Side(.data, "org.a"), Side(.iCloud, "iCloud.org.b"), .unknown),
        (Side(.data, "org.a", [.iCloudContainers: ["iCloud.org.b"]]), Side(.iCloud, "iCloud.org.b"), .yes),
        (Side(.data, "org.a", [.iCloudContainers: ["TEAM.org.*"]]), Side(.iCloud, "TEAM.org.b"), .yes),
        (Side(.data, "org.a", [.iCloudContainers: []]), Side(.iCloud, "iCloud.org.b"), .no),
        (Side(.appGroup, "group.org.a"), Side(.iCloud, "iCloud.org.a"), .unknown),
        // The system's containers belong to no app.
        (Side(.data, "org.a"), Side(.system, "org.a"), .no),
        (Side(.system, nil), Side(.data, nil), .no),
    ]

    @Test("whether two containers belong to one app", arguments: rows)
    func areOfSameApp(one: Side, other: Side, expected: Answer) {
        let rules = RuleBook.standard
        #expect(rules.areOfSameApp((one.kind, one.app), (other.kind, other.app)) == expected)
        #expect(rules.areOfSameApp((other.kind, other.app), (one.kind, one.app)) == expected)
    }
}
