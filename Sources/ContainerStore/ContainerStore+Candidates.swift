package import ContainerModel
import FileTree

extension ContainerStore {
    /// Returns the containers in a directory that is not a container itself: a simulator device,
    /// `Containers/Data/Application`, a folder of `.xcappdata`, a set of devices.
    static func candidates(in directory: HostDirectory) -> [ContainerCandidate] {
        let places = ContainerSources.places(in: directory)
        let parents = places?.compactMap { try? HostDirectory($0) } ?? [directory]
        let neighbourhoods = SimulatorNeighbourhoods()
        return parents.flatMap { parent in
            parent.subdirectories().compactMap { path in
                (try? HostDirectory(path)).flatMap { candidate($0, neighbourhoods) }
            }
        }
    }

    private static func candidate(
        _ directory: HostDirectory,
        _ neighbourhoods: SimulatorNeighbourhoods
    ) -> ContainerCandidate? {
        if let recognition = ContainerSources.recognize(directory) {
            guard let tree = try? directory.tree.subtree(recognition.root) else { return nil }
            let container = identify(tree, at: directory.path, recognition, neighbourhoods).description
            return ContainerCandidate(
                hostPath: directory.path,
                title: container.app.name ?? container.app.identifier
                    ?? String(decoding: directory.path.name, as: UTF8.self),
                // Two downloads of the same app differ only in the names of their packages.
                detail: "\(container.kind.title) · \(String(decoding: directory.path.name, as: UTF8.self))"
            )
        }
        guard directory.hasFile("device.plist") else { return nil }
        var problems: [String] = []
        let device = ContainerMetadata.list("device.plist", in: directory.tree, problems: &problems)
        var name = String(decoding: directory.path.name, as: UTF8.self)
        if let given = device?.dictionary?["name"]?.string { name = given }
        return ContainerCandidate(hostPath: directory.path, title: name, detail: "simulator device")
    }
}

extension ContainerKind {
    /// The name of the kind as displayed.
    package var title: String {
        switch self {
        case .data: "data container"
        case .bundle: "bundle container"
        case .appGroup: "app group container"
        case .iCloud: "iCloud container"
        case .system: "system container"
        }
    }
}

extension FileTree {
    /// Returns the names of the regular files of the root directory; empty if it has more than `limit` entries.
    func fileNames(limit: Int) -> [String] {
        guard let entries = entries(limit: limit) else { return [] }
        return (0..<entries.count).filter { entries.kind($0) == .file }
            .map { String(decoding: entries.name($0), as: UTF8.self) }
    }
}
