import ArgumentParser
import ContainerModel

/// The device state that rules are applied to.
struct DeviceStateOptions: ParsableArguments {
    @Flag(help: "The app is running.")
    var running = false

    @Flag(help: "The app is in the foreground.")
    var foreground = false

    @Flag(help: "The device is locked.")
    var locked = false

    @Flag(help: "The device has not been unlocked since it started.")
    var notUnlocked = false

    @Flag(help: "The device is low on storage.")
    var lowStorage = false

    @Flag(help: "Library/Caches itself cannot be deleted, as in current iOS.")
    var cachesStay = false

    func validate() throws {
        if locked, notUnlocked { throw ValidationError("--locked and --not-unlocked are mutually exclusive.") }
    }

    var state: DeviceState {
        DeviceState(
            isAppRunning: running,
            isAppInForeground: foreground,
            lock: notUnlocked ? .notUnlockedSinceBoot : locked ? .locked : .unlocked,
            isStorageLow: lowStorage,
            optionalRules: cachesStay ? .cachesDirectoryStays : []
        )
    }
}
