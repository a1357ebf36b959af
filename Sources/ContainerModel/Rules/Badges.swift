/// The columns and flags displayed next to an item.
package struct Badges: Hashable, Sendable {
    /// The rights of the acting party, and whether the item is backed up.
    package var rights: Rights
    /// False if the item belongs to no app, so that the columns R, W and D say neither yes nor no.
    package var isAppApplicable: Bool
    /// False if the item lives in iCloud, so that the backup column says neither yes nor no.
    package var isBackupApplicable: Bool
    /// The flags displayed after the columns.
    package var flags: Flags

    /// Creates badges from known columns and flags.
    package init(
        rights: Rights, isAppApplicable: Bool = true, isBackupApplicable: Bool = true, flags: Flags = []
    ) {
        self.rights = rights
        self.isAppApplicable = isAppApplicable
        self.isBackupApplicable = isBackupApplicable
        self.flags = flags
    }

    /// Facts about an item that are displayed as symbols.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The system may purge it.
        package static let purgeable = Flags(rawValue: 1)
        /// Excluded from backup by its own attribute.
        package static let excluded = Flags(rawValue: 2)
        /// Excluded from backup by the attribute of a directory above it.
        package static let excludedByInheritance = Flags(rawValue: 4)
        /// File sharing shows it to the device's user.
        package static let sharedWithUser = Flags(rawValue: 8)
        /// Unreadable while the device is locked.
        package static let protectedWhileLocked = Flags(rawValue: 16)
        /// Unknown whether the app shares it: its Info.plist is not available.
        package static let sharingUnknown = Flags(rawValue: 32)
        /// The file's protection class is unknown.
        package static let protectionUnknown = Flags(rawValue: 64)
    }
}

extension Badges {
    /// Returns whether a column says yes or no.
    package func isApplicable(_ column: Rights) -> Bool { column == .backup ? isBackupApplicable : isAppApplicable }
}

extension Badges: CustomStringConvertible {
    /// The four columns, `RW·B`; `—` replaces a column that does not apply.
    package var description: String {
        String(
            Rights.columns.map { column in
                !isApplicable(column.right) ? "—" : rights.contains(column.right) ? column.letter : "·"
            })
    }
}
