import ContainerModel
import FileTree

extension SourceKind {
    /// A container as it was at an earlier time.
    package static let timePoint = SourceKind(rawValue: "container")
}

/// A time point: a container as it was kept.
struct TimePointSource: ContainerSource {
    func recognize(_ directory: HostDirectory) -> Recognition? {
        guard let tree = directory.tree as? TimePointTree else { return nil }
        var recognition = Recognition(source: .timePoint, certainty: .certain, kind: tree.header.kind)
        var app = AppInfo()
        app.identifier = tree.header.identifier
        app.name = tree.header.name
        app.version = tree.header.appVersion
        recognition.app = app
        return recognition
    }
}
