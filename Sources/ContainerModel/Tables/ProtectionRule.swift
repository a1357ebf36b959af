/// A row of the table of data protection: whether a file of a class can be opened (container-rules.md, "Data protection").
/// A class without a row is unknown, and never a reason to refuse.
package struct ProtectionRule: Hashable, Sendable {
    /// The class of the file.
    package var protection: ProtectionClass
    /// The state of the device.
    package var lock: DeviceLock
    /// Whether a file that is not open yet can be opened: the key of its contents is available.
    package var isReadable: Bool
    /// Whether a new file of the class can be made.
    package var isCreatable: Bool
    /// The rule in one sentence, where the file cannot be opened.
    package var sentence: String
    private let sources: [Source]?

    /// The rule, with the documents' statements about it.
    var rule: Rule { Rule(Self.identifiers[protection] ?? .protectionNone, sentence, sources: sources) }

    private static let identifiers: [ProtectionClass: RuleIdentifier] = [
        .complete: .protectionComplete,
        .completeUnlessOpen: .protectionUnlessOpen,
        .completeUntilFirstUserAuthentication: .protectionUntilFirstUnlock,
        .none: .protectionNone,
    ]

    /// All rows.
    package static let all: [ProtectionRule] = [
        ProtectionRule(.complete, .unlocked),
        ProtectionRule(
            .complete, .locked,
            refusal: "While the device is locked, a file of class 1 (Complete) can be neither read nor written."),
        // S2 speaks of locking alone.
        ProtectionRule(
            .complete, .notUnlockedSinceBoot, refusal: beforeFirstUnlock("1 (Complete)"),
            sources: [.platformSecurity, .fileProtectionType]),
        ProtectionRule(.completeUnlessOpen, .unlocked),
        ProtectionRule(
            .completeUnlessOpen, .locked,
            refusal: "While the device is locked, a file of class 2 (CompleteUnlessOpen) cannot be opened. One that is "
                + "open already stays readable, and new ones can be created.",
            isCreatable: true),
        ProtectionRule(
            .completeUnlessOpen, .notUnlockedSinceBoot, refusal: beforeFirstUnlock("2 (CompleteUnlessOpen)"),
            isCreatable: true),
        ProtectionRule(.completeUntilFirstUserAuthentication, .unlocked),
        ProtectionRule(.completeUntilFirstUserAuthentication, .locked),
        ProtectionRule(
            .completeUntilFirstUserAuthentication, .notUnlockedSinceBoot,
            refusal: beforeFirstUnlock("3 (CompleteUntilFirstUserAuthentication)")),
        ProtectionRule(.none, .unlocked),
        ProtectionRule(.none, .locked),
        ProtectionRule(.none, .notUnlockedSinceBoot),
    ]

    private static func beforeFirstUnlock(_ name: String) -> String {
        "Until the device is unlocked for the first time after starting, a file of class \(name) can be "
            + "neither read nor written."
    }

    private init(
        _ protection: ProtectionClass,
        _ lock: DeviceLock,
        refusal: String? = nil,
        sources: [Source]? = nil,
        isCreatable: Bool? = nil
    ) {
        self.protection = protection
        self.lock = lock
        isReadable = refusal == nil
        self.isCreatable = isCreatable ?? isReadable
        sentence = refusal ?? ""
        self.sources = sources
    }
}
