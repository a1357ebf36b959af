package import ContainerModel
package import ContainerStore
import FileTree
package import Jobs
package import Reports

/// The items of a directory that seem to be in the wrong place: the output of `advise DIRECTORY`.
package struct PlacementSurvey {
    /// The totals. JSON keys are stable.
    package struct Totals: Encodable, Hashable, Sendable {
        /// Always `total`, to distinguish it from the items.
        package let row = "total"
        /// The number of items examined.
        package fileprivate(set) var items = 0
        /// The number of items that seem to be in the wrong place.
        package fileprivate(set) var wrong = 0
        /// The number of items that are in the wrong place under a condition that could not be checked.
        package fileprivate(set) var depends = 0
        /// The number of items that could not be examined.
        package fileprivate(set) var unreadable = 0
    }

    /// The totals of the items examined so far.
    package private(set) var totals = Totals()

    private var walk: ContainerWalk
    private let judge: PlacementEvaluator
    /// The rules found for the directories around the next item, with their depths.
    private var around: [(depth: Int, rules: Set<RuleIdentifier>)] = []

    /// Creates a survey of a directory and everything below it.
    /// - Parameters:
    ///   - bundle: The bundle of the container's app; nil for the one on the same device.
    ///   - cancellation: Ends the survey when it is set; its totals are incomplete then.
    ///   - meter: Counts the items examined.
    package init(
        below path: ContainerPath,
        of container: Container,
        bundle: Container? = nil,
        rules: RuleBook = .standard,
        cancellation: Cancellation = Cancellation(),
        meter: ProgressMeter? = nil
    ) {
        walk = ContainerWalk(of: container, from: path, rules: rules, cancellation: cancellation, meter: meter)
        judge = PlacementEvaluator(container, bundle: bundle, rules: rules)
    }

    /// Returns the items below a directory that seem, or may be, in the wrong place.
    package static func items(
        below path: ContainerPath, of container: Container, cancellation: Cancellation = Cancellation()
    ) -> Set<ContainerPath> {
        var survey = PlacementSurvey(below: path, of: container, cancellation: cancellation)
        var found: Set<ContainerPath> = []
        while let step = survey.next() { if case .row(let placement) = step { found.insert(placement.path) } }
        return found
    }

    /// Returns the next item that seems to violate a rule, or that could not be examined; nil at the end. A finding
    /// about a directory is not repeated for its contents.
    package mutating func next() -> ReportStep<Placement>? {
        while let step = walk.next() {
            switch step {
            case .leaving: continue
            case .failure(let path, let error):
                totals.unreadable += 1
                return .failure(path, error)
            case .item(let met):
                totals.items += 1
                around.removeAll { $0.depth >= met.depth }
                let placement = Placement(met, judge: judge)
                let known = around.reduce(into: Set()) { $0.formUnion($1.rules) }
                let rules = Set(placement.findings.map(\.rule.identifier))
                if placement.isDirectory { around.append((met.depth, rules)) }
                guard !rules.isSubset(of: known) else { continue }
                if placement.isCertain { totals.wrong += 1 } else { totals.depends += 1 }
                return .row(placement)
            }
        }
        return nil
    }
}

extension Placement {
    /// Whether the item violates a rule without further conditions.
    var isCertain: Bool { findings.contains { $0.provided == nil } }
}

extension PlacementSurvey.Totals {
    /// The totals as text.
    package var lines: [String] {
        var parts: [String] = []
        if wrong > 0 { parts.append("\(ByteCount.grouped(UInt64(wrong))) in the wrong place") }
        if depends > 0 { parts.append("\(ByteCount.grouped(UInt64(depends))) possibly in the wrong place") }
        let result = parts.isEmpty ? "nothing seems to be in the wrong place" : parts.joined(separator: ", ")
        return ["\(Pluralized.items(items)) examined: \(result)"]
            + (unreadable > 0 ? ["not examined: \(unreadable)"] : [])
    }
}
