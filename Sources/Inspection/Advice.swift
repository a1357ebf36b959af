package import ContainerModel

/// Where a file should go, by the questions of the rules document ("Where should this file go?").
package struct Advice: Sendable {
    package typealias Question = AdviceQuestion

    /// The question whose answer is needed next; nil where the answers decide.
    package static func nextQuestion(after answers: [Question: Bool]) -> Question? {
        for row in AdviceRule.all {
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
    /// The directory of a place that an app puts its files into: in Application Support one of its own (S0, S2).
    package func directoryToUse(of place: Place, app: AppInfo) -> ContainerPath? {
        guard let path = path(of: place) else { return nil }
        let needsOwn = warnings(for: place).contains { $0.identifier == "application-support.subdirectory" }
        guard needsOwn else { return path }
        return path.appending(name: Array((app.identifier ?? "<bundle id>").utf8)) ?? path
    }
}
