import Browser
import ContainerStore
import Jobs
import System

/// The search for devices on cables.
extension SessionWorkers {
    /// The time from one look to the next, in nanoseconds.
    private static let interval: UInt64 = 2_000_000_000

    /// Looks for devices until this is called again. Each device is asked for its facts once, and again while it is locked or does
    /// not trust this computer.
    func watchDevices(_ isWanted: Bool) {
        watchingDevices?.cancellation.cancel()
        watchingDevices?.ended.signal()
        watchingDevices = nil
        guard isWanted else { return }
        let (cancellation, ended, mailbox) = (Cancellation(), Semaphore(), mailbox)
        watchingDevices = (cancellation, ended)
        devices.submit {
            var known: [ConnectedDevice]?
            while !cancellation.isCancelled {
                let begun = MonotonicClock.now()
                let found: [ConnectedDevice]
                do throws(DeviceError) {
                    found = try ConnectedDevice.all(knowing: known ?? [], cancellation)
                } catch {
                    // A program that is missing now will be missing in two seconds.
                    guard error.code != .missingTool else { return }
                    found = []
                }
                guard !cancellation.isCancelled else { return }
                if found != known {
                    mailbox.post(.lasting(.opening(.devices(found.compactMap { ContainerCandidate($0) }))))
                }
                known = found
                ended.wait(until: begun &+ Self.interval)
            }
        }
    }
}
