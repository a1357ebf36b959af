package import ContainerModel

/// The place where a file belongs, decided by the questions in container-rules.md, "Where should this file go?".
package struct Advice: Sendable {
    /// A question that the advice depends on.
    package typealias Question = AdviceQuestion

    /// Returns the rules that remain possible after some answers, in the order of the table. One remains if the answers
    /// decide; an unanswered question is not known, never a guess.
    package static func possibleRules(after answers: [Question: Bool]) -> [AdviceRule] {
        let known = withImplied(answers)
        var possible: [AdviceRule] = []
        for row in AdviceRule.all where row.answers.allSatisfy({ known[$0.key] == nil || known[$0.key] == $0.value }) {
            possible.append(row)
            if row.answers.allSatisfy({ known[$0.key] == $0.value }) { break }
        }
        return possible
    }

    /// Returns the next question to ask; nil if the answers so far decide, or if no other question would help.
    /// - Parameter unknown: The questions that were asked, and whose answer is not known.
    package static func nextQuestion(
        after answers: [Question: Bool], unknown: Set<Question> = []
    ) -> Question? {
        let possible = possibleRules(after: answers)
        guard possible.count > 1 else { return nil }
        let known = withImplied(answers)
        return Question.allCases.first { question in
            known[question] == nil && !unknown.contains(question)
                && possible.contains { $0.answers[question] != nil }
        }
    }

    /// Returns the answers on which it still depends that a rule applies: those it requires that are not known.
    package static func openAnswers(of rule: AdviceRule, after answers: [Question: Bool]) -> [(Question, Bool)] {
        let known = withImplied(answers)
        return Question.allCases.compactMap { question in
            known[question] == nil ? rule.answers[question].map { (question, $0) } : nil
        }
    }

    private static func withImplied(_ answers: [Question: Bool]) -> [Question: Bool] {
        AdviceImplication.all.filter { answers[$0.question] == $0.answer }.reduce(into: answers) { known, row in
            known.merge(row.answers) { given, _ in given }
        }
    }

    /// The place where the file belongs.
    package let place: PlaceRule
    /// Whether the file needs the exclusion attribute.
    package let isExcluded: Bool
    /// The rule that decided.
    package let rule: Rule
    /// The directory in the container; nil for the bundle, where nothing can be added.
    package let directory: ContainerPath?
    /// The badges of a file there.
    package let badges: Badges
    /// The warnings for that place.
    package let warnings: [Rule]

    /// Creates the advice of a rule.
    /// - Parameter app: Its bundle identifier names the directory in Application Support.
    package init(by row: AdviceRule, app: AppInfo = AppInfo(), rules: RuleBook = .standard) {
        place = rules.rule(of: row.place)
        isExcluded = row.isExcluded
        rule = row.rule
        directory = rules.directoryToUse(of: row.place, app: app)
        let kind: ContainerKind = directory == nil ? .bundle : .data
        let path = (directory ?? .root).appending(name: Array("file".utf8)) ?? .root
        let item = Item(path, in: kind, exclusion: row.isExcluded ? .own : [])
        badges = rules.badges(of: item, app: app)
        warnings = rules.warnings(for: row.place)
    }
}

extension RuleBook {
    /// Returns the directory of a place for an app's files: in Application Support, one named after the app (S0, S2).
    package func directoryToUse(of place: Place, app: AppInfo) -> ContainerPath? {
        guard let path = path(of: place) else { return nil }
        let needsOwn = warnings(for: place).contains { $0.identifier == .applicationSupportSubdirectory }
        guard needsOwn else { return path }
        return path.appending(name: Array((app.identifier ?? "<bundle id>").utf8)) ?? path
    }
}
