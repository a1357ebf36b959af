import ContainerModel

/// A bundle container: `<Name>.app` with its `Info.plist`, or with its seal if that list is missing.
struct AppBundleSource: ContainerSource {
    func recognize(_ directory: HostDirectory) -> Recognition? {
        guard directory.hasSuffix(".app"),
            directory.hasFile("Info.plist") || directory.hasDirectory("_CodeSignature")
        else { return nil }
        return Recognition(source: .appBundle, certainty: .certain, kind: .bundle)
    }
}

extension SourceKind {
    /// A bundle, `<Name>.app`.
    package static let appBundle = SourceKind(rawValue: "app bundle")
}
