/// A question about a file to be stored, in the order in which they are asked.
package enum AdviceQuestion: String, CaseIterable, Hashable, Sendable {
    case setting
    case knownAtBuild
    case userSees
    case persists
    case recreatable
    case support
    case offline

    /// The question as displayed.
    package var text: String {
        switch self {
        case .setting: "Is it a setting, a small value that UserDefaults can hold?"
        case .knownAtBuild: "Is it known when the app is built, and never changed by it?"
        case .userSees: "Should the user see it, as they see their documents?"
        case .persists: "Is it needed between launches?"
        case .recreatable: "Can it be downloaded or recreated?"
        case .support: "Is it a template, a modified resource of the bundle, or something bought, such as a level?"
        case .offline: "Must it be there without a network, so that the system may not purge it?"
        }
    }

    /// Returns an answer as a clause: "it can be recreated".
    package func clause(_ answer: Bool) -> String {
        switch self {
        case .setting: answer ? "it is a setting" : "it is not a setting"
        case .knownAtBuild: answer ? "it is known when the app is built" : "it is not known when the app is built"
        case .userSees: answer ? "the user should see it" : "the user need not see it"
        case .persists: answer ? "it is needed between launches" : "it is needed only until the app exits"
        case .recreatable: answer ? "it can be recreated" : "it cannot be recreated"
        case .support:
            answer
                ? "it is a template, a modified resource or something bought"
                : "it is not a template, a modified resource or something bought"
        case .offline: answer ? "it must be there without a network" : "it may vanish"
        }
    }
}

/// A row of the table of implied answers: what an answer implies for unanswered questions. An explicit answer overrides
/// it.
package struct AdviceImplication: Hashable, Sendable {
    /// The question that was answered.
    package var question: AdviceQuestion
    /// The answer to it.
    package var answer = true
    /// The answers to other questions that follow.
    package var answers: [AdviceQuestion: Bool]

    /// All rows.
    package static let all: [AdviceImplication] = [
        AdviceImplication(question: .knownAtBuild, answers: [.setting: false]),
        AdviceImplication(question: .userSees, answers: [.setting: false, .knownAtBuild: false]),
        AdviceImplication(question: .recreatable, answers: [.setting: false, .knownAtBuild: false]),
        // Whoever says how long data is needed speaks of a file, and not of a setting, which is needed for good.
        AdviceImplication(question: .persists, answers: [.setting: false]),
        AdviceImplication(question: .persists, answer: false, answers: [.setting: false, .knownAtBuild: false]),
        // What is known when the app is built can always be made again, from the bundle.
        AdviceImplication(question: .recreatable, answer: false, answers: [.knownAtBuild: false]),
        AdviceImplication(question: .support, answers: [.setting: false, .knownAtBuild: false, .persists: true]),
        // Data that must be available offline is needed again. Templates and the like always must be there.
        AdviceImplication(
            question: .offline, answers: [.setting: false, .knownAtBuild: false, .persists: true, .support: false]),
        AdviceImplication(question: .offline, answer: false, answers: [.support: false]),
    ]
}

/// A row of the table of advice (container-rules.md, "Where should this file go?"): the answers required, and where the
/// file belongs then.
package struct AdviceRule: Hashable, Sendable {
    /// The answers that the row requires.
    package var answers: [AdviceQuestion: Bool]
    /// Where the file belongs.
    package var place: Place
    /// Whether the file has to be excluded from backup there.
    package var isExcluded = false
    /// The identifier, stable across releases.
    package var identifier: RuleIdentifier
    /// The rule in one sentence.
    package var sentence: String

    /// The rule, with the documents' statements about it.
    package var rule: Rule { Rule(identifier, sentence) }

    /// All rows; the first that matches applies. Every way of answering all questions matches one.
    package static let all: [AdviceRule] = [
        AdviceRule(
            answers: [.setting: true],
            place: .preferences, identifier: .adviceSetting,
            sentence: "Settings go to Preferences, through UserDefaults and not as a file."
        ),
        AdviceRule(
            answers: [.knownAtBuild: true],
            place: .bundle, identifier: .adviceKnownAtBuild,
            sentence: "What is known when the app is built is part of its bundle."
        ),
        AdviceRule(
            answers: [.userSees: true, .recreatable: true],
            place: .documents, isExcluded: true, identifier: .adviceUserSeesRecreatable,
            sentence: "What the user should see goes to Documents; if it can be recreated, it is not backed up."
        ),
        AdviceRule(
            answers: [.userSees: true, .recreatable: false],
            place: .documents, identifier: .adviceUserSees,
            sentence: "Documents that only the user can make go to Documents."
        ),
        AdviceRule(
            answers: [.userSees: false, .persists: false],
            place: .tmp, identifier: .adviceUntilExit,
            sentence: "What the app needs only until it exits goes to tmp, and is deleted when it is no longer needed."
        ),
        AdviceRule(
            answers: [.userSees: false, .persists: true, .recreatable: false],
            place: .applicationSupport, identifier: .advicePersists,
            sentence: "What must last and be backed up, and the user need not see, goes to Application Support."
        ),
        AdviceRule(
            answers: [.userSees: false, .persists: true, .recreatable: true, .support: true],
            place: .applicationSupport, isExcluded: true, identifier: .adviceSupport,
            sentence: "Templates, modified resources of the bundle and what the user bought go to Application Support; "
                + "if they can be recreated, they are not backed up."
        ),
        AdviceRule(
            answers: [.userSees: false, .persists: true, .recreatable: true, .offline: true],
            place: .applicationSupport, isExcluded: true, identifier: .adviceRecreatableOffline,
            sentence: "What can be recreated but is needed offline is kept with the exclusion attribute; the app then "
                + "watches its size itself."
        ),
        AdviceRule(
            answers: [.userSees: false, .persists: true, .recreatable: true, .offline: false],
            place: .caches, identifier: .adviceRecreatable,
            sentence: "What can be downloaded or recreated, and may vanish, goes to Caches."
        ),
    ]
}
