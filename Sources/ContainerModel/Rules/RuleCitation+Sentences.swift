/// Citations of rules that are not single rows of a table: derived from rows, or about an acting party.
extension RuleCitation {
    /// `inbox.contents.modify`: a right that a place grants or lacks.
    static func rights(
        _ operation: OperationRule,
        _ need: OperationRule.Requirement,
        _ location: Location,
        _ place: PlaceRule,
        isGranted: Bool,
        to actor: ActingParty
    ) -> RuleCitation {
        RuleCitation(
            identifier: "\(location.place.rawValue).\(location.level.rawValue).\(operation.operation.rawValue)",
            sentence: (actor == .user ? "The device's user" : "Apps") + (isGranted ? " may " : " may not ")
                + "\(operation.phrase(for: need, at: location, place.phrase)).",
            sources: place.sources
        )
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

extension OperationRule {
    /// The operation in a sentence about what it needs: "delete the container itself", "create a file in Inbox".
    /// - Parameter place: The place in the sentence.
    fileprivate func phrase(for need: Requirement, at location: Location, _ place: String) -> String {
        guard need.subject == .item else {
            return switch makes {
            case .item, .nothing: "\(title) in \(place)"
            case .sibling: "\(title) anything in \(place)"
            case .destination: "\(title) anything into \(place)"
            }
        }
        let item = location.level == .directory ? "\(place) itself" : "what is in \(place)"
        return switch operation {
        case .setAttributes: "change the attributes of \(item)"
        case .setExclusion: "exclude \(item) from backups"
        default: "\(title) \(item)"
        }
    }
}

extension PlaceRule {
    /// The place in a sentence: its name, or what it is if that is not the name of a directory.
    fileprivate var phrase: String {
        let hasName = paths.contains { $0.pattern.exactPath?.lastComponent?.elementsEqual(title.utf8) ?? false }
        return hasName ? title : "the \(title.prefix(1).lowercased())\(title.dropFirst())"
    }
}
