package import ContainerModel

/// The place where a file belongs, decided by the questions in container-rules.md, "Where should this file go?".
package struct Advice: Sendable {
    /// A question that the advice depends on.
    package typealias Question = AdviceQuestion

    /// Returns the next question to ask; nil if the answers so far decide.
    package static func nextQuestion(after answers: [Question: Bool]) -> Question? {
        for row in AdviceRule.all {
            guard row.answers.allSatisfy({ answers[$0.key] == nil || answers[$0.key] == $0.value }) else { continue }
            return Question.allCases.first { row.answers[$0] != nil && answers[$0] == nil }
        }
        return nil
    }

    /// The place where the file belongs.
    package let place: PlaceRule
    /// Whether the file needs the exclusion attribute.
    package let isExcluded: Bool
    /// The rule that decided.
    package let rule: RuleCitation
    /// The directory in the container; nil for the bundle, where nothing can be added.
    package let directory: ContainerPath?
    /// The badges of a file there.
    package let badges: Badges
    /// The warnings for that place.
    package let warnings: [RuleCitation]

    /// Creates advice from answers.
    /// - Parameters:
    ///   - answers: An unanswered question counts as answered no.
    ///   - app: Its bundle identifier names the directory in Application Support.
    package init(for answers: [Question: Bool], app: AppInfo = AppInfo(), rules: RuleBook = .standard) {
        let row =
            AdviceRule.all.first { row in row.answers.allSatisfy { (answers[$0.key] ?? false) == $0.value } }
            ?? AdviceRule.all[AdviceRule.all.count - 1]
        place = rules.rule(of: row.place)
        isExcluded = row.isExcluded
        rule = row.citation
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
        let needsOwn = warnings(for: place).contains { $0.identifier == "application-support.subdirectory" }
        guard needsOwn else { return path }
        return path.appending(name: Array((app.identifier ?? "<bundle id>").utf8)) ?? path
    }
}
