/// What somebody wants to do with an item. Exporting asks `read`; importing asks `createFile` or `createDirectory`.
package enum Operation: String, CaseIterable, Codable, Sendable {
    case list
    case read
    case createFile
    case createDirectory
    /// Change a file's contents.
    case modify
    /// Change mode, dates, extended attributes.
    case setAttributes
    /// Set or take away the backup-exclusion attribute.
    case setExclusion
    case delete
    /// Give another name in the same directory.
    case rename
    case move
    case copy
    /// Put a document that another app hands over into an inbox.
    case deliver
    /// Take away what can be made again.
    case purge
    /// Write the picture of a suspended app.
    case snapshot
}

/// Who acts (container-rules.md, "Who acts").
package enum ActingParty: String, CaseIterable, Codable, Sendable {
    /// The app itself: the table of places.
    case app
    /// The device's user, through Finder, iTunes or the Files app.
    case user
    /// iOS: delivers, purges, takes snapshots.
    case system
    /// The person at this computer, who owns the copy of the container.
    case owner
}
