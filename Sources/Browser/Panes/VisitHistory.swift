import ContainerModel
import FileTree
import Inspection
import Jobs
import Search

/// The listings of the container that were on screen, to go back to and forward again.
struct VisitHistory: Sendable {
    /// A listing as it was when it was left.
    struct Visit: Hashable, Sendable {
        let path: ContainerPath
        let reach: ListingReach
        /// The text that it was filtered by.
        let filter: [UInt8]
        /// The entry under the cursor.
        let entry: [UInt8]?

        /// Whether another visit is to the same listing, wherever the cursor was.
        func isSame(as other: Visit) -> Bool {
            path == other.path && (reach == .entries) == (other.reach == .entries)
                && reach.question == other.reach.question && reach.origin == other.reach.origin
                && filter == other.filter
        }
    }

    /// The greatest number of visits in each direction.
    private static let maximum = 100

    private(set) var back: [Visit] = []
    private(set) var forward: [Visit] = []
    /// The listing that was left by the last jump; nil before the first one.
    var beforeJump: Visit?

    /// Records that a listing was left for another one.
    mutating func leave(_ visit: Visit) {
        forward = []
        append(visit, to: \.back)
    }

    /// Returns the listing before this one.
    mutating func goBack(from visit: Visit?) -> Visit? { step(from: visit, \.back, \.forward) }

    /// Returns the listing that `goBack` was called in.
    mutating func goForward(from visit: Visit?) -> Visit? { step(from: visit, \.forward, \.back) }

    private mutating func step(
        from visit: Visit?,
        _ source: WritableKeyPath<VisitHistory, [Visit]>,
        _ target: WritableKeyPath<VisitHistory, [Visit]>
    ) -> Visit? {
        guard let next = self[keyPath: source].popLast() else { return nil }
        if let visit { append(visit, to: target) }
        return next
    }

    private mutating func append(_ visit: Visit, to list: WritableKeyPath<VisitHistory, [Visit]>) {
        self[keyPath: list].append(visit)
        if self[keyPath: list].count > Self.maximum { self[keyPath: list].removeFirst() }
    }
}

extension Panes {
    /// The listing on screen, as a visit.
    private var visit: VisitHistory.Visit? {
        listing.map { .init(path: $0.path, reach: $0.reach, filter: filter.text, entry: $0.currentName) }
    }

    /// Records the listing on screen before another one takes its place. While the cursor moves through the tree,
    /// nothing is recorded: the places in between were not visited.
    mutating func recordVisit(
        before path: ContainerPath, _ reach: ListingReach, filter: [UInt8], _ context: ComponentContext
    ) {
        guard let visit, focus != .places || context.hasPanel else { return }
        guard !visit.isSame(as: .init(path: path, reach: reach, filter: filter, entry: nil)) else { return }
        history.leave(visit)
    }

    /// Remembers the listing on screen, and the cursor in it, as the place to return to after a jump.
    mutating func noteJump() {
        if let visit { history.beforeJump = visit }
    }

    /// Returns to where the last jump began. The place left is the one to return to next.
    mutating func returnFromJump(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let target = history.beforeJump else {
            context.say("there was no jump to return from")
            return []
        }
        let isHere = focus != .places && visit?.isSame(as: target) == true
        noteJump()
        guard isHere, let row = target.entry.flatMap({ listing?.row(of: $0) }) else {
            return go(to: target, isReturning: false, &context)
        }
        focus = .listing
        return moveToRow(row + 1, &context)
    }

    mutating func goBack(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let visit = history.goBack(from: visit) else {
            context.say("there is nothing to go back to")
            return []
        }
        return go(to: visit, &context)
    }

    mutating func goForward(_ context: inout ComponentContext) -> [BrowserEffect] {
        guard let visit = history.goForward(from: visit) else {
            context.say("there is nothing to go forward to")
            return []
        }
        return go(to: visit, &context)
    }

    private mutating func go(to visit: VisitHistory.Visit, isReturning: Bool = true, _ context: inout ComponentContext)
        -> [BrowserEffect]
    {
        if focus != .places { focus = .listing }
        let reach = renewed(visit.reach, on: .container)
        return enter(
            visit.path, wanted: visit.entry, reach: reach, filter: visit.filter, isReturning: isReturning, &context)
    }
}
