import ContainerModel
import ContainerStore
import FileTree
import Transactions

/// The changes that make a container as it is after its app's installation: the directories that iOS makes then, the
/// container's own metadata, and nothing else.
struct InstallationChanges {
    private let container: Container
    private let keepsPreferences: Bool
    private let made: [ContainerPath]
    private(set) var changeSet = ChangeSet()

    init(of container: Container, keepsPreferences: Bool) {
        self.container = container
        self.keepsPreferences = keepsPreferences
        made = container.description.kind.directoriesAtInstallation
    }

    /// Finds the changes.
    /// - Throws: `OperationError` if a directory cannot be read.
    mutating func find() throws(OperationError) {
        let preferences = keepsPreferences ? RuleBook.standard.path(of: .preferences) : nil
        for directory in [.root] + made where directory != preferences { try empty(directory) }
        for directory in made {
            let address = ItemAddress(container.root, directory)
            guard try kind(of: directory) != .directory else { continue }
            changeSet.changes.append(.makeDirectory(address))
        }
    }

    /// Removes the entries of a directory that iOS does not make.
    private mutating func empty(_ directory: ContainerPath) throws(OperationError) {
        guard try kind(of: directory) == .directory else { return }
        let address = ItemAddress(container.root, directory)
        let entries: EntryList
        do throws(FileTreeError) {
            entries = try container.tree.directory(at: directory).entries(path: directory) ?? EntryList()
        } catch {
            throw OperationError(error, at: address)
        }
        for item in address.entries(entries) {
            if directory.isRoot, ContainerMetadata.paths.contains(item.path) { continue }
            if made.contains(item.path), try kind(of: item.path) == .directory { continue }
            changeSet.changes.append(.trash(item))
        }
    }

    private func kind(of path: ContainerPath) throws(OperationError) -> ItemKind? {
        do throws(FileTreeError) {
            return try container.tree.status(path).kind
        } catch {
            guard error.isDisappearance else { throw OperationError(error, at: ItemAddress(container.root, path)) }
            return nil
        }
    }
}
