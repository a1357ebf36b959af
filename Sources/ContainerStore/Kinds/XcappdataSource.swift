import ContainerModel

/// A package `<name>.xcappdata`: `AppDataInfo.plist` next to `AppData/`, the data container (formats.md, "Sources").
struct XcappdataSource: ContainerSource {
    static let dataDirectory: ContainerPath = "AppData"
    static let information: ContainerPath = "AppDataInfo.plist"

    func recognize(_ directory: HostDirectory) -> Recognition? {
        if directory.hasDirectory(Self.dataDirectory),
            directory.hasSuffix(".xcappdata") || directory.hasFile(Self.information)
        {
            return Recognition(
                source: .xcappdata,
                certainty: .certain,
                root: Self.dataDirectory,
                kind: .data,
                appDataInfo: directory.path.appending("AppDataInfo.plist".utf8)
            )
        }
        // The path may name AppData itself.
        guard directory.path.name.elementsEqual(Self.dataDirectory.bytes),
            let package = directory.path.parent.flatMap({ try? HostDirectory($0) }),
            var recognition = recognize(package)
        else { return nil }
        recognition.root = .root
        return recognition
    }
}

extension ContainerDescription {
    /// The path of the directory that the container is copied as: its package, or else its root.
    package var packagePath: HostPath { source == .xcappdata ? hostPath.parent ?? hostPath : hostPath }
}

extension SourceKind {
    /// A package that Xcode downloads from a device.
    package static let xcappdata = SourceKind(rawValue: "xcappdata")
}
