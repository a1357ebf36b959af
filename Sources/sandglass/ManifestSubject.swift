import ContainerModel
import ContainerStore
import FileTree
import Inspection
import Jobs
import Screen

/// The subject of a manifest.
enum ManifestSubject {
    /// A directory or a file of this computer, as it is stored, and the path that names it, which may be a link.
    case stored(HostPath, by: HostPath)
    /// A directory or a file in an archive, or in a domain of a backup.
    case item(ContainerPath, of: any FileTree, at: HostPath)
    /// The contents of the containers at a path, as apps see them.
    case containers([UInt8], at: HostPath)

    /// Finds the subject at a path.
    /// - Parameter follows: Whether links in a container are followed out of it.
    /// - Throws: `Failure` if nothing is there, or if a link leads out of a container.
    init(at path: String, ofContainers: Bool, follows: Bool) throws {
        let bytes = argumentBytes(path)
        if ContainerStore.isReserved(bytes) { try ContainerStore.resolveReserved(bytes) }
        guard let given = HostPath(bytes) else { throw Failure(.noInput, "\(DisplayText(path)): no such path") }
        let item = ContainerStore.pathInPackage(bytes)
        if ofContainers {
            self = .containers(bytes, at: given)
        } else if !TimePointPath.isOne(bytes), let stored = try ContainerStore.path(item, follows: follows) {
            self = .stored(stored, by: given)
        } else {
            self = try Self.inside(HostPath(item) ?? given, path)
        }
    }

    /// Finds the subject behind the name of an archive or a backup.
    private static func inside(_ hostPath: HostPath, _ path: String) throws -> ManifestSubject {
        do throws(FileTreeError) {
            return .item(.root, of: try HostTree.open(hostPath.bytes), at: hostPath)
        } catch {
            guard [.notFound, .notADirectory].contains(error.code), let parent = hostPath.parent,
                let name = ContainerPath(bytes: hostPath.name), let tree = try? HostTree.open(parent.bytes),
                (try? tree.status(name)) != nil
            else { throw Failure(error, at: path) }
            return .item(name, of: tree, at: hostPath)
        }
    }

    /// The path on this computer.
    var hostPath: HostPath {
        switch self {
        case .stored(let path, _), .item(_, _, let path), .containers(_, let path): path
        }
    }

    /// The first line of a manifest of it.
    var head: [UInt8] {
        if case .containers = self { Manifest.containersHead } else { Manifest.head }
    }

    /// The means to read it.
    struct Reading {
        let progress: ProgressMeter
        let cancellation: Cancellation
        /// The file that receives the manifest, which must not be among the items.
        let output: FileIdentity?
        /// Returns what `receive` gets of an item.
        let form: @Sendable (ManifestItem) -> [UInt8]
        /// Receives all items in order; false ends the reading.
        let receive: @Sendable ([UInt8]) -> Bool
    }

    /// Reads everything.
    /// - Parameter failures: Receives why containers could not be read.
    /// - Throws: `ManifestReader.Failure`; `ContainerStoreError` if a path leads to no container.
    func read(_ reading: Reading, _ failures: inout LastFailure) throws -> ManifestReader.Totals {
        switch self {
        case .stored(let path, let given):
            let reader = try ManifestReader(
                hostPath: path.bytes, named: Array(given.name), progress: reading.progress,
                cancellation: reading.cancellation)
            return try reader.read(keepingOut: reading.output, as: reading.form, to: reading.receive)
        case .item(let item, let tree, _):
            tree.reportProblems()
            let reader = try ManifestReader(
                tree, at: item, progress: reading.progress, cancellation: reading.cancellation)
            return try reader.read(keepingOut: reading.output, as: reading.form, to: reading.receive)
        case .containers(let path, let hostPath):
            return try Self.readContainers(at: path, hostPath, reading, &failures)
        }
    }

    private static func readContainers(
        at path: [UInt8], _ hostPath: HostPath, _ reading: Reading, _ failures: inout LastFailure
    ) throws -> ManifestReader.Totals {
        var totals = ManifestReader.Totals()
        var noted = failures
        var ending: (any Error)?
        defer { failures = noted }
        try ContainerStore.forEachContainer(at: path) { error in
            noted.note(Failure(error))
        } _: { container in
            guard let place = container.description.hostPath.path(below: hostPath) else {
                ending = Failure(
                    .data, "\(DisplayText(bytes: path)): inside a container; name the container for --containers")
                return false
            }
            container.reportProblems(at: container.description.hostPath)
            do throws(ManifestReader.Failure) {
                let reader = try ManifestReader(
                    container.tree, progress: reading.progress, cancellation: reading.cancellation)
                let form = reading.form
                let read = try reader.read(
                    keepingOut: reading.output, as: { form($0.below(place.bytes)) }, to: reading.receive)
                totals.add(read, below: place.bytes)
                return true
            } catch {
                if case .unreadable(let error) = error {
                    noted.note(
                        Failure(error, at: String(decoding: container.description.hostPath.bytes, as: UTF8.self)))
                    return true
                }
                ending = error
                return false
            }
        }
        if let ending { throw ending }
        return totals
    }
}
