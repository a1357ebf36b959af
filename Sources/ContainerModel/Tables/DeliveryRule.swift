/// A row of the table of deliveries (container-rules.md, "Delivery from other apps"): what an app receives of a
/// document of a type that it declares.
package struct DeliveryRule: Hashable, Sendable {
    /// What the app receives.
    package enum Outcome: Hashable, Sendable {
        /// The original's own URL.
        case original
        /// A copy in one of its inboxes.
        case copy(into: Place)
    }

    /// Whether the sender leaves its documents in place.
    package var keepsOriginal: Bool
    /// Whether the app must support opening documents in place; nil if it does not matter.
    package var opensInPlace: Bool?
    /// What the app receives.
    package var outcome: Outcome
    /// What to do instead if a copy is not good enough.
    package var inPlaceInstead: String?
    /// The identifier, stable across releases.
    package var identifier: String
    /// The rule in one sentence.
    package var sentence: String
    /// The documents that state the rule.
    package var sources: [RuleSource]

    /// The citation of the rule.
    package var citation: RuleCitation { RuleCitation(identifier: identifier, sentence: sentence, sources: sources) }

    /// All rows; the first that matches applies, and one always does.
    package static let all: [DeliveryRule] = [
        DeliveryRule(
            keepsOriginal: true, opensInPlace: true, outcome: .original, identifier: "delivery.in-place",
            sentence: "With LSSupportsOpeningDocumentsInPlace = YES the app gets the original from Files, iCloud Drive "
                + "and pickers, and coordinates its access.",
            sources: [.s0]
        ),
        DeliveryRule(
            keepsOriginal: true, outcome: .copy(into: .temporaryInbox),
            inPlaceInstead: "an app that declares LSSupportsOpeningDocumentsInPlace = YES in its Info.plist",
            identifier: "delivery.temporary-inbox",
            sentence:
                "Without LSSupportsOpeningDocumentsInPlace = YES the app gets a copy from Files, iCloud Drive and "
                + "pickers, in tmp/<bundle id>-Inbox.",
            sources: [.s0]
        ),
        DeliveryRule(
            keepsOriginal: false, outcome: .copy(into: .inbox),
            inPlaceInstead: "hand it over from files, icloud or a picker",
            identifier: "delivery.inbox",
            sentence: "From Mail, AirDrop and other apps the app gets a copy in Documents/Inbox.",
            sources: [.s0, .s2, .s3]
        ),
    ]
}

/// Rules by which nothing is delivered at all.
extension RuleCitation {
    /// Only data containers receive documents.
    package static let deliveredToData = RuleCitation(
        identifier: "delivery.data-container",
        sentence: "Documents are handed over into an app's data container, which has the inboxes.",
        sources: [.s0]
    )

    /// An app that opens the original shares it with other processes.
    package static let originalIsCoordinated = RuleCitation(
        identifier: "delivery.original-is-coordinated",
        sentence: "The app reads and writes the original through a File Coordinator (NSFileCoordinator), so that no "
            + "other process changes it meanwhile, and adopts File Presenter (NSFilePresenter) to learn of others' "
            + "changes.",
        sources: [.s0]
    )

    /// The temporary inbox needs a bundle identifier.
    package static let inboxHasIdentifier = RuleCitation(
        identifier: "delivery.inbox-has-identifier",
        sentence: "The temporary inbox is named after the app's bundle identifier, and that is not known.",
        sources: [.s0]
    )
}
