/// A question about a file to be stored, in the order in which they are asked.
package enum AdviceQuestion: String, CaseIterable, Hashable, Sendable {
    case setting
    case knownAtBuild
    case userSees
    case persists
    case recreatable
    case offline

    /// The question as displayed.
    package var text: String {
        switch self {
        case .setting: "Is it a setting, a small value that UserDefaults can hold?"
        case .knownAtBuild: "Is it known when the app is built, and never changed by it?"
        case .userSees: "Is it the user's own document, that they should see?"
        case .persists: "Must it last, and come back from a backup?"
        case .recreatable: "Is it needed between launches, and can it be downloaded or made again?"
        case .offline: "Must it be there without a network, so that the system may not purge it?"
        }
    }
}

/// A row of the table of advice (container-rules.md, "Where should this file go?" and "Backup"): the answers required,
/// and where the file belongs then.
package struct AdviceRule: Hashable, Sendable {
    /// The answers that the row requires; an unanswered question counts as answered no.
    package var answers: [AdviceQuestion: Bool] = [:]
    /// Where the file belongs.
    package var place: Place
    /// Whether the file has to be excluded from backup there.
    package var isExcluded = false
    /// The identifier, stable across releases.
    package var identifier: String
    /// The rule in one sentence.
    package var sentence: String
    /// The documents that state the rule.
    package var sources: [RuleSource]

    /// The citation of the rule.
    package var citation: RuleCitation { RuleCitation(identifier: identifier, sentence: sentence, sources: sources) }

    /// All rows; the first that matches applies. The last one matches any answers.
    package static let all: [AdviceRule] = [
        AdviceRule(
            answers: [.setting: true],
            place: .preferences, identifier: "advice.setting",
            sentence: "Settings go to Preferences, through UserDefaults and not as a file.", sources: [.s0, .s2]
        ),
        AdviceRule(
            answers: [.knownAtBuild: true],
            place: .bundle, identifier: "advice.known-at-build",
            sentence: "What is known when the app is built is part of its bundle.", sources: [.s0]
        ),
        AdviceRule(
            answers: [.userSees: true],
            place: .documents, identifier: "advice.user-sees",
            sentence: "Documents that only the user can make go to Documents.", sources: [.s0, .s1]
        ),
        AdviceRule(
            answers: [.persists: true, .recreatable: true],
            place: .applicationSupport, isExcluded: true, identifier: "advice.persists-recreatable",
            sentence: "It may last in Application Support, but what can be made again must be excluded from backups.",
            sources: [.s0, .s3]
        ),
        AdviceRule(
            answers: [.persists: true],
            place: .applicationSupport, identifier: "advice.persists",
            sentence: "What must persist and be backed up, and the user should not see, goes to Application Support.",
            sources: [.s0, .s3]
        ),
        AdviceRule(
            answers: [.recreatable: true, .offline: true],
            place: .applicationSupport, isExcluded: true, identifier: "advice.recreatable-offline",
            sentence: "What can be made again but is needed offline goes to Application Support with the exclusion "
                + "attribute; the app then watches its size itself.",
            sources: [.s0, .s1]
        ),
        AdviceRule(
            answers: [.recreatable: true],
            place: .caches, identifier: "advice.recreatable",
            sentence: "What can be downloaded or made again goes to Caches.", sources: [.s0, .s1, .s3]
        ),
        AdviceRule(
            place: .tmp, identifier: "advice.otherwise",
            sentence: "What the app needs only until it exits goes to tmp, and is deleted when it is no longer needed.",
            sources: [.s0, .s1]
        ),
    ]
}
