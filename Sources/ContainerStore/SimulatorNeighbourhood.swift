import ContainerModel

/// The data and bundle containers of a simulator device, by bundle identifier.
struct SimulatorNeighbourhood {
    private var members: [String: [(kind: ContainerKind, candidate: ContainerCandidate)]] = [:]

    /// Reads the containers of a device.
    /// - Parameter containers: The device's `Containers` directory.
    init(of containers: HostPath) {
        for place in SimulatorSource.layout where place.kind == .data || place.kind == .bundle {
            let directory = try? HostDirectory(containers.appending(contentsOf: place.components))
            for path in directory?.subdirectories(limit: .max) ?? [] {
                guard let (identifier, candidate) = Self.member(at: path, kind: place.kind) else { continue }
                members[identifier, default: []].append((place.kind, candidate))
            }
        }
    }

    /// Returns the app's containers, except those of `kind`. The candidate for a bundle is the `.app` itself.
    func containers(of identifier: String, except kind: ContainerKind) -> [ContainerCandidate] {
        (members[identifier] ?? []).filter { $0.kind != kind }.map(\.candidate)
    }

    private static func member(at path: HostPath, kind: ContainerKind) -> (String, ContainerCandidate)? {
        guard let directory = try? HostDirectory(path) else { return nil }
        var problems: [String] = []
        var identifier: String?
        for metadata in ContainerMetadata.paths where identifier == nil {
            let values = ContainerMetadata.list(metadata, in: directory.tree, problems: &problems)
            identifier = values.flatMap { AppInfo(containerMetadata: $0).identifier }
        }
        var place = path
        if kind == .bundle {
            guard let app = directory.subdirectories().first(where: { $0.hasSuffix(".app") }) else { return nil }
            place = app
            if identifier == nil {
                let bundle = try? HostDirectory(app)
                let values = bundle.flatMap { ContainerMetadata.list("Info.plist", in: $0.tree, problems: &problems) }
                identifier = values.flatMap { AppInfo(infoDictionary: $0).identifier }
            }
        }
        guard let identifier else { return nil }
        let title = kind == .bundle ? String(decoding: place.name, as: UTF8.self) : identifier
        return (identifier, ContainerCandidate(hostPath: place, title: title, detail: kind.title))
    }
}

/// A cache of neighbourhoods: a device with hundreds of containers is read only once.
final class SimulatorNeighbourhoods {
    private var known: [HostPath: SimulatorNeighbourhood] = [:]

    /// Returns the neighbourhood of the simulator container at `hostPath`: `…/Containers/Data/Application/<UUID>`, or
    /// the `.app` in such a directory for a bundle.
    func neighbourhood(of hostPath: HostPath) -> SimulatorNeighbourhood? {
        let container = hostPath.hasSuffix(".app") ? hostPath.parent : hostPath
        guard let containers = container?.parent?.parent?.parent else { return nil }
        if let read = known[containers] { return read }
        let read = SimulatorNeighbourhood(of: containers)
        known[containers] = read
        return read
    }
}
