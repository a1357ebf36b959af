import ContainerModel

/// `Mobile Documents/<container>`: the part of iCloud Drive that belongs to an app (container-rules.md, "Places").
///
/// The directory is named after the container, with tildes for dots: `iCloud~com~example~notes`, or a team's identifier
/// instead of `iCloud`.
struct ICloudSource: ContainerSource {
    private static let parent = "Mobile Documents"
    private static let tilde = UInt8(ascii: "~")

    func recognize(_ directory: HostDirectory) -> Recognition? {
        guard directory.path.parent?.name.elementsEqual(Self.parent.utf8) == true,
            directory.path.name.first != Self.tilde, directory.path.name.contains(Self.tilde)
        else { return nil }
        return Recognition(source: .iCloudDrive, certainty: .certain, kind: .iCloud)
    }

    /// Returns the container's identifier, as entitlements list it: its directory's name with dots for tildes.
    static func identifier(of hostPath: HostPath) -> String {
        String(decoding: hostPath.name.map { $0 == tilde ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
    }
}

extension SourceKind {
    /// A directory of iCloud Drive.
    package static let iCloudDrive = SourceKind(rawValue: "iCloud Drive")
}
