import ArgumentParser
import ContainerModel

/// The device state for which the rules are asked.
struct DeviceStateOptions: ParsableArguments {
    @Flag(help: "The app is running.")
    var running = false

    @Flag(help: "The app is what the screen shows.")
    var foreground = false

    @Flag(help: "The device is locked.")
    var locked = false

    @Flag(help: "The device has not been unlocked since it started.")
    var notUnlocked = false

    @Flag(help: "The system is looking for disk space.")
    var lowStorage = false

    @Flag(help: "As current iOS does it: Library/Caches itself cannot be deleted.")
    var cachesStay = false

    func validate() throws {
        if locked, notUnlocked { throw ValidationError("--locked and --not-unlocked cannot be asked for together.") }
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
