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
        app.shortVersion = tree.header.appVersion
        recognition.app = app
        return recognition
    }

    /// Returns the containers of an app's groups that were kept together with its data, and what is missing of them, as
    /// sentences; nil for a tree that is no time point with such parts.
    /// - Parameter path: The path of the time point on this computer.
    static func parts(
        of tree: any FileTree, at path: HostPath
    ) -> (related: [ContainerCandidate], problems: [String])? {
        guard let tree = tree as? TimePointTree, !tree.header.parts.isEmpty, let folder = path.parent else {
            return nil
        }
        var (related, problems): ([ContainerCandidate], [String]) = ([], [])
        for part in tree.header.parts {
            let place = folder.appending(part.name.utf8)
            guard TimePointPath.isName(part.name.utf8),
                let header = TimePointReader.header(atHostPath: place.bytes), part.isDescribed(by: header)
            else {
                problems.append("the time point: \(part.identifier) was kept with it, and is there no more")
                continue
            }
            related.append(
                ContainerCandidate(
                    hostPath: place, title: part.identifier, details: [header.kind.title],
                    identifier: part.identifier, kind: header.kind))
        }
        return (related, problems)
    }
}
