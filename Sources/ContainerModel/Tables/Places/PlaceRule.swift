/// A row of the table of places.
package struct PlaceRule: Hashable, Sendable {
    /// The key of the row.
    package var place: Place
    /// The name displayed.
    package var title: String
    /// The name in a sentence, if it is not the title.
    package var phrase: String?
    /// Why a right is denied, in a few words that follow "Apps may not …".
    package var reasons: [Rights: String] = [:]
    /// Its paths; the first one is displayed.
    package var paths: [PlacePath]
    /// The app's rights.
    package var access: Access
    /// When the system purges it.
    package var purge: PurgePolicy = .never
    /// Whether file sharing can show the place to the device's user.
    package var isUserVisible = false
    /// Whether it belongs to no app, so that the columns of an app do not apply.
    package var isOfNoApp = false
    /// Whether its contents live in iCloud, so that the backup column does not apply.
    package var livesInICloud = false
    /// The operations that the system performs here, apart from purging.
    package var systemOperations: [Operation] = []
    /// Alternatives where the place refuses an operation.
    package var alternatives: [Alternative] = []
    /// The documents that state the rule.
    package var sources: [Source]
    /// The purpose of the place, in a sentence or two.
    package var purpose: String
    /// Further notes, one sentence each.
    package var notes: [String] = []
    /// Further notes about the place's own directory alone.
    package var directoryNotes: [String] = []
}

extension PlaceRule {
    /// The name in a sentence: "Inbox", "the container".
    package var noun: String { phrase ?? title }

    /// The name at the beginning of a sentence.
    var nounAtStart: String { phrase?.capitalizedFirst ?? title }

    /// Returns the notes that concern the place's own directory, or the items in it.
    package func notes(at level: Level) -> [String] { level == .directory ? directoryNotes + notes : notes }
}

/// The path of a place in a container of one kind.
package struct PlacePath: Hashable, Sendable {
    /// The kind of container.
    package var container: ContainerKind
    /// The path in the container.
    package var pattern: PathPattern
    /// Whether the directory is shown even if it is missing.
    package var isStandard: Bool
    /// Whether the place is a single file.
    package var isFile = false

    /// Returns the path of a place in a data container.
    package static func data(_ pattern: PathPattern) -> PlacePath {
        PlacePath(container: .data, pattern: pattern, isStandard: false)
    }

    /// Returns the path of a directory of every data container, shown even if it is missing.
    package static func standard(_ pattern: PathPattern) -> PlacePath {
        PlacePath(container: .data, pattern: pattern, isStandard: true)
    }

    /// Returns the path of a single file at a container's root.
    package static func file(_ container: ContainerKind, _ pattern: PathPattern) -> PlacePath {
        PlacePath(container: container, pattern: pattern, isStandard: false, isFile: true)
    }

    /// Returns the path of a place in an app group container.
    package static func appGroup(_ pattern: PathPattern) -> PlacePath {
        PlacePath(container: .appGroup, pattern: pattern, isStandard: false)
    }

    /// Returns the path of a place that is itself a container: its root.
    package static func container(_ kind: ContainerKind) -> PlacePath {
        PlacePath(container: kind, pattern: "", isStandard: false)
    }
}
