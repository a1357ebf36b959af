import ContainerModel

/// A container of a simulator device: `Containers/{Bundle,Data}/Application/<UUID>`,
/// `Containers/Shared/AppGroup/<UUID>`.
struct SimulatorSource: ContainerSource {
    /// The directories below `Containers` that hold containers, and the kind of those.
    static let layout: [(components: [String], kind: ContainerKind)] = [
        (["Data", "Application"], .data),
        (["Data", "PluginKitPlugin"], .data),
        (["Shared", "AppGroup"], .appGroup),
        (["Bundle", "Application"], .bundle),
        (["Data", "InternalDaemon"], .system),
    ]

    func recognize(_ directory: HostDirectory) -> Recognition? {
        guard let kind = Self.layoutKind(of: directory.path) else { return nil }
        guard kind != .bundle else { return recognizeBundle(directory) }
        guard isContainer(directory) else { return nil }
        return Recognition(source: .simulator, certainty: .certain, kind: kind)
    }

    func places(in directory: HostDirectory) -> [HostPath] {
        // A device (`device.plist` next to `data`), its `data`, or its `Containers`.
        let roots = [["data", "Containers"], ["Containers"], []]
        for root in roots {
            let places = Self.layout.map { directory.path.appending(contentsOf: root + $0.components) }
                .filter { (try? HostDirectory($0)) != nil }
            if !places.isEmpty { return places }
        }
        return []
    }

    /// Returns the kind of the containers in the parent directory; nil if that is not part of a simulator.
    static func layoutKind(of path: HostPath) -> ContainerKind? {
        guard let group = path.parent, let area = group.parent, let containers = area.parent,
            containers.name.elementsEqual("Containers".utf8)
        else { return nil }
        return layout.first {
            group.name.elementsEqual($0.components[1].utf8) && area.name.elementsEqual($0.components[0].utf8)
        }?.kind
    }

    /// Real simulator containers may lack most standard directories, so a UUID as the name is enough.
    private func isContainer(_ directory: HostDirectory) -> Bool {
        let name = directory.path.name
        let isUUID = name.count == 36 && name.split(separator: 0x2d).map(\.count) == [8, 4, 4, 4, 12]
        return isUUID || ContainerMetadata.paths.contains(where: directory.hasFile)
    }

    /// A bundle container is a directory with a UUID as its name, and has the `.app` in it.
    private func recognizeBundle(_ directory: HostDirectory) -> Recognition? {
        guard let app = directory.subdirectories().first(where: { $0.hasSuffix(".app") }),
            let root = ContainerPath(bytes: app.name)
        else { return nil }
        return Recognition(source: .simulator, certainty: .certain, root: root, kind: .bundle)
    }
}

extension SourceKind {
    /// A directory of a simulator device.
    package static let simulator = SourceKind(rawValue: "simulator")
}
