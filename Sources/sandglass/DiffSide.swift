import Comparison
import ContainerModel
import ContainerStore
import Documents
import FileTree
import Screen

extension ComparedSide {
    /// Opens a side as it was named: a container or an item in one, a directory, an archive, a domain of a backup, a
    /// file, or a value inside a file.
    /// - Throws: `ContainerStoreError`; `Failure` if nothing is there.
    init(at argument: String, _ app: AppInfoOptions, follows: Bool) throws {
        let path = argumentBytes(argument)
        if let found = try Self.inContainer(path, app) ?? Self.outside(path, follows: follows) {
            self = found
        } else {
            self = try Self.value(path, argument, app, follows: follows)
        }
    }

    /// Whether it is a file, which is compared with all of its bytes.
    var isFile: Bool {
        guard case .item(let path, let tree, _) = self else { return false }
        return (try? tree.status(path))?.kind == .file
    }

    /// Returns the archive that a path leads to, and not into; nil for anything else.
    static func archive(at argument: String) -> DocumentSource? {
        guard let path = HostPath(argumentBytes(argument)), let parent = path.parent,
            let name = ContainerPath(bytes: path.name), let tree = try? HostTree.directory(parent.bytes),
            let source = try? DocumentSource(name, in: tree), let file = try? tree.openFile(name),
            TreeFormats.format(of: file) != nil
        else { return nil }
        return source
    }

    /// Returns an item of a container; nil if the path leads to none.
    private static func inContainer(_ path: [UInt8], _ app: AppInfoOptions) throws -> ComparedSide? {
        do {
            let (container, item) = try app.locateItem(path)
            guard try exists(item, in: container.tree) else { return nil }
            // Of a directory with other things, a comparison of the only container in it would leave these out.
            if let named = HostPath(path), ContainerStore.holdsMore(named, than: container) {
                return nil
            }
            return .item(item, of: container.tree, in: container)
        } catch let error as ContainerStoreError where outsideCodes.contains(error.code) {
            return nil
        }
    }

    /// The reasons why a path leads into no container, or not into one alone: it may lead to something else.
    private static let outsideCodes: [ContainerStoreError.Code] = [
        .notFound, .notAContainer, .severalContainers, .besideContainer,
    ]

    private static func exists(_ item: ContainerPath, in tree: any FileTree) throws -> Bool {
        do throws(FileTreeError) {
            return try tree.statusIfPresent(item) != nil
        } catch {
            // A component of the path may be a file.
            guard error.isDisappearance else { throw Failure(error, at: item.reportText) }
            return false
        }
    }

    /// Returns a directory, an archive or a file outside of containers; nil if nothing is there.
    private static func outside(_ path: [UInt8], follows: Bool) throws -> ComparedSide? {
        let item = ContainerStore.pathInPackage(path)
        guard let hostPath = try ContainerStore.path(item, follows: follows) ?? HostPath(item) else { return nil }
        if let tree = try? HostTree.open(hostPath.bytes) {
            tree.reportProblems()
            return .item(.root, of: tree, in: nil)
        }
        // A file, or a file in an archive.
        guard let parent = hostPath.parent, let name = ContainerPath(bytes: hostPath.name),
            let tree = try? HostTree.open(parent.bytes), (try? tree.status(name)) != nil
        else { return nil }
        tree.reportProblems()
        return .item(name, of: tree, in: nil)
    }

    /// Returns a value inside a file.
    private static func value(
        _ path: [UInt8], _ argument: String, _ app: AppInfoOptions, follows: Bool
    ) throws -> ComparedSide {
        let located = try app.locateValue(argument, follows: follows)
        guard let item = located.item else {
            throw Failure(.noInput, "\(DisplayText(argument)): no preferences are stored")
        }
        do throws(FileTreeError) {
            let found = try item.open(at: located.steps, as: .decoded, within: .unlimited())
            return .document(found.document, name: path)
        } catch {
            throw Failure(error, at: argument, isValue: !located.steps.isEmpty)
        }
    }
}
