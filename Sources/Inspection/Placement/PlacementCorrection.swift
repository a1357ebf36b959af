package import ContainerModel

/// The correction for the findings about an item: whether steps exclude each other, or follow one another.
package enum PlacementCorrection: Hashable, Sendable {
    /// Nothing that a command could do.
    case nothing
    /// A move to the target.
    case move
    /// The item stays, and one remedy is applied.
    case stay(PlacementRemedy)
    /// A move to the target, or a remedy where the item is: one of them is enough.
    case moveOr(PlacementRemedy)
    /// A move to the target, and then the exclusion attribute on the item at its new path.
    case moveThenExclude

    /// Derives the correction from the most important finding. The others depend on separate conditions, or are settled
    /// by the same move.
    init(of findings: ArraySlice<Placement.Finding>) {
        let first = findings.first
        switch (first?.target, first?.remedy) {
        case (nil, nil):
            self = findings.lazy.compactMap(\.remedy).first.map { .stay($0) } ?? .nothing
        case (nil, .some(let remedy)): self = .stay(remedy)
        case (.some, nil): self = .move
        case (.some, .some(let remedy)):
            self = first?.needsBoth == true && remedy == .exclusion ? .moveThenExclude : .moveOr(remedy)
        }
    }

    /// How the commands relate, if there is more than one.
    package var order: PlacementOrder? {
        switch self {
        case .nothing, .move, .stay: nil
        case .moveOr: .alternatives
        case .moveThenExclude: .sequence
        }
    }
}

/// How several commands relate, as spelled in JSON.
package enum PlacementOrder: String, Encodable, Sendable {
    /// One of them is enough.
    case alternatives
    /// All of them, in this order.
    case sequence

    /// The heading above the commands.
    var heading: String {
        switch self {
        case .alternatives: "One of these is enough:"
        case .sequence: "Both of these, in this order:"
        }
    }
}

/// Whether an item is in the right place, as spelled in JSON.
package enum PlacementStanding: String, Encodable, Sendable {
    /// In the right place.
    case right
    /// In the wrong place, or in need of a change.
    case wrong
    /// One of both, by a condition that could not be checked.
    case depends
    /// The system's, as the app cannot create anything there.
    case system

    init(of placement: Placement) {
        self =
            if placement.isSystems {
                .system
            } else if placement.findings.isEmpty {
                .right
            } else {
                placement.isCertain ? .wrong : .depends
            }
    }
}
