/// An operation on an item. Exporting is checked as `read`; importing as `createFile` or `createDirectory`.
package enum Operation: String, CaseIterable, Codable, Sendable {
    case list
    case read
    case createFile
    case createDirectory
    /// Change a file's contents.
    case modify
    /// Change mode, dates or extended attributes.
    case setAttributes
    /// Set or remove the backup-exclusion attribute.
    case setExclusion
    case delete
    /// Change the name within the same directory.
    case rename
    case move
    case copy
    /// Put a document from another app into an inbox.
    case deliver
    /// Remove items that can be recreated.
    case purge
    /// Write the app-switcher snapshot of a suspended app.
    case snapshot

    /// Whether the operation leads from an item to another place or name.
    package var hasDestination: Bool { [.rename, .move, .copy].contains(self) }
}

/// The party that performs an operation (container-rules.md, "Who acts").
package enum ActingParty: String, CaseIterable, Codable, Sendable {
    /// The app itself; the table of places lists its rights.
    case app
    /// The device's user, through Finder, iTunes or the Files app.
    case user
    /// iOS, which delivers, purges and takes snapshots.
    case system
    /// The user of this computer, who owns the copy of the container.
    case owner
}
