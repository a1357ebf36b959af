import ContainerModel
import FileTree

extension ContainerStore {
    /// As many packages beside one are opened to find that of the same app.
    private static let maxNeighbours = 16

    /// Opens what belongs together with a container: the bundle of its app, or of a bundle the app's data. It is looked
    /// for among the app's containers on the device, at a path that is given, and beside a package.
    /// - Parameter other: Another path at which it may be.
    /// - Returns: At most one bundle, or the app's data containers; empty if none is found.
    package static func companions(of container: Container, at other: HostPath? = nil) -> [Container] {
        let own = container.description
        let wanted: ContainerKind = own.kind == .bundle ? .data : .bundle
        var found: [Container] = []
        func add(_ path: HostPath, isGiven: Bool = false) {
            guard path != own.hostPath, wanted != .bundle || found.isEmpty,
                case .container(let candidate, _)? = try? open(path.bytes, readsDevices: false),
                candidate.description.kind == wanted,
                isOfSameApp(container, candidate, isGiven: isGiven),
                !found.contains(where: { $0.description.hostPath == candidate.description.hostPath })
            else { return }
            found.append(candidate)
        }
        if let other { add(other, isGiven: true) }
        for related in own.related where related.kind == wanted { add(related.hostPath) }
        guard found.isEmpty, let folder = own.packagePath.parent.flatMap({ try? HostDirectory($0) }) else {
            return found
        }
        let ending = wanted == .bundle ? ".app" : ".xcappdata"
        for path in folder.subdirectories.filter({ $0.hasSuffix(ending) }).prefix(maxNeighbours) { add(path) }
        return found
    }

    /// - Parameter isGiven: Whether the user has put one beside the other: an app that is not known may be the same then,
    ///   if an item of its container is named after it.
    private static func isOfSameApp(_ one: Container, _ other: Container, isGiven: Bool) -> Bool {
        switch (one.description.app.identifier, other.description.app.identifier) {
        case (let first?, let second?): first == second
        case (let known?, nil): isGiven && other.hasTraces(of: known)
        case (nil, let known?): isGiven && one.hasTraces(of: known)
        case (nil, nil): false
        }
    }
}
