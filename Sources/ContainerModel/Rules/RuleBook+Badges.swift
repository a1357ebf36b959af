extension RuleBook {
    /// Returns the badges displayed next to an item.
    package func badges(
        of item: Item,
        as actor: ActingParty = .app,
        app: AppInfo = AppInfo(),
        state: DeviceState = DeviceState()
    ) -> Badges {
        badges(of: item, at: location(of: item, app: app), as: actor, app: app, state: state)
    }

    /// Returns the badges of an item whose location is known.
    package func badges(
        of item: Item,
        at location: Location,
        as actor: ActingParty,
        app: AppInfo,
        state: DeviceState
    ) -> Badges {
        let granted = grantedRights(at: location, toDirectory: item.type == .directory, as: actor, app: app)
        return badges(of: item, at: location, granted: granted, as: actor, app: app, state: state)
    }

    func badges(
        of item: Item,
        at location: Location,
        granted: Rights,
        as actor: ActingParty,
        app: AppInfo,
        state: DeviceState
    ) -> Badges {
        let backup = backupStatus(at: location, exclusion: item.exclusion)
        // The owner of the copy is bound by this computer's permissions alone.
        var rights = actor == .owner ? granted : granted.intersection(item.permitted)
        // Backups hold directories, files and links only.
        if backup == .backedUp, item.type != .other { rights.insert(.backup) }
        // Without the key of its contents, a file can be neither read nor modified, but it can be deleted.
        if isReadable(item, as: actor, state) == false { rights.subtract([.read, .write]) }
        let isOfNoApp = facts(of: location.place).isOfNoApp
        if isOfNoApp { rights.subtract(.unrestricted) }
        return Badges(
            rights: rights,
            isAppApplicable: !isOfNoApp,
            isBackupApplicable: backup != .livesInICloud,
            flags: flags(of: item, at: location, app: app, state: state)
        )
    }

    private func flags(of item: Item, at location: Location, app: AppInfo, state: DeviceState) -> Badges.Flags {
        let place = facts(of: location.place)
        let sharing = place.isUserVisible ? app[.fileSharing] : .no
        var flags: Badges.Flags = []
        // Nothing is purged while the app runs.
        if place.isPurged, item.exclusion.isEmpty, !state.isAppRunning { flags.insert(.purgeable) }
        if item.exclusion.contains(.own) { flags.insert(.excluded) }
        if item.exclusion.contains(.inherited) { flags.insert(.excludedByInheritance) }
        if sharing == .yes { flags.insert(.sharedWithUser) }
        if sharing == .unknown { flags.insert(.sharingUnknown) }
        guard item.type == .file else { return flags }
        if item.protection == .unknown { flags.insert(.protectionUnknown) }
        if isReadable(item.protection, while: .locked) == false { flags.insert(.protectedWhileLocked) }
        return flags
    }

    /// Returns the columns R, W and D for an acting party: each is set if any of its operations is granted.
    func grantedRights(at location: Location, toDirectory: Bool, as actor: ActingParty, app: AppInfo) -> Rights {
        Self.columns.reduce(into: []) { rights, column in
            let operations = toDirectory ? column.directoryOperations : column.fileOperations
            if operations.contains(where: { isGranted($0, at: location, to: actor, app: app) }) {
                rights.insert(column.right)
            }
        }
    }

    private static let columns: [(right: Rights, fileOperations: [Operation], directoryOperations: [Operation])] = [
        (.read, [.read], [.list]),
        (.write, [.modify, .deliver, .snapshot], [.createFile, .deliver, .snapshot]),
        (.delete, [.delete, .purge], [.delete, .purge]),
    ]

    /// Returns whether an exception refuses an operation on every item at a location, regardless of the rights there.
    private func isAlwaysRefused(_ operation: Operation, at location: Location, to actor: ActingParty) -> Bool {
        unconditionalRefusals.contains { row in
            row.place == location.place && (row.level ?? location.level) == location.level
                && row.operations.contains(operation) && row.actors.contains(actor)
        }
    }

    /// Returns whether the rights let `actor` perform an operation at a location, and no exception takes them away.
    private func isGranted(_ operation: Operation, at location: Location, to actor: ActingParty, app: AppInfo) -> Bool {
        let operation = rule(of: operation)
        guard !operation.isSystemOnly, actor != .system else {
            return actor == .system && isSystemOperation(operation.operation, at: location.place)
        }
        if actor == .user {
            guard facts(of: location.place).isUserVisible, let keys = operation.userNeeds else { return false }
            guard !keys.contains(where: { app[$0] == .no }) else { return false }
        }
        guard !isAlwaysRefused(operation.operation, at: location, to: actor) else { return false }
        return operation.needs.allSatisfy { grants($0, at: location, to: actor) }
    }
}
