/// The fate of the space that a file takes: exactly one of these.
package enum StorageClass: Int, CaseIterable, Sendable {
    /// It is in every backup.
    case backedUp
    /// It is in no backup, and the system may purge it.
    case purgeable
    /// An attribute, its own or one of a directory above, keeps it out of backups, and it is not purged.
    case excluded
    /// Neither: items made by the system, items in iCloud, and the attributes of other items.
    case other

    /// The name of the class.
    package var title: String {
        switch self {
        case .backedUp: "backed up"
        case .purgeable: "purgeable"
        case .excluded: "excluded"
        case .other: "other"
        }
    }
}

extension RuleBook {
    /// Returns what becomes of the space that a file takes.
    func storageClass(at location: Location, exclusion: Exclusion) -> StorageClass {
        guard exclusion.rawValue == 0 else { return .excluded }
        if backupStatus(at: location, exclusion: exclusion) == .backedUp { return .backedUp }
        return facts(of: location.place).isPurged ? .purgeable : .other
    }
}

extension DirectoryRules {
    /// Returns what becomes of the space that an entry takes, whether or not the app runs.
    package func storageClass(ofEntry name: Span<UInt8>, type: ItemType, exclusion: Exclusion) -> StorageClass {
        storageClass(at: location(ofEntry: name, type: type), exclusion: exclusion)
    }
}
