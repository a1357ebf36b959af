import ContainerModel
package import Jobs

/// Apps of devices, and hosts, as the rooms above need them again or one after the other.
extension ContainerStore {
    /// Mounts the app of a device, or the host, whose files were below a path, for an operation that was interrupted,
    /// or is undone.
    /// - Returns: Whether it is mounted now; true if the path is none of those at which the program mounts anything.
    package static func reopenDevice(at hostPath: [UInt8]) -> Bool {
        // The directory of all mounts is gone after a restart.
        if hostPath.firstRange(of: Array("/mounts/".utf8)) != nil { _ = try? DeviceDirectory.make() }
        guard let address = SourceAddress.ofMount(hostPath) else { return true }
        return (try? SourceMounts.open(address)) != nil
    }

    /// Mounts an app of a device.
    /// - Returns: The path of this computer of its Documents.
    /// - Throws: `DeviceError`
    package static func documents(
        of app: String, on device: String, _ cancellation: Cancellation = Cancellation()
    ) throws(DeviceError) -> [UInt8] {
        try SourceMounts.open(DeviceAddress(device: device, app: app, path: "Documents"), cancellation)
    }

    /// Returns the address of an app or a host that this process has mounted and that does not answer any more; nil if
    /// all do. What had seemed wrong about its files may be wrong itself. Takes a process for each.
    package static func lostDevice() -> [UInt8]? { SourceMounts.lost() }

    /// Gives up the further mounts that an operation has made to read or write several files at once.
    package static func leaveFurtherMounts() { FurtherDeviceMounts.leave() }
}
