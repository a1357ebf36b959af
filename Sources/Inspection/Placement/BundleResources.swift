import ContainerModel
import ContainerStore
import FileTree

/// The files of an app's bundle, by size, to find copies of them among the app's data.
struct BundleResources: Sendable {
    private let tree: any FileTree
    private let paths: [UInt64: [ContainerPath]]

    private static let maxFiles = 20_000
    /// The sizes of files that are compared: what is smaller is alike by chance, and takes no space.
    private static let sizes: ClosedRange<UInt64> = 64...(16 << 20)

    /// Lists the bundle of a data container's app; nil if it is not at hand.
    /// - Parameter bundle: The bundle; nil for the one on the same device.
    init?(for container: Container, in bundle: Container?) {
        guard container.description.kind == .data, let bundle = bundle ?? Self.related(to: container),
            let root = bundle.bundlePath
        else { return nil }
        var paths: [UInt64: [ContainerPath]] = [:]
        var walk = TreeWalk(of: bundle.tree, start: root)
        var count = 0
        while count < Self.maxFiles, let step = walk.next() {
            guard case .item(let item) = step, item.status.kind == .file, Self.sizes.contains(item.status.size) else {
                continue
            }
            paths[item.status.size, default: []].append(item.path)
            count += 1
        }
        tree = bundle.tree
        self.paths = paths
    }

    private static func related(to container: Container) -> Container? {
        guard
            let candidate = container.description.related.first(where: { $0.kind == .bundle && $0.form == .container }),
            case .container(let bundle, _)? = try? ContainerStore.open(candidate.hostPath.bytes)
        else { return nil }
        return bundle
    }

    /// Returns whether a file of the data container is the same, byte for byte, as one of the bundle.
    func holdsCopy(of met: ContainerWalk.Item, in container: Container) -> Bool {
        guard met.status.kind == .file, let alike = paths[met.status.size], let bytes = read(met.path, container.tree)
        else { return false }
        return alike.contains { read($0, tree) == bytes }
    }

    private func read(_ path: ContainerPath, _ tree: any FileTree) -> [UInt8]? {
        try? FileContents.read(path, in: tree, limit: Int(Self.sizes.upperBound))
    }
}
