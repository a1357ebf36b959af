import ContainerModel

/// The rules of delivery as they are quoted (container-rules.md, "Delivery from other apps").
extension RuleCitation {
    static func typeNotDeclared(_ file: FileType) -> RuleCitation {
        RuleCitation(
            identifier: "delivery.type-not-declared",
            sentence: "An app is handed only documents of types that it declares, and it does not declare "
                + "\(file.title)"
                + (file.identifiers.isEmpty ? file.fileExtension.map { " (.\($0), a type nobody knows)" } ?? "" : "")
                + ".",
            sources: [.s0]
        )
    }

    static func typeDeclared(_ match: DocumentMatch) -> RuleCitation {
        RuleCitation(
            identifier: "delivery.type-declared",
            sentence: "The app declares \(match.reason)"
                + (match.documentType.name.map { ", as \"\($0)\"" } ?? "") + ".",
            sources: [.s0]
        )
    }

    static let opensInPlace = RuleCitation(
        identifier: "delivery.in-place",
        sentence: "With LSSupportsOpeningDocumentsInPlace = YES the app gets the original from Files, iCloud Drive and "
            + "pickers, and coordinates its access.",
        sources: [.s0]
    )

    static let copiedToTemporaryInbox = RuleCitation(
        identifier: "delivery.temporary-inbox",
        sentence: "Without LSSupportsOpeningDocumentsInPlace = YES the app gets a copy from Files, iCloud Drive and "
            + "pickers, in tmp/<bundle id>-Inbox.",
        sources: [.s0]
    )

    static let copiedToInbox = RuleCitation(
        identifier: "delivery.inbox",
        sentence: "From Mail, AirDrop and other apps the app gets a copy in Documents/Inbox.",
        sources: [.s0, .s2, .s3]
    )

    static let deliveredToData = RuleCitation(
        identifier: "delivery.data-container",
        sentence: "Documents are handed over into an app's data container, which has the inboxes.",
        sources: [.s0]
    )

    static let inboxHasIdentifier = RuleCitation(
        identifier: "delivery.inbox-has-identifier",
        sentence: "The temporary inbox is named after the app's bundle identifier, and that is not known.",
        sources: [.s0]
    )
}

extension RuleBook {
    /// The directory of a place in a data container, for an app.
    func directory(of place: Place, bundleIdentifier: String?) -> ContainerPath? {
        rule(of: place).paths.first { $0.container == .data }?.pattern.path(bundleIdentifier: bundleIdentifier)
    }
}
