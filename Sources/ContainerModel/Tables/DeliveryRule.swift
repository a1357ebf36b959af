/// A row of the table of deliveries (container-rules.md, "Delivery from other apps"): the form in which an app receives
/// a document of a type that it declares.
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
    /// The alternative if a copy is not good enough.
    package var inPlaceInstead: String?
    /// The identifier, stable across releases.
    package var identifier: RuleIdentifier
    /// The rule in one sentence.
    package var sentence: String

    /// The rule, with the documents' statements about it.
    package var rule: Rule { Rule(identifier, sentence) }

    /// All rows; the first that matches applies, and one always does.
    package static let all: [DeliveryRule] = [
        DeliveryRule(
            keepsOriginal: true, opensInPlace: true, outcome: .original, identifier: .deliveryInPlace,
            sentence: "With LSSupportsOpeningDocumentsInPlace = YES the app gets the original from Files, iCloud Drive "
                + "and pickers, and coordinates its access."
        ),
        DeliveryRule(
            keepsOriginal: true, outcome: .copy(into: .temporaryInbox),
            inPlaceInstead: "an app that declares LSSupportsOpeningDocumentsInPlace = YES in its Info.plist",
            identifier: .deliveryToTemporaryInbox,
            sentence:
                "Without LSSupportsOpeningDocumentsInPlace = YES the app gets a copy from Files, iCloud Drive and "
                + "pickers, in tmp/<bundle id>-Inbox."
        ),
        DeliveryRule(
            keepsOriginal: false, outcome: .copy(into: .inbox),
            inPlaceInstead: "hand it over from files, icloud or a picker",
            identifier: .deliveryToInbox,
            sentence: "From Mail, AirDrop and other apps the app gets a copy in Documents/Inbox."
        ),
    ]
}
