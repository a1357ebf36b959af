/// The state of the app and of the device around it when a rule is asked.
package struct DeviceState: Hashable, Sendable {
    /// Whether the app runs, in the foreground or not.
    package var isAppRunning: Bool
    /// Whether the app is what the screen shows. Only a running app is.
    package var isAppInForeground: Bool
    /// Whether keys of protected files are at hand.
    package var lock: DeviceLock
    /// Whether the system is looking for disk space.
    package var isStorageLow: Bool
    /// Rules that are off unless somebody asks for them.
    package var optionalRules: OptionalRules

    /// An unlocked device with room, and an app that does not run, unless told otherwise.
    package init(
        isAppRunning: Bool = false,
        isAppInForeground: Bool = false,
        lock: DeviceLock = .unlocked,
        isStorageLow: Bool = false,
        optionalRules: OptionalRules = []
    ) {
        self.isAppRunning = isAppRunning || isAppInForeground
        self.isAppInForeground = isAppInForeground
        self.lock = lock
        self.isStorageLow = isStorageLow
        self.optionalRules = optionalRules
    }

    /// What makes the system purge now, or keeps it from doing so.
    package var purgeEvent: PurgeEvent {
        guard !isAppRunning else { return .appRunning }
        return isStorageLow ? .lowStorage : .idle
    }
}

/// Notes on rules that differ between versions of iOS, off by default.
package struct OptionalRules: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Current iOS refuses to unlink `Library/Caches` itself; deleting it empties it (SB).
    package static let cachesDirectoryStays = OptionalRules(rawValue: 1)
}
