/// Citations of rules that are not single rows of a table: derived from rows, or about an acting party.
extension RuleCitation {
    /// `inbox.contents.modify`: a right that a place grants or lacks.
    static func rights(
        _ operation: OperationRule,
        _ need: OperationRule.Requirement,
        _ location: Location,
        _ place: PlaceRule
    ) -> RuleCitation {
        let asked = need.subject == .item ? "the item" : "the directory it goes into"
        let standing = location.level == .directory ? "\(place.title) itself" : "what is in \(place.title)"
        return RuleCitation(
            identifier: "\(location.place.rawValue).\(location.level.rawValue).\(operation.operation.rawValue)",
            sentence: "To \(operation.title), \(asked) needs \(letter(of: need.right)); "
                + "\(standing) has \(place.access[location.level]).",
            sources: place.sources
        )
    }

    private static func letter(of right: Rights) -> String {
        Rights.columns.first { $0.right == right }.map { String($0.letter) } ?? right.description
    }

    static let systemOnly = RuleCitation(
        identifier: "actor.system-only",
        sentence: "Only the system delivers documents, purges, and takes snapshots.",
        sources: [.s0]
    )

    static let nothingElseOfSystem = RuleCitation(
        identifier: "actor.system",
        sentence: "The system delivers, purges and takes snapshots; nothing else is asked of it.",
        sources: [.s0]
    )

    static func here(_ operation: Operation, _ place: PlaceRule) -> RuleCitation {
        RuleCitation(
            identifier: "actor.system.\(operation.rawValue)",
            sentence: "\(place.title) is where the system does this.",
            sources: place.sources
        )
    }

    static func notHere(_ operation: Operation, _ place: PlaceRule) -> RuleCitation {
        RuleCitation(
            identifier: "actor.system.\(operation.rawValue)",
            sentence: "\(place.title) is not where the system does this.",
            sources: place.sources
        )
    }

    static let userSeesOnlyDocuments = RuleCitation(
        identifier: "actor.user.sees-documents",
        sentence: "The device's user sees only Documents of a container.",
        sources: [.s0]
    )

    static let notByFileSharing = RuleCitation(
        identifier: "actor.user.file-sharing",
        sentence: "Neither Finder, iTunes nor the Files app can do this.",
        sources: [.s0]
    )

    static func appShares(_ keys: [SharingKey]) -> RuleCitation {
        let list = keys.map { "\($0.rawValue) = YES" }.joined(separator: " and ")
        return RuleCitation(
            identifier: "actor.user.shared-documents",
            sentence: "The device's user may do this where the app declares \(list).",
            sources: [.s0]
        )
    }

    static let owner = RuleCitation(
        identifier: "actor.owner",
        sentence: "The owner of this copy may do whatever the host's file system allows.",
        sources: []
    )

    static func locked(_ protection: ProtectionClass) -> RuleCitation {
        RuleCitation(
            identifier: "protection.class-\(protection.rawValue)",
            sentence:
                "The file is in protection class \(protection.rawValue), whose key is unavailable until the device is unlocked.",
            sources: [.s2]
        )
    }
}
