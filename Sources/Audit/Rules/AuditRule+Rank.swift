/// The order in which findings of one severity are told: by what they mean for a person.
extension AuditRule {
    /// Secrets, beginning with those by which a stranger can do most.
    private static let secretsByHarm: [AuditRule] = [
        privateKey, serviceKey, hardCodedCredentials, password, pin, card, token, webToken, personalNumber,
        requestCredentials, cookieFlags, urlCredentials, inLog, inWebStorage, inFreePages, keyboardCache,
    ]

    /// The subjects. What others can read comes first, what could not be examined last.
    private static let subjects: [Subject] = [
        .secret, .snapshot, .protection, .storage, .bundle, .privacy, .seal, .file,
    ]

    private static let secretRanks = Dictionary(
        uniqueKeysWithValues: secretsByHarm.enumerated().map { ($1.identifier, $0) })

    /// The place of the rule's findings among those of the same severity: the lower, the earlier.
    package var rank: Int {
        if let rank = Self.secretRanks[identifier] { return rank }
        return Self.secretsByHarm.count + (Self.subjects.firstIndex(of: subject) ?? Self.subjects.count)
    }
}
