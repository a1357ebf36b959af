/// What is shown beside an item: the four columns and the flags (design.md, "The screen").
package struct Badges: Hashable, Sendable {
    /// What the actor may do, and whether the item is backed up.
    package var rights: Rights
    /// False where iCloud keeps the item, so that its last column says neither yes nor no.
    package var isBackupApplicable: Bool
    /// What is shown after the columns.
    package var flags: Flags

    /// Columns and flags that are known already.
    package init(rights: Rights, isBackupApplicable: Bool = true, flags: Flags = []) {
        self.rights = rights
        self.isBackupApplicable = isBackupApplicable
        self.flags = flags
    }

    /// Facts about an item that are shown as signs.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The system may purge it.
        package static let purgeable = Flags(rawValue: 1)
        /// By the item's own attribute.
        package static let excluded = Flags(rawValue: 2)
        /// By the attribute of a directory above it.
        package static let excludedByInheritance = Flags(rawValue: 4)
        /// File sharing shows it to the user of the device.
        package static let sharedWithUser = Flags(rawValue: 8)
        /// A locked device cannot read it.
        package static let protectedWhileLocked = Flags(rawValue: 16)
        /// Nobody knows whether the app shares it: its Info.plist is not at hand.
        package static let sharingUnknown = Flags(rawValue: 32)
        /// Nobody knows a file's protection class.
        package static let protectionUnknown = Flags(rawValue: 64)
    }
}

extension Badges: CustomStringConvertible {
    /// The four columns, `RW·B`; `—` where the last does not apply.
    package var description: String {
        isBackupApplicable ? rights.description : rights.description.dropLast() + "—"
    }
}
