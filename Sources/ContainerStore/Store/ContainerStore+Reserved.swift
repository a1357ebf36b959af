package import Jobs

/// Beginnings of paths that stand for something else than a file of this computer: `@NAME` for a time point, `device:` for a
/// device on a cable, `ssh://` for a host, `app:` and `sim:` for a container by its identifier.
extension ContainerStore {
    /// Returns whether a path begins with a reserved word.
    package static func isReserved(_ path: [UInt8]) -> Bool {
        TimePointPath.isOne(path) || ReservedPath.word(of: path) != nil
    }

    /// Makes a path that begins with a reserved word lead to a file: mounts the app of a device, finds the container of
    /// a name. Refuses the name of no time point. A path that leads into a mount of a device is treated alike.
    /// - Throws: `ContainerStoreError`; `severalContainers` for a device instead of an app of it.
    package static func resolveReserved(
        _ path: [UInt8], _ cancellation: Cancellation = Cancellation()
    ) throws(ContainerStoreError) {
        try TimePointPath.requireReadable(path)
        if ContainerName.isOne(path) {
            _ = try NamedContainers.path(path)
            return
        }
        do throws(DeviceError) {
            guard let address = try SourceAddress.of(path) else { return }
            if case .device(let device) = address, device.app == nil {
                throw DeviceError(
                    .noneNamed,
                    "is a device with several apps; `sandglass devices --apps` lists them. Name one of them, or an item in it"
                )
            }
            _ = try SourceMounts.open(address, cancellation)
        } catch {
            throw ContainerStoreError(error, path)
        }
    }

    /// Returns the apps of the device that a path stands for, or the devices if it is `device:` and there are several.
    /// - Returns: Those whose files can be reached; nil if the path is that of an app or an item, or no address of a device.
    /// - Throws: `ContainerStoreError`
    static func candidatesOnDevice(
        _ path: [UInt8], _ cancellation: Cancellation = Cancellation()
    ) throws(ContainerStoreError) -> [ContainerCandidate]? {
        do throws(DeviceError) {
            guard let address = try DeviceAddress.of(path), address.app == nil else { return nil }
            if address.device == nil, try ConnectedDevice.identifiers().count > 1 {
                return try ConnectedDevice.all(cancellation).compactMap { ContainerCandidate($0) }
            }
            let device = try ConnectedDevice.identifier(address.device, cancellation)
            let found = try DeviceApp.all(on: device, cancellation).filter { $0.access != .nothing }
            let apps = found.compactMap { ContainerCandidate($0, on: device) }
            guard !apps.isEmpty else {
                throw DeviceError(
                    .notShared,
                    "has no app whose files can be opened; `sandglass devices --apps` says why")
            }
            return apps
        } catch {
            throw ContainerStoreError(error, path)
        }
    }
}

/// Paths with a reserved word, as paths of this computer.
package enum ReservedPath {
    /// Returns the reserved word with a colon that a path begins with; nil if it begins with none.
    package static func word(of path: [UInt8]) -> [UInt8]? {
        SourceAddress.prefix(of: path) ?? ContainerName.prefix(of: path)
    }

    /// Returns the path of this computer that a path stands for; the path itself if it has no reserved word.
    /// - Returns: nil if there is no such time point or container, or if the app of a device has not been mounted.
    static func expanded(_ path: [UInt8]) -> [UInt8]? {
        if ContainerName.isOne(path) { return try? NamedContainers.path(path) }
        return SourceAddress.isOne(path) ? SourceMounts.expanded(path) : TimePointPath.expanded(path)
    }

    /// Returns a path of this computer as it is shown: with a reserved word if one stands for it.
    package static func shown(_ hostPath: [UInt8]) -> [UInt8] { spelling(of: hostPath) ?? hostPath }

    /// Returns a message with the addresses of devices and hosts in the place of the paths at which they are mounted.
    package static func shown(inMessage message: String) -> String {
        message.contains("/mounts/") ? SourceAddress.shown(inMessage: message) : message
    }

    /// Returns a path of this computer as commands take it; nil if no reserved word stands for it.
    package static func spelling(of hostPath: [UInt8]) -> [UInt8]? {
        TimePointPath.spelling(of: hostPath) ?? SourceAddress.ofMount(hostPath)?.spelling
    }
}
