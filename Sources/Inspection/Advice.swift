package import ContainerModel

/// Where a file should go, by the questions of the rules document ("Where should this file go?").
package struct Advice: Sendable {
    /// One of the questions, in the order in which they are asked.
    package enum Question: String, CaseIterable, Sendable {
        case setting
        case knownAtBuild
        case userSees
        case persists
        case recreatable
        case offline

        /// As it is put to a person.
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

    /// A row of the table: what has to be answered, and where the file goes then. The first that fits counts.
    struct Row: Sendable {
        var answers: [Question: Bool] = [:]
        var place: Place
        var isExcluded = false
        var identifier: String
        var sentence: String
        var sources: [RuleSource]
    }

    /// container-rules.md, "Where should this file go?" and "Backup".
    static let table: [Row] = [
        Row(
            answers: [.setting: true],
            place: .preferences, identifier: "advice.setting",
            sentence: "Settings go to Preferences, through UserDefaults and not as a file.", sources: [.s0, .s2]
        ),
        Row(
            answers: [.knownAtBuild: true],
            place: .bundle, identifier: "advice.known-at-build",
            sentence: "What is known when the app is built is part of its bundle.", sources: [.s0]
        ),
        Row(
            answers: [.userSees: true],
            place: .documents, identifier: "advice.user-sees",
            sentence: "Documents that only the user can make go to Documents.", sources: [.s0, .s1]
        ),
        Row(
            answers: [.persists: true, .recreatable: true],
            place: .applicationSupport, isExcluded: true, identifier: "advice.persists-recreatable",
            sentence: "It may last in Application Support, but what can be made again must be excluded from backups.",
            sources: [.s0, .s3]
        ),
        Row(
            answers: [.persists: true],
            place: .applicationSupport, identifier: "advice.persists",
            sentence: "What must persist and be backed up, and the user should not see, goes to Application Support.",
            sources: [.s0, .s3]
        ),
        Row(
            answers: [.recreatable: true, .offline: true],
            place: .applicationSupport, isExcluded: true, identifier: "advice.recreatable-offline",
            sentence: "What can be made again but is needed offline goes to Application Support with the exclusion "
                + "attribute; the app then watches its size itself.",
            sources: [.s0, .s1]
        ),
        Row(
            answers: [.recreatable: true],
            place: .caches, identifier: "advice.recreatable",
            sentence: "What can be downloaded or made again goes to Caches.", sources: [.s0, .s1, .s3]
        ),
        Row(
            place: .tmp, identifier: "advice.otherwise",
            sentence: "What need not outlive this run of the app goes to tmp, and is deleted when it is done with.",
            sources: [.s0, .s1]
        ),
    ]

    /// The question whose answer is needed next; nil where the answers decide.
    package static func nextQuestion(after answers: [Question: Bool]) -> Question? {
        for row in table {
            guard row.answers.allSatisfy({ answers[$0.key] == nil || answers[$0.key] == $0.value }) else { continue }
            return Question.allCases.first { row.answers[$0] != nil && answers[$0] == nil }
        }
        return nil
    }

    package let place: PlaceRule
    /// Whether the exclusion attribute has to be set.
    package let isExcluded: Bool
    package let rule: RuleCitation
    /// Where it goes in the container; in the bundle there is no path to give.
    package let directory: ContainerPath?
    package let badges: Badges
    package let warnings: [RuleCitation]

    /// - Parameters:
    ///   - answers: a question without one counts as answered with no.
    ///   - app: names the directory in Application Support.
    package init(for answers: [Question: Bool], app: AppInfo = AppInfo(), rules: RuleBook = .standard) {
        let row =
            Self.table.first { row in row.answers.allSatisfy { (answers[$0.key] ?? false) == $0.value } }
            ?? Self.table[Self.table.count - 1]
        place = rules.rule(of: row.place)
        isExcluded = row.isExcluded
        rule = RuleCitation(identifier: row.identifier, sentence: row.sentence, sources: row.sources)
        directory = rules.directoryToUse(of: row.place, app: app)
        let kind: ContainerKind = directory == nil ? .bundle : .data
        let path = (directory ?? .root).appending(name: Array("file".utf8)) ?? .root
        let item = Item(path, in: kind, exclusion: row.isExcluded ? .own : [])
        badges = rules.badges(of: item, app: app)
        warnings = rules.warnings(for: row.place)
    }
}

extension RuleBook {
    /// The directory of a place that an app puts its files into: in Application Support one of its own (S0, S2).
    package func directoryToUse(of place: Place, app: AppInfo) -> ContainerPath? {
        guard let path = path(of: place) else { return nil }
        let needsOwn = warnings(for: place).contains { $0.identifier == "application-support.subdirectory" }
        guard needsOwn else { return path }
        return path.appending(name: Array((app.identifier ?? "<bundle id>").utf8)) ?? path
    }
}
