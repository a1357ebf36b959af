/// One row of the table of exceptions: where the rights of the places alone do not say what happens.
package struct ExceptionRule: Hashable, Sendable {
    /// Stable from release to release.
    package var identifier: String
    /// Where the subject has to be.
    package var place: Place
    /// Nil for both.
    package var level: Level?
    /// Which item has to be at the place.
    package var subject: Subject
    /// What it is about.
    package var operations: [Operation]
    /// Whom it concerns.
    package var actors: [ActingParty]
    /// What else has to be so.
    package var condition: Condition = .always
    /// What happens.
    package var outcome: Outcome
    /// What would work instead, for refusals, besides the alternatives of the place.
    package var alternatives: [Alternative] = []
    /// The rule in one sentence.
    package var sentence: String
    /// Where it is written down.
    package var sources: [RuleSource]

    /// What else has to be so.
    package enum Condition: Hashable, Sendable {
        case always
        /// Somebody asked for a rule that is off by default.
        case optionalRule(OptionalRules)
        /// The item is named like a database, and the app shows its Documents to the user.
        case isDatabaseSharedWithUser
        /// The item is not a directory.
        case isNoDirectory
    }

    /// What happens instead of what the rights say.
    package enum Outcome: Hashable, Sendable {
        case becomes(Substitute)
        case refused
        /// The rights decide; this is said besides.
        case warned
    }

    var citation: RuleCitation { RuleCitation(identifier: identifier, sentence: sentence, sources: sources) }
}
