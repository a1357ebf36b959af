/// A row of the table of exceptions: a case that the rights of the places alone do not decide.
package struct ExceptionRule: Hashable, Sendable {
    /// The identifier, stable across releases.
    package var identifier: RuleIdentifier
    /// The place of the subject.
    package var place: Place
    /// The level of the subject; nil for both.
    package var level: Level?
    /// The item that the row looks at.
    package var subject: Subject
    /// The operations that the row applies to.
    package var operations: [Operation]
    /// The parties that the row applies to.
    package var actors: [ActingParty]
    /// A further condition.
    package var condition: Condition = .always
    /// The effect of attempting the operation.
    package var outcome: Outcome
    /// Whether the warning is given once for a container whose app is not running, instead of before each operation.
    package var isGivenOnce = false
    /// Alternatives to a refused operation, besides those of the place.
    package var alternatives: [Alternative] = []
    /// The rule in one sentence.
    package var sentence: String

    /// A further condition of a row.
    package enum Condition: Hashable, Sendable {
        case always
        /// A rule that is off by default has been enabled.
        case optionalRule(OptionalRules)
        /// The item is named like a database, and the app shows its Documents to the user.
        case isDatabaseSharedWithUser
        /// The item has a database's name.
        case isDatabase
        /// The item is not a directory.
        case isNoDirectory
    }

    /// An outcome other than the one that the rights allow.
    package enum Outcome: Hashable, Sendable {
        case becomes(Substitute)
        case refused
        /// The rights decide; the sentence is added as a warning.
        case warned
    }

    /// Returns whether the row says something about a file or link of the place, judging by its name and type.
    func concerns(_ item: Item) -> Bool {
        switch condition {
        case .always, .optionalRule: true
        case .isDatabaseSharedWithUser, .isDatabase: item.isNamedLikeDatabase
        case .isNoDirectory: level != .directory
        }
    }

    /// The rule, with the documents' statements about it.
    package var rule: Rule { Rule(identifier, sentence) }
}
