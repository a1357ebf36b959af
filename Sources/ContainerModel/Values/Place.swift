/// A row of the table of places: a part of a container with its own rules.
///
/// Its paths and rules are only in its `PlaceRule`.
package enum Place: String, CaseIterable, Codable, Sendable {
    case bundle
    case home
    case documents
    case inbox
    case library
    case applicationSupport
    case caches
    case snapshots
    case splashBoard
    case preferences
    case savedApplicationState
    case httpStorages
    case syncedPreferences
    case frameworks
    case libraryOther
    case tmp
    case temporaryInbox
    case systemData
    case systemDirectories
    case containerMetadata
    case iCloud
    case appGroup
    case systemDomain
}

/// The location of an item as far as the rules are concerned.
package struct Location: Hashable, Sendable {
    /// The place whose rules apply.
    package var place: Place
    /// Whether the item is the place's own directory or something in it.
    package var level: Level

    package init(_ place: Place, _ level: Level) {
        self.place = place
        self.level = level
    }
}
