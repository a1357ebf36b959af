package import ContainerModel
package import Formats

/// The reason why an item of a container is not backed up (container-rules.md, "Backup"). The raw values stand in reports.
package enum BackupOmission: String, Encodable, Sendable {
    /// The rules of its place.
    case place
    /// It lives in iCloud.
    case iCloud = "icloud"
    /// Its own exclusion attribute.
    case excludedHere = "excluded"
    /// The exclusion attribute of a directory above it.
    case excludedAbove = "excluded-above"
    /// Its file type: a manifest lists only directories, files and symbolic links.
    case kind
    /// It is an AppleDouble file: its contents are attributes of another item, and a manifest has them in that item's
    /// row.
    case appleDouble = "apple-double"

    /// The reason in a sentence about several items.
    package var title: String {
        switch self {
        case .place: "by the rules of their places"
        case .iCloud: "kept in iCloud"
        case .excludedHere: "excluded by their own attribute"
        case .excludedAbove: "excluded by the attribute of a directory above"
        case .kind: "neither directories, files nor links"
        case .appleDouble: "AppleDouble files, which hold attributes of other items"
        }
    }

    /// The reasons that the rules give.
    fileprivate static let ofStatus: [BackupStatus: BackupOmission] = [
        .notBackedUp: .place, .livesInICloud: .iCloud, .excluded: .excludedHere, .excludedByInheritance: .excludedAbove,
    ]
}

extension ContainerWalk.Item {
    /// Returns why any of some kinds of backup leaves the item out; nil if all have it.
    package func omission(from kinds: BackupKinds, by rules: RuleBook = .standard) -> BackupOmission? {
        let status = rules.backupStatus(at: location, exclusion: exclusion(from: kinds))
        guard status == .backedUp else { return BackupOmission.ofStatus[status] }
        if type == .other { return .kind }
        return isFoldedAppleDouble ? .appleDouble : nil
    }
}
