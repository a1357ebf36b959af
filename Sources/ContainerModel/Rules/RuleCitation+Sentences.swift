/// Citations of rules that are not single rows of a table: derived from rows, or about an acting party.
extension RuleCitation {
    /// `inbox.contents.modify`: a right that a place grants or lacks.
    static func rights(
        _ operation: OperationRule,
        _ need: OperationRule.Requirement,
        _ location: Location,
        _ place: PlaceRule,
        to actor: ActingParty,
        isGranted: Bool,
        in rules: RuleBook
    ) -> RuleCitation {
        let who = actor == .user ? "The device's user" : "Apps"
        let what: String =
            switch (need.subject, location.level) {
            case (.item, .directory): "\(operation.verb) \(place.noun) itself"
            case (.item, .contents):
                "\(operation.verb) items \(place.place == .home ? "at the container's root" : "in \(place.noun)")"
            default: "\(operation.verbOfReceiver) \(place.noun)"
            }
        let reason = isGranted ? nil : place.reasons[need.right].map { "; \($0)" }
        return RuleCitation(
            identifier: "\(location.place.rawValue).\(location.level.rawValue).\(operation.operation.rawValue)",
            sentence: "\(who) may \(isGranted ? "" : "not ")\(what)\(reason ?? "").",
            passages: rules.passages(at: location, about: need.right)
        )
    }

    static let systemOnly = RuleCitation(
        identifier: "actor.system-only",
        sentence: "Only the system delivers documents, purges, and takes snapshots.",
        sources: [.s0]
    )

    static let nothingElseOfSystem = RuleCitation(
        identifier: "actor.system",
        sentence: "The system only delivers documents, purges, and takes snapshots.",
        sources: [.s0]
    )

    static func here(_ operation: Operation, _ place: PlaceRule) -> RuleCitation {
        RuleCitation(
            identifier: "actor.system.\(operation.rawValue)",
            sentence: "The system \(operation.systemVerb) \(place.noun).",
            passages: Passage.ofRules["system.\(operation.rawValue).\(place.place.rawValue)"] ?? []
        )
    }

    static func notHere(_ operation: Operation, _ place: PlaceRule) -> RuleCitation {
        RuleCitation(
            identifier: "actor.system.\(operation.rawValue)",
            sentence: "No document says that the system \(operation.systemVerb) \(place.noun).",
            sources: []
        )
    }

    static let userSeesOnlyDocuments = RuleCitation(
        identifier: "actor.user.sees-documents",
        sentence: "The device's user sees only an app's Documents.",
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

    /// Mode, owner or an access control list deny it. The item's own are shown instead of the sentence where they are
    /// known.
    package static let permissions = RuleCitation(
        identifier: "permissions",
        sentence: "The mode, owner or access control list of the item, or of a directory above it, does not let the "
            + "app's user do this.",
        sources: [.s2]
    )

    static func locked(_ row: ProtectionRule) -> RuleCitation {
        RuleCitation(
            identifier: "protection.class-\(row.protection.rawValue)", sentence: row.sentence, sources: row.sources)
    }
}
