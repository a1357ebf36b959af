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
    package var rule: Rule
    /// Whether the item is a directory that stays while its contents go.
    package var emptiesDirectory = false

    /// Creates an outcome by a rule.
    package init(fate: PurgeFate, rule: Rule) {
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

    /// Returns the effect of a purge caused by `event` on an item (container-rules.md, "Purge"). Items excluded from
    /// backup are kept, wherever they are, but a restore brings back only the items in the backup.
    package func purge(at location: Location, exclusion: Exclusion, on event: PurgeEvent) -> PurgeOutcome {
        guard event != .restore else { return restore(at: location, exclusion: exclusion) }
        guard exclusion.isEmpty else { return PurgeOutcome(fate: .kept, rule: .excludedIsKept) }
        let policy = rule(of: location.place).purge
        guard let row = tables.purges.first(where: { $0.policy == policy && $0.event == event }) else {
            return PurgeOutcome(fate: .kept, rule: .neverPurged(rule(of: location.place)))
        }
        let fate = location.level == .directory ? row.directory : row.contents
        let staysItself = location.level == .directory && fate == .kept && row.contents != .kept
        var outcome = PurgeOutcome(
            fate: fate, rule: staysItself ? .staysItself(row, self.rule(of: location.place)) : row.rule)
        outcome.emptiesDirectory = staysItself
        return outcome
    }

    private func restore(at location: Location, exclusion: Exclusion) -> PurgeOutcome {
        let place = rule(of: location.place)
        let citations = citations(at: location, about: .backup)
        switch backupStatus(at: location, exclusion: exclusion) {
        case .backedUp: return PurgeOutcome(fate: .kept, rule: .restored)
        case .notBackedUp: return PurgeOutcome(fate: .goes, rule: .placeIsNotRestored(place, citing: citations))
        case .livesInICloud: return PurgeOutcome(fate: .goes, rule: .iCloudIsNotRestored(citing: citations))
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
