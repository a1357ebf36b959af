import ContainerModel

/// A container in a copy of a device's files, in the layout of `/private/var` (formats.md, "Sources").
///
/// The name of the directory adds nothing to its metadata, but containers may lack metadata and most standard
/// directories.
struct DeviceCopySource: ContainerSource {
    func recognize(_ directory: HostDirectory) -> Recognition? {
        guard let (layout, area) = DeviceLayout.around(directory.path), area.role != .iCloud, layout.isDevice else {
            return nil
        }
        return DeviceContainers.recognize(directory, area.role, source: .deviceCopy)
    }

    func places(in directory: HostDirectory) -> [HostPath] { DeviceLayout.areas(in: directory).map(\.path) }
}

/// The common parts of containers of devices and simulators.
enum DeviceContainers {
    /// Recognizes a directory in a place for containers.
    static func recognize(_ directory: HostDirectory, _ role: ContainerRole, source: SourceKind) -> Recognition? {
        guard role != .bundle else {
            // A bundle's container is a directory with a UUID as its name, and has the `.app` in it.
            guard let app = directory.subdirectories.first(where: { $0.hasSuffix(".app") }),
                let root = ContainerPath(bytes: app.name)
            else { return nil }
            return Recognition(source: source, certainty: .certain, root: root, kind: .bundle)
        }
        // Real containers may lack most standard directories, so a UUID as the name is enough.
        guard directory.path.name.isUUID || ContainerMetadata.paths.contains(where: directory.hasFile) else {
            return nil
        }
        return Recognition(source: source, certainty: .certain, kind: role.kind)
    }
}

extension SourceKind {
    /// A directory in a copy of a device's files.
    package static let deviceCopy = SourceKind(rawValue: "device copy")
}
