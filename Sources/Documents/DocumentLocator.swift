package import ContainerModel
package import ContainerStore
package import FileTree
import System

/// Finds documents by paths as a person writes them: a file, or `FILE:NAME/NAME…` for a value inside it, on this computer,
/// in a container, an archive or a backup.
///
/// A colon may be part of a file's name: the longest name that exists counts.
package struct DocumentLocator {
    /// The target of a path.
    package struct Located: Sendable {
        /// The item; nil for the place of preferences in a container where none are stored.
        package let item: DocumentItem?
        /// The names that lead to a value inside it; empty for the item itself.
        package let steps: [[UInt8]]
        /// The part of the path that names the item.
        package let path: [UInt8]
        /// The archive that the item is in, outside of all containers; nil for any other item.
        package let archive: (any FileTree)?
    }

    /// An item that was opened.
    private struct Opened {
        /// The item; nil for the place of preferences in a container where none are stored.
        let item: DocumentItem?
        /// The archive that it is in, outside of all containers.
        var archive: (any FileTree)?
    }

    /// Why a path leads to no document.
    package enum Failure: Error {
        /// It leads nowhere, or its target cannot be read.
        case unreadable(FileTreeError)
        /// It leads to an item without contents: "a directory".
        case notAFile(kind: String)
        /// It leads out of a container by a link, or the container cannot be opened.
        case refused(ContainerStoreError)
    }

    private let followsLinks: Bool
    private let findContainer: ([UInt8]) throws(ContainerStoreError) -> (Container, ContainerPath)?

    /// Creates a locator.
    /// - Parameters:
    ///   - followsLinks: Whether links in a container are followed out of it.
    ///   - findContainer: Returns the container that a path leads into, and the path there; nil if there is none. Throws if
    ///     it cannot be opened.
    package init(
        followsLinks: Bool = false,
        findContainer: @escaping ([UInt8]) throws(ContainerStoreError) -> (Container, ContainerPath)? = {
            path throws(ContainerStoreError) in try ContainerStore.locate(path)
        }
    ) {
        self.followsLinks = followsLinks
        self.findContainer = findContainer
    }

    /// Returns the target of a path.
    /// - Throws: `Failure`, about the path as a whole if no part of it before a colon leads to an item.
    package func locate(_ path: [UInt8]) throws(Failure) -> Located {
        var first: Failure?
        for (name, steps) in ValueAddress.readings(of: path) {
            do throws(Failure) {
                let opened = try open(name)
                // A place where nothing is stored has no values either.
                if opened.item != nil || steps.isEmpty {
                    return Located(item: opened.item, steps: steps, path: name, archive: opened.archive)
                }
            } catch {
                if case .refused = error { throw error }
                first = first ?? error
            }
        }
        throw first ?? .notAFile(kind: "not a file")
    }

    private func open(_ given: [UInt8]) throws(Failure) -> Opened {
        let path = try Self.path(given)
        let inside = try itemWithoutLeaving(path)
        do throws(FileTreeError) {
            if let inside { return Opened(item: try Self.open(inside.path, in: inside.tree)) }
            if let suites = try Self.suites(path) { return Opened(item: .suites(suites)) }
            return Opened(item: .file(try DocumentSource(hostPath: path)))
        } catch {
            switch error.errno {
            case EISDIR: throw .notAFile(kind: "a directory")
            case EINVAL: throw .notAFile(kind: "not a regular file")
            default: break
            }
            guard error.code == .notFound || error.code == .notADirectory else { throw .unreadable(error) }
            return try openInArchive(path, otherwise: error)
        }
    }

    /// Returns a path of this computer, past a package's container and whatever a reserved word stands for.
    /// - Throws: `Failure` for a time point itself, and for a device or a container that cannot be opened.
    private static func path(_ given: [UInt8]) throws(Failure) -> [UInt8] {
        if ContainerStore.isReserved(given) {
            do throws(ContainerStoreError) {
                try ContainerStore.resolveReserved(given)
            } catch {
                throw .refused(error)
            }
            if DeviceAddress.isOne(given) { return HostPath(given)?.bytes ?? given }
        }
        guard TimePointPath.isOne(given), let path = HostPath(given)?.bytes else {
            let path = ContainerStore.pathInPackage(given)
            return ReservedPath.word(of: path) == nil ? path : HostPath(path)?.bytes ?? path
        }
        if ContainerStore.medium(at: path)?.path.isRoot == true { throw .notAFile(kind: "a directory") }
        return path
    }

    /// Opens an item of an archive or a backup, which is not a file on this computer.
    private func openInArchive(_ path: [UInt8], otherwise error: FileTreeError) throws(Failure) -> Opened {
        let found: (Container, ContainerPath)?
        do throws(ContainerStoreError) {
            found = try findContainer(path)
        } catch let failure {
            // It may be in a backup that is encrypted, or in an archive that is damaged.
            guard !failure.isOfUnopenedTree else { throw .refused(failure) }
            found = nil
        }
        do throws(FileTreeError) {
            if let (container, item) = found {
                if PreferenceSuites.isPlace(item), (try? container.tree.status(item)) == nil {
                    return Opened(item: nil)
                }
                guard container.description.medium != nil else { throw error }
                return Opened(item: try DocumentItem(item, in: container.tree))
            }
            guard let (tree, item) = try ContainerStore.archive(at: path) else { throw error }
            return Opened(item: try DocumentItem(item, in: tree), archive: tree)
        } catch {
            throw .unreadable(error)
        }
    }

    /// Returns the item if it is in a container, where no link is followed out of it; nil for any other path.
    private func itemWithoutLeaving(_ path: [UInt8]) throws(Failure) -> ContainerStore.LinklessItem? {
        guard !followsLinks else { return nil }
        do throws(ContainerStoreError) {
            return try ContainerStore.itemWithoutLeaving(path)
        } catch {
            throw .refused(error)
        }
    }

    /// Opens an item of a container. Of the directories, only those for preferences can be opened, wherever they are.
    private static func open(_ path: ContainerPath, in tree: any FileTree) throws(FileTreeError) -> DocumentItem {
        if endsInPreferences(path.components), try tree.status(path).kind == .directory {
            return .suites(try PreferenceSuites(in: path, of: tree))
        }
        return try DocumentItem(path, in: tree)
    }

    /// Returns the preferences in a directory of this computer; nil for any other path.
    private static func suites(_ path: [UInt8]) throws(FileTreeError) -> PreferenceSuites? {
        guard let components = HostPath(path)?.bytes.split(separator: ContainerPath.slash),
            endsInPreferences(components), let directory = try? RootedDirectory(hostPath: path)
        else { return nil }
        return try PreferenceSuites(in: .root, of: directory)
    }

    /// Whether a path ends with the names of the preferences directory.
    private static func endsInPreferences(_ components: some Sequence<ArraySlice<UInt8>>) -> Bool {
        let end = Array(components.suffix(2).joined(separator: [ContainerPath.slash]))
        return ContainerPath(bytes: end).map { PreferenceSuites.isPlace($0) } ?? false
    }
}
