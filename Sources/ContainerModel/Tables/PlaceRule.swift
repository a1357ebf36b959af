/// One row of the table of places.
package struct PlaceRule: Hashable, Sendable {
    /// The key of the row.
    package var place: Place
    /// The name that people read.
    package var title: String
    /// Where it is; the first is the one to show.
    package var paths: [PlacePath]
    /// What the app may do.
    package var access: Access
    /// Like which place it is purged.
    package var purge: PurgePolicy = .never
    /// Whether file sharing can show the place to the device's user.
    package var isUserVisible = false
    /// Whether iCloud keeps what is here, so that the backup column does not apply.
    package var livesInICloud = false
    /// What the system is asked to do here, apart from purging.
    package var systemOperations: [Operation] = []
    /// What would do instead where the place refuses.
    package var alternatives: [Alternative] = []
    /// Where the rule is written down.
    package var sources: [RuleSource]
    /// What the place is for, in a sentence or two.
    package var purpose: String
    /// What else to know, a sentence each.
    package var notes: [String] = []
}

/// Where a place is in a container of one kind.
package struct PlacePath: Hashable, Sendable {
    /// The kind of container that the path is in.
    package var container: ContainerKind
    /// The path in the container.
    package var pattern: PathPattern
    /// Whether the directory is shown even where it is absent.
    package var isStandard: Bool

    /// A place in a data container.
    package static func data(_ pattern: PathPattern) -> PlacePath {
        PlacePath(container: .data, pattern: pattern, isStandard: false)
    }

    /// A directory that every data container has, shown even where it is absent (design.md, "The screen").
    package static func standard(_ pattern: PathPattern) -> PlacePath {
        PlacePath(container: .data, pattern: pattern, isStandard: true)
    }

    /// A place in an app group container.
    package static func appGroup(_ pattern: PathPattern) -> PlacePath {
        PlacePath(container: .appGroup, pattern: pattern, isStandard: false)
    }

    /// The place is a container of its own: the root of it.
    package static func container(_ kind: ContainerKind) -> PlacePath {
        PlacePath(container: kind, pattern: "", isStandard: false)
    }
}
