/// The kinds of backup that an attribute can keep an item out of.
package struct BackupKinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// To iCloud.
    package static let iCloud = BackupKinds(rawValue: 1)
    /// To a computer, encrypted.
    package static let encrypted = BackupKinds(rawValue: 2)
    /// To a computer, not encrypted.
    package static let unencrypted = BackupKinds(rawValue: 4)

    package static let every: BackupKinds = [.iCloud, .encrypted, .unencrypted]
}

/// An extended attribute that keeps an item out of backups by being there, whatever its value.
///
/// On a directory it covers all that is below. Sources: `NSURLIsExcludedFromBackupKey`; Technical Q&A QA1719 (the
/// oldest form); the attributes that real backups hold.
package struct ExclusionAttribute: Hashable, Sendable {
    /// Which backups an attribute is about.
    package enum Scope: Hashable, Sendable, CaseIterable {
        case everyBackup
        case iCloudOnly
        case unencryptedOnly

        /// The backups that an item with such an attribute is not part of.
        package var excludedKinds: BackupKinds {
            switch self {
            case .everyBackup: .every
            case .iCloudOnly: .iCloud
            case .unencryptedOnly: .unencrypted
            }
        }
    }

    /// Its name on iOS and macOS.
    package let name: String
    package let scope: Scope

    /// All that there are. The first is the one to set.
    package static let all: [ExclusionAttribute] = [
        ExclusionAttribute(name: "com.apple.metadata:com_apple_backup_excludeItem", scope: .everyBackup),
        ExclusionAttribute(name: "com.apple.metadata:com_apple_cloudBackup_excludeItem", scope: .iCloudOnly),
        ExclusionAttribute(name: "com.apple.metadata:com_apple_unencryptedBackup_excludeItem", scope: .unencryptedOnly),
        ExclusionAttribute(name: "com.apple.MobileBackup", scope: .everyBackup),
    ]

    /// The attribute that `isExcludedFromBackup` sets, and that is set here.
    package static let standard = all[0]

    /// The value that iOS gives `standard`: 22 ASCII bytes.
    package static let iOSValue = Array("com.apple.MobileBackup".utf8)

    /// What Linux puts before the names of attributes that users may set.
    package static let linuxPrefix = "user."
    /// What rsync puts before names when it stores another system's attributes with `--fake-super`.
    package static let rsyncPrefix = "user.rsync."

    /// Its name on Linux.
    package var linuxName: String { Self.linuxPrefix + name }

    /// The attribute that `name` spells: bare as on iOS, or with the prefix of Linux or of rsync. Nil for any other.
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

    /// The backups that an item with the attributes `names`, in any spelling, is kept out of; empty if none of them
    /// is about backups.
    package static func excludedKinds(byAttributes names: some Sequence<String>) -> BackupKinds {
        names.reduce(into: []) { kinds, name in
            if let attribute = ExclusionAttribute(spelled: name) { kinds.formUnion(attribute.scope.excludedKinds) }
        }
    }
}
