/// A row of the table of places: somewhere in a container with rules of its own.
///
/// What a place is, where it is and what may be done there stands in its `PlaceRule` alone.
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
    case iCloud
    case appGroup
}

/// Where an item stands as the rules see it.
package struct Location: Hashable, Sendable {
    /// The place whose rules count.
    package var place: Place
    /// Whether it is the place's own directory or something in it.
    package var level: Level

    package init(_ place: Place, _ level: Level) {
        self.place = place
        self.level = level
    }
}
