import ContainerModel
import FileTree

/// An app of a device on a cable, as `SourceMounts` has mounted it.
struct DeviceSource: ContainerSource {
    func recognize(_ directory: HostDirectory) -> Recognition? {
        guard let address = DeviceAddress.ofMount(directory.path.bytes), address.path.isRoot,
            let device = address.device, let app = address.app,
            let record = DeviceRecord(of: MountPlace(device: device, app: app, directory: DeviceDirectory.path))
        else { return nil }
        var recognition = Recognition(
            source: record.part == .container ? .device : .deviceDocuments, certainty: .certain, kind: .data)
        recognition.app = AppInfo(infoDictionary: record.app)
        return recognition
    }
}

extension SourceKind {
    /// The container of an app on a connected device.
    package static let device = SourceKind(rawValue: "device")
    /// The Documents of an app on a connected device, which gives access to nothing else.
    package static let deviceDocuments = SourceKind(rawValue: "device (Documents only)")

    /// Whether the container is on a connected device.
    package var isOnDevice: Bool { self == .device || self == .deviceDocuments }
}
