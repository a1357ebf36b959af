/// Whether an item is backed up, and if not, why.
package enum BackupStatus: String, CaseIterable, Codable, Sendable {
    case backedUp
    /// The item carries the exclusion attribute.
    case excluded
    /// A directory above it carries the exclusion attribute.
    case excludedByInheritance
    /// Its place is never backed up.
    case notBackedUp
    /// iCloud stores it; no backup does.
    case livesInICloud
}

/// The effect of a purge on an item, and the rule behind it.
package struct PurgeOutcome: Hashable, Sendable {
    /// The item's fate.
    package var fate: PurgeFate
    /// The rule that decides it.
    package var rule: RuleCitation

    /// Creates an outcome by a rule.
    package init(fate: PurgeFate, rule: RuleCitation) {
        self.fate = fate
        self.rule = rule
    }
}

extension RuleBook {
    /// Returns whether an item is part of a backup (container-rules.md, "Backup").
    package func backupStatus(at location: Location, exclusion: Exclusion) -> BackupStatus {
        let place = facts(of: location.place)
        guard !place.livesInICloud else { return .livesInICloud }
        guard place.access[location.level].contains(.backup) else { return .notBackedUp }
        guard !exclusion.contains(.own) else { return .excluded }
        return exclusion.contains(.inherited) ? .excludedByInheritance : .backedUp
    }

    /// Returns what a purge caused by `event` does to an item (container-rules.md, "Purge"). Items excluded from backup
    /// are kept, wherever they are, but a restore brings back only what is in the backup.
    package func purge(at location: Location, exclusion: Exclusion, on event: PurgeEvent) -> PurgeOutcome {
        guard event != .restore else { return restore(at: location, exclusion: exclusion) }
        guard exclusion.isEmpty else { return PurgeOutcome(fate: .kept, rule: .excludedIsKept) }
        let policy = rule(of: location.place).purge
        guard let row = tables.purges.first(where: { $0.policy == policy && $0.event == event }) else {
            return PurgeOutcome(fate: .kept, rule: .neverPurged(rule(of: location.place)))
        }
        let fate = location.level == .directory ? row.directory : row.contents
        let staysItself = location.level == .directory && fate == .kept && row.contents != .kept
        return PurgeOutcome(
            fate: fate,
            rule: staysItself ? .staysItself(row, self.rule(of: location.place)) : .purge(row, fate))
    }

    private func restore(at location: Location, exclusion: Exclusion) -> PurgeOutcome {
        let place = rule(of: location.place)
        let passages = self.passages(at: location, about: .backup)
        switch backupStatus(at: location, exclusion: exclusion) {
        case .backedUp: return PurgeOutcome(fate: .kept, rule: .restored)
        case .notBackedUp: return PurgeOutcome(fate: .goes, rule: .notRestored(place, passages))
        case .livesInICloud: return PurgeOutcome(fate: .goes, rule: .restoredFromICloud(passages))
        case .excluded, .excludedByInheritance: return PurgeOutcome(fate: .goes, rule: .excludedIsNotRestored)
        }
    }

    /// Returns whether a file of this class can be read; nil if that is not known.
    package func isReadable(_ protection: ProtectionClass, while lock: DeviceLock) -> Bool? {
        self.protection(protection, while: lock)?.isReadable ?? (lock == .unlocked ? true : nil)
    }

    func protection(_ protection: ProtectionClass, while lock: DeviceLock) -> ProtectionRule? {
        tables.protections.first { $0.protection == protection && $0.lock == lock }
    }

    /// Returns whether data protection lets `actor` read an item's contents; nil if that is not known.
    func isReadable(_ item: Item, as actor: ActingParty, _ state: DeviceState) -> Bool? {
        // Only files have encrypted contents, and the owner's copy is no longer on the device.
        guard item.type == .file, actor == .app || actor == .user else { return true }
        return isReadable(item.protection, while: state.lock)
    }
}

extension RuleCitation {
    fileprivate static let excludedIsKept = RuleCitation(
        identifier: "purge.excluded-is-kept",
        sentence: "What is excluded from backups is not purged, whatever directory it is in.",
        sources: [.s0, .s1]
    )

    /// A restore and an item that is in the backup.
    static let restored = RuleCitation(
        identifier: "restore.backed-up", sentence: "A restore brings back the items in the backup.",
        sources: [.backupManifest]
    )

    fileprivate static let excludedIsNotRestored = RuleCitation(
        identifier: "restore.excluded",
        sentence: "It is excluded from backups, so a restore does not bring it back.",
        sources: [.s0, .s1]
    )

    fileprivate static func notRestored(_ place: PlaceRule, _ passages: [Passage]) -> RuleCitation {
        RuleCitation(
            identifier: "restore.\(place.place.rawValue)",
            sentence: "The backup holds nothing of \(place.noun), so a restore does not bring it back.",
            passages: passages
        )
    }

    fileprivate static func restoredFromICloud(_ passages: [Passage]) -> RuleCitation {
        RuleCitation(
            identifier: "restore.icloud",
            sentence: "It is in no backup: iCloud keeps it, and a restored device downloads it from there.",
            passages: passages
        )
    }

    fileprivate static func neverPurged(_ place: PlaceRule) -> RuleCitation {
        RuleCitation(
            identifier: "purge.\(place.place.rawValue)",
            sentence: "No document says that the system purges \(place.noun).",
            sources: []
        )
    }

    fileprivate static func staysItself(_ row: PurgeRule, _ place: PlaceRule) -> RuleCitation {
        RuleCitation(
            identifier: "purge.\(row.policy.rawValue).\(row.event.rawValue)",
            sentence: "\(place.nounAtStart) itself stays; its contents "
                + "\(row.contents == .goes ? "go" : "may go").",
            sources: row.sources
        )
    }

    fileprivate static func purge(_ row: PurgeRule, _ fate: PurgeFate) -> RuleCitation {
        RuleCitation(
            identifier: "purge.\(row.policy.rawValue).\(row.event.rawValue)",
            sentence: row.sentence,
            sources: row.sources
        )
    }
}
