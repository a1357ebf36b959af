package import ContainerModel
import Disk
import Jobs

extension ContainerStore {
    /// The containers in a directory that is none itself: a simulator device, `Containers/Data/Application`, a folder
    /// of `.xcappdata`, a set of devices.
    static func candidates(in directory: HostDirectory) -> [ContainerCandidate] {
        let places = ContainerSources.all.lazy.map { $0.places(in: directory) }.first { !$0.isEmpty }
        let parents = places?.compactMap { try? HostDirectory($0) } ?? [directory]
        return parents.flatMap { parent in
            parent.subdirectories().compactMap { (try? HostDirectory($0)).flatMap(candidate) }
        }
    }

    private static func candidate(_ directory: HostDirectory) -> ContainerCandidate? {
        if let recognition = ContainerSources.all.lazy.compactMap({ $0.recognize(directory) }).first {
            guard
                let root = recognition.root.isRoot
                    ? directory.root : try? directory.root.subdirectory(recognition.root)
            else { return nil }
            let container = identify(root, at: directory.path, recognition).description
            return ContainerCandidate(
                hostPath: directory.path,
                title: container.app.name ?? container.app.identifier
                    ?? String(decoding: directory.path.name, as: UTF8.self),
                detail: [container.kind.title, container.app.identifier].compactMap { $0 }.joined(separator: " · ")
            )
        }
        guard directory.hasFile("device.plist") else { return nil }
        var problems: [String] = []
        let device = ContainerMetadata.list("device.plist", in: directory.root, problems: &problems)
        var name = String(decoding: directory.path.name, as: UTF8.self)
        if let given = device?.dictionary?["name"]?.string { name = given }
        return ContainerCandidate(hostPath: directory.path, title: name, detail: "simulator device")
    }
}

extension SimulatorSource {
    /// The app's other containers in the same simulator device. The bundle's candidate is the `.app` itself.
    static func containers(
        of identifier: String,
        beside hostPath: HostPath,
        except kind: ContainerKind
    ) -> [ContainerCandidate] {
        // …/Containers/Data/Application/<UUID>, and one further down for a bundle.
        let container = hostPath.hasSuffix(".app") ? hostPath.parent : hostPath
        guard let containers = container?.parent?.parent?.parent else { return [] }
        return layout.filter { $0.kind != kind && ($0.kind == .data || $0.kind == .bundle) }.flatMap { place in
            let directory = try? HostDirectory(containers.appending(contentsOf: place.components))
            return (directory?.subdirectories() ?? []).compactMap { path in
                candidate(at: path, of: identifier, kind: place.kind)
            }
        }
    }

    private static func candidate(at path: HostPath, of identifier: String, kind: ContainerKind) -> ContainerCandidate?
    {
        guard let directory = try? HostDirectory(path) else { return nil }
        var problems: [String] = []
        var found: String?
        for metadata in ContainerMetadata.paths where found == nil {
            let values = ContainerMetadata.list(metadata, in: directory.root, problems: &problems)
            found = values.flatMap { AppInfo(containerMetadata: $0).identifier }
        }
        guard kind == .bundle else {
            guard found == identifier else { return nil }
            return ContainerCandidate(hostPath: path, title: identifier, detail: kind.title)
        }
        guard found == nil || found == identifier,
            let app = directory.subdirectories().first(where: { $0.hasSuffix(".app") })
        else { return nil }
        if found == nil {
            let bundle = try? HostDirectory(app)
            let values = bundle.flatMap { ContainerMetadata.list("Info.plist", in: $0.root, problems: &problems) }
            guard values.flatMap({ AppInfo(infoDictionary: $0).identifier }) == identifier else { return nil }
        }
        return ContainerCandidate(
            hostPath: app,
            title: String(decoding: app.name, as: UTF8.self),
            detail: kind.title
        )
    }
}

extension ContainerKind {
    /// What people call a container of this kind.
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

extension RootedDirectory {
    /// The names of the regular files of a small directory; none where it has more than `limit` entries.
    func fileNames(limit: Int) -> [String] {
        let cancellation = Cancellation()
        guard let descriptor = try? openDirectory(.root),
            let entries = try? DirectoryReader.read(
                descriptor,
                path: .root,
                cancellation: cancellation,
                progress: { if $0.count > limit { cancellation.cancel() } }
            )
        else { return [] }
        return (0..<entries.count).filter { entries.kind($0) == .file }
            .map { String(decoding: entries.name($0), as: UTF8.self) }
    }
}
