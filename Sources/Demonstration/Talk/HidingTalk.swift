package import Screen

/// The demonstration as a talk: one stage a key, in a terminal of 80 by 24 or larger.
///
/// A pure value. It begins with the screen as the app had it, and shows then, moment by moment, what is left of it with
/// each way of hiding, the one without any first; all ways out, with their results as they come; and a summary.
package struct HidingTalk: Sendable {
    /// What one key leads to.
    enum Stage: Hashable, Sendable {
        /// The screen before the suspension.
        case app
        /// A moment, with one of the ways of hiding.
        case moment(ConcealmentMode.Stage, way: Int)
        /// The table of the ways out.
        case waysOut
        /// What each way of hiding hides.
        case summary
    }

    /// The smallest terminal that the talk fits.
    package static let leastSize = Size(columns: 80, rows: 24)

    /// The results so far.
    package private(set) var results = HidingDemonstration.Results()
    /// Whether there will be no more of them.
    package private(set) var isComplete = false
    /// All stages, in order.
    let stages: [Stage]
    private(set) var index = 0

    /// Creates a talk at its first stage.
    /// - Parameter showsWaysOut: Whether the ways out are tried.
    package init(showsWaysOut: Bool) {
        let moments = ConcealmentMode.Stage.allCases.flatMap { moment in
            ConcealmentMode.all.indices.map { Stage.moment(moment, way: $0) }
        }
        stages = [.app] + moments + (showsWaysOut ? [.waysOut] : []) + [.summary]
    }

    /// The present stage.
    var stage: Stage { stages[index] }

    /// Adds a result.
    package mutating func receive(_ event: HidingDemonstration.Event) { results.add(event) }

    /// Notes that there will be no more results.
    package mutating func finish() { isComplete = true }

    /// What a key does.
    package enum Answer: Sendable {
        case stays
        /// The talk is over.
        case ends
    }

    /// Goes to another stage.
    package mutating func press(_ key: Key) -> Answer {
        switch key {
        case .character("q"), .escape, .control("c"): return .ends
        case .character("b"), .character("h"), .left, .up, .pageUp, .backspace: index = max(0, index - 1)
        case .home: index = 0
        case .end: index = stages.count - 1
        case .tab: index = nextMoment
        default:
            guard index + 1 < stages.count else { return .ends }
            index += 1
        }
        return .stays
    }

    /// The first stage of the next moment.
    private var nextMoment: Int {
        guard case .moment(let moment, _) = stage else { return min(index + 1, stages.count - 1) }
        return stages[index...].firstIndex { stage in
            if case .moment(moment, _) = stage { false } else { true }
        } ?? index
    }
}
