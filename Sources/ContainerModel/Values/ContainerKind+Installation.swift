extension ContainerKind {
    /// The directories that iOS makes when it installs an app (S0, S2; container-rules.md, "Places"), the outermost first;
    /// empty for containers that are not known to get any.
    package var directoriesAtInstallation: [ContainerPath] { Self.madeAtInstallation[self] ?? [] }

    private static let madeAtInstallation: [ContainerKind: [ContainerPath]] = [
        .data: ["Documents", "Library", "Library/Caches", "Library/Preferences", "SystemData", "tmp"]
    ]
}
