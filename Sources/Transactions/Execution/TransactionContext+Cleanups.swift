import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// Irreversible operations.
extension TransactionContext {
    /// Removes one of the transaction's own trees and returns the first failure.
    /// - Parameter holder: A descriptor of the directory in which it was created, if one was kept: the directory's path
    ///   may refer to something else by now.
    @discardableResult
    func removeTemporary(
        _ location: ItemAddress,
        in holder: Descriptor? = nil,
        ifSameAs versions: (table: VersionTable, key: VersionTable.Key)? = nil
    ) -> ItemFailure? {
        guard location.name.starts(with: id.temporaryPrefix) else { return nil }
        do throws(ItemFailure) {
            let directory: Descriptor
            if let holder { directory = holder } else { directory = try self.directory(around: location) }
            let failures = TreeRemover.remove(location.name, in: directory, ifSameAs: versions)
            guard let failure = failures.first.first else { return nil }
            throw failure
        } catch {
            guard error.errno == ENOENT else { return error }
            return unanswered(about: location)
        }
    }

    /// Returns why it is unknown whether an item is gone; nil if it is.
    private func unanswered(about location: ItemAddress) -> ItemFailure? {
        do throws(ItemFailure) {
            try requireAnswer(about: location)
            return nil
        } catch {
            return error
        }
    }

    /// Removes all temporaries of the transaction from a directory and returns the first failure.
    func removeTemporaries(in location: ItemAddress) -> ItemFailure? {
        forEachTemporary(in: location) { (temporary) throws(ItemFailure) in
            guard !temporary.name.starts(with: id.keptPrefix) else { return try keepUnknown(temporary) }
            if let failure = removeTemporary(temporary) { throw failure }
        }
    }

    /// Moves all temporaries of the transaction in a directory to the trash, and returns the first failure.
    func keepTemporaries(in location: ItemAddress) -> ItemFailure? {
        forEachTemporary(in: location) { (temporary) throws(ItemFailure) in try keepUnknown(temporary) }
    }

    /// Moves an item to the trash of which is not known what it was.
    private func keepUnknown(_ temporary: ItemAddress) throws(ItemFailure) {
        let number = temporary.name.dropFirst(id.temporaryPrefix.count)
        let place = temporary.sibling(Array("recovered-\(id.text)-".utf8) + number) ?? temporary
        let kept = try keep(temporary, from: place)
        self.kept.note(place, "nothing recorded says what this was; it is at \(kept.text)")
    }

    private func forEachTemporary(
        in location: ItemAddress, _ body: (ItemAddress) throws(ItemFailure) -> Void
    ) -> ItemFailure? {
        var failure: ItemFailure?
        do throws(FileTreeError) {
            // An archive, which contains no temporaries.
            guard try roots.tree(of: location.root).writable != nil else { return nil }
            for temporary in try id.temporaries(in: location, of: roots) {
                do throws(ItemFailure) { try body(temporary) } catch { failure = error }
            }
        } catch {
            // A directory that no longer exists contains no temporaries.
            guard error.code != .notFound else { return unanswered(about: location) }
            return ItemFailure("look for temporary files", errno: error.errno, path: location.path)
        }
        return failure
    }

    /// Performs a cleanup that follows a commit. May be called again after an interruption.
    /// - Parameter versions: The versions of the sources that were copied; nil if they are no longer known.
    /// - Returns: The failure, if any.
    func perform(_ cleanup: Cleanup, versions: VersionTable? = nil) -> ItemFailure? {
        switch cleanup {
        case .removeAside(let aside, let source, let copy): return removeAside(aside, of: source, copy, versions)
        case .removeTrashInfo(let name):
            trash?.removeInfo(name)
            return nil
        case .setModified(let location, let modified):
            do throws(ItemFailure) {
                try setModified(modified, of: location)
                return nil
            } catch {
                // Directories that are gone by now have no times.
                return error.errno == ENOENT ? nil : error
            }
        }
    }
}

extension TransactionID {
    /// Returns the items of a directory that have temporary names of the transaction.
    func temporaries(in location: ItemAddress, of roots: RootTable) throws(FileTreeError) -> [ItemAddress] {
        let directory = try roots.openDirectory(location)
        let entries = try DirectoryReader.read(directory, path: location.path, cancellation: Cancellation())
        return (0..<(entries?.count ?? 0)).compactMap { index in
            guard let name = entries?.name(index), name.starts(with: temporaryPrefix) else { return nil }
            return location.entry(name)
        }
    }
}
