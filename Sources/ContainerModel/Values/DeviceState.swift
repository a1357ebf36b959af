/// The state of the app and the device for which a rule is evaluated.
package struct DeviceState: Hashable, Sendable {
    /// Whether the app is running, in the foreground or not.
    package var isAppRunning: Bool
    /// Whether the app is in the foreground. Implies that it is running.
    package var isAppInForeground: Bool
    /// Whether the device is locked, which decides which protected files can be read.
    package var lock: DeviceLock
    /// Whether the device is short of disk space.
    package var isStorageLow: Bool
    /// The rules enabled that are off by default.
    package var optionalRules: OptionalRules

    /// Creates a state: by default an unlocked device with free space, and an app that is not running.
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

    /// The event that decides whether the system purges now.
    package var purgeEvent: PurgeEvent {
        guard !isAppRunning else { return .appRunning }
        return isStorageLow ? .lowStorage : .idle
    }
}

/// Rules that differ between versions of iOS, off by default.
package struct OptionalRules: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Current iOS refuses to unlink `Library/Caches` itself; deleting it empties it (SB).
    package static let cachesDirectoryStays = OptionalRules(rawValue: 1)
}
