import ContainerModel

/// A bundle container: `<Name>.app` with its `Info.plist`.
struct AppBundleSource: ContainerSource {
    func recognize(_ directory: HostDirectory) -> Recognition? {
        guard directory.hasSuffix(".app"), directory.hasFile("Info.plist") else { return nil }
        return Recognition(source: .appBundle, certainty: .certain, kind: .bundle)
    }
}

extension SourceKind {
    /// A bundle, `<Name>.app`.
    package static let appBundle = SourceKind(rawValue: "app bundle")
}
