import ContainerModel

/// `Payload/<Name>.app`: the contents of an `.ipa`, unpacked or in the archive itself (formats.md, "Sources").
struct AppPackageSource: ContainerSource {
    static let payload: ContainerPath = "Payload"

    func recognize(_ directory: HostDirectory) -> Recognition? {
        if directory.hasDirectory(Self.payload),
            let payload = try? HostDirectory(directory.path.appending(Self.payload.bytes)),
            let recognition = recognize(in: payload, at: Self.payload)
        {
            return recognition
        }
        // The path may start at Payload.
        return directory.path.name.elementsEqual(Self.payload.bytes) ? recognize(in: directory, at: .root) : nil
    }

    /// - Parameter path: The path of `payload`, relative to the directory to be recognized.
    private func recognize(in payload: HostDirectory, at path: ContainerPath) -> Recognition? {
        // An .ipa has one app; its watch app and its extensions are inside that. Of several, none is the one.
        let apps = payload.subdirectories.filter { $0.hasSuffix(".app") }
        guard apps.count == 1, let app = apps.first, let root = path.appending(name: app.name)
        else { return nil }
        return Recognition(source: .appPackage, certainty: .certain, root: root, kind: .bundle)
    }
}

extension SourceKind {
    /// The contents of an `.ipa`.
    package static let appPackage = SourceKind(rawValue: "app package")
}
