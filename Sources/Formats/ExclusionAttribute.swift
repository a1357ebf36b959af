/// The kinds of backups that an attribute can exclude an item from.
package struct BackupKinds: OptionSet, Hashable, Sendable {
    /// The kinds as bits.
    package let rawValue: UInt8

    /// Creates a set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Backups to iCloud.
    package static let iCloud = BackupKinds(rawValue: 1)
    /// Encrypted backups to a computer.
    package static let encrypted = BackupKinds(rawValue: 2)
    /// Unencrypted backups to a computer.
    package static let unencrypted = BackupKinds(rawValue: 4)

    /// All kinds.
    package static let every: BackupKinds = [.iCloud, .encrypted, .unencrypted]
}

/// An extended attribute whose presence excludes an item from backups, regardless of its value.
///
/// On a directory it applies to everything below. Sources: `NSURLIsExcludedFromBackupKey`; Technical Q&A QA1719 (the
/// oldest form); the attributes found in actual backups.
package struct ExclusionAttribute: Hashable, Sendable {
    /// The backups that an attribute applies to.
    package enum Scope: Hashable, Sendable, CaseIterable {
        case everyBackup
        case iCloudOnly
        case unencryptedOnly

        /// The backups that exclude an item with such an attribute.
        package var excludedKinds: BackupKinds {
            switch self {
            case .everyBackup: .every
            case .iCloudOnly: .iCloud
            case .unencryptedOnly: .unencrypted
            }
        }
    }

    /// The attribute's name on iOS and macOS.
    package let name: String
    /// The backups that the attribute applies to.
    package let scope: Scope

    /// All known attributes. The first is the one to set.
    package static let all: [ExclusionAttribute] = [
        ExclusionAttribute(name: "com.apple.metadata:com_apple_backup_excludeItem", scope: .everyBackup),
        ExclusionAttribute(name: "com.apple.metadata:com_apple_cloudBackup_excludeItem", scope: .iCloudOnly),
        ExclusionAttribute(name: "com.apple.metadata:com_apple_unencryptedBackup_excludeItem", scope: .unencryptedOnly),
        ExclusionAttribute(name: "com.apple.MobileBackup", scope: .everyBackup),
    ]

    /// The attribute that `isExcludedFromBackup` sets; also the one set by this program.
    package static let standard = all[0]

    /// The value that iOS gives to `standard`: 22 ASCII bytes.
    package static let iOSValue = Array("com.apple.MobileBackup".utf8)

    /// The prefix of user attributes on Linux.
    package static let linuxPrefix = "user."
    /// The prefix that rsync adds when it stores attributes of another system with `--fake-super`.
    package static let rsyncPrefix = "user.rsync."

    /// The attribute's name on Linux.
    package var linuxName: String { Self.linuxPrefix + name }

    /// Returns the attribute called `name`, with or without the prefix of Linux or rsync; nil if there is none.
    package init?(spelled name: String) {
        let bare =
            if name.hasPrefix(Self.rsyncPrefix) {
                name.dropFirst(Self.rsyncPrefix.count)
            } else if name.hasPrefix(Self.linuxPrefix) {
                name.dropFirst(Self.linuxPrefix.count)
            } else {
                name[...]
            }
        guard let attribute = Self.all.first(where: { $0.name == bare }) else { return nil }
        self = attribute
    }

    private init(name: String, scope: Scope) {
        self.name = name
        self.scope = scope
    }

    /// Returns the kinds of backups that exclude an item with the given attributes, whose names may have a prefix;
    /// empty if none of them concerns backups.
    package static func excludedKinds(byAttributes names: some Sequence<String>) -> BackupKinds {
        names.reduce(into: []) { kinds, name in
            if let attribute = ExclusionAttribute(spelled: name) { kinds.formUnion(attribute.scope.excludedKinds) }
        }
    }
}
