import ContainerModel

/// A bare directory with the system's metadata plist, or with two or more of the directories that every app has.
struct DirectorySource: ContainerSource {
    private static let usual: [ContainerPath] = ["Documents", "Library", "tmp"]

    /// The names of the directories whose contents belong to a container that is known by them alone.
    static let standardNames: [[UInt8]] = ["Documents", "Library", "tmp", "SystemData"].map { Array($0.utf8) }

    func recognizeCertainly(_ directory: HostDirectory) -> Recognition? {
        ContainerMetadata.paths.contains(where: directory.hasFile)
            ? Recognition(source: .directory, certainty: .certain) : nil
    }

    func recognize(_ directory: HostDirectory) -> Recognition? {
        if let certain = recognizeCertainly(directory) { return certain }
        // A standard directory that is a link or a file is a fault of the container, but still indicates one.
        guard Self.usual.filter({ directory.kind(of: $0) != nil }).count >= 2,
            // So have the root of a device and the home directory of its user.
            DeviceLayout.beginning(at: directory) == nil
        else { return nil }
        return Recognition(source: .directory, certainty: .likely)
    }
}

extension SourceKind {
    /// A bare directory: a copy from a device, a mount.
    package static let directory = SourceKind(rawValue: "directory")
}
