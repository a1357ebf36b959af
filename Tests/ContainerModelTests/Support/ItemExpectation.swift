import ContainerModel

/// The document's statements about a sample without an operation: its place, badges, backup and purges.
struct ItemExpectation {
    var sample: Sample

    init(_ sample: Sample) { self.sample = sample }

    private var row: PlaceTranscription { .row(sample.place) }

    private var backup: BackupStatus {
        if row.directory.contains("—") { return .livesInICloud }
        if !row.grants("B", sample.level) { return .notBackedUp }
        if sample.exclusion.contains(.own) { return .excluded }
        return sample.exclusion.isEmpty ? .backedUp : .excludedByInheritance
    }

    private var columns: String {
        var letters = sample.level == .directory ? row.directory : row.contents
        // The rights of a group's container are the rights of its contents: no document lets an app delete the
        // container.
        if sample.place == .appGroup, sample.level == .directory { letters = letters.replacing("D", with: "·") }
        // Items of no app have none of an app's columns.
        if sample.place == .systemDomain { letters = "———" + letters.suffix(1) }
        return sample.exclusion.isEmpty ? letters : letters.replacing("B", with: "·")
    }

    /// The rights of the device's user in a shared Documents.
    private var userColumns: String {
        guard sample.place != .systemDomain else { return "———" }
        guard [.documents, .inbox].contains(sample.place) else { return "···" }
        // Files come into Inbox only by delivery.
        if sample.place == .inbox { return sample.level == .directory ? "R··" : "R·D" }
        return sample.level == .directory ? "RW·" : "RWD"
    }

    func disagreement(_ book: RuleBook) -> String? {
        let app = Check.app(.yes, .yes)
        let location = book.location(of: sample.item, app: app)
        guard location == Location(sample.place, sample.level) else { return "\(sample.path) is at \(location)" }
        let badges = book.badges(of: sample.item, as: .app, app: app)
        guard badges.description == columns else { return "\(sample.path) shows \(badges), not \(columns)" }
        let user = book.badges(of: sample.item, as: .user, app: app)
        guard user.description.dropLast() == userColumns else { return "\(sample.path) shows the user \(user)" }
        let owner = book.badges(of: sample.item, as: .owner, app: app)
        guard owner.description.dropLast() == (sample.place == .systemDomain ? "———" : "RWD") else {
            return "\(sample.path) shows the owner \(owner)"
        }
        guard badges.flags == flags else { return "\(sample.path) has flags \(badges.flags), not \(flags)" }
        let status = book.backupStatus(at: location, exclusion: sample.exclusion)
        guard status == backup else { return "\(sample.path) is \(status), not \(backup)" }
        for event in PurgeEvent.allCases {
            let purge = book.purge(at: location, exclusion: sample.exclusion, on: event)
            let fate = purge.fate
            if let place = row.purged, sample.exclusion.isEmpty, event != .restore {
                let rule = "purge.\(place == "tmp" ? "likeTmp" : "likeCaches").\(event.rawValue)"
                guard purge.rule.name == rule else { return "\(sample.path): \(purge.rule.name)" }
            }
            guard fate == Oracle.fate(sample, event) else { return "\(sample.path) \(fate) on \(event)" }
        }
        return nil
    }

    private var flags: Badges.Flags {
        var flags: Badges.Flags = []
        if row.purged != nil, sample.exclusion.isEmpty { flags.insert(.purgeable) }
        if sample.exclusion.contains(.own) { flags.insert(.excluded) }
        if sample.exclusion.contains(.inherited) { flags.insert(.excludedByInheritance) }
        if [.documents, .inbox].contains(sample.place) { flags.insert(.sharedWithUser) }
        return flags
    }
}
