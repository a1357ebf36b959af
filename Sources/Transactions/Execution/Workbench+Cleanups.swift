import ContainerModel
import Copying
import FileTree
import Jobs
import System

/// What cannot be taken back.
extension Workbench {
    /// Removes a tree of the transaction's own; the first failure.
    /// - Parameter holder: the directory that it was made in, where a handle was kept: its name may lead elsewhere now.
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
            // Nobody may stop this: what is left half would be found at the next start.
            let remover = TreeRemover(
                of: .program, progress: ProgressMeter(), cancellation: Cancellation(), onFailure: .goOn)
            let report = remover.remove(location.name, in: directory, ifSameAs: versions)
            guard let failure = report.failures.first.first else { return nil }
            throw failure
        } catch {
            // What is gone needs no more.
            return error.errno == ENOENT ? nil : error
        }
    }

    /// Removes all temporaries of the transaction from a directory; the first failure.
    func removeTemporaries(in location: ItemAddress) -> ItemFailure? {
        var failure: ItemFailure?
        do throws(FileTreeError) {
            let directory = try roots.openDirectory(location)
            guard let entries = try DirectoryReader.read(directory, path: location.path, cancellation: Cancellation())
            else { return nil }
            for index in 0..<entries.count where entries.name(index).starts(with: id.temporaryPrefix) {
                guard let temporary = location.entry(entries.name(index)) else { continue }
                failure = removeTemporary(temporary) ?? failure
            }
        } catch {
            // A directory that is gone holds nothing.
            guard error.code != .notFound else { return nil }
            return ItemFailure("look for temporary files", errno: error.errno, path: location.path)
        }
        return failure
    }

    /// How a copy compares to its original.
    func comparison(
        of original: ItemAddress,
        with copy: ItemAddress,
        _ closeness: TreeComparison.Closeness
    ) throws(ItemFailure) -> ComparisonReport {
        TreeComparison(closeness, progress: ProgressMeter(), cancellation: Cancellation()).compare(
            original.name, in: try directory(around: original), with: copy.name, in: try directory(around: copy))
    }

    /// Carries out what follows a commit. May be called again after it was interrupted.
    /// - Parameter closeness: how closely a source is compared with its copy before it goes.
    /// - Parameter versions: what sources were when they were copied; nil where that is not known any more.
    /// - Returns: what failed.
    func perform(
        _ cleanup: Cleanup,
        comparing closeness: TreeComparison.Closeness,
        versions: VersionTable? = nil
    ) -> ItemFailure? {
        switch cleanup {
        case .removeAside(let aside, let source, let copy): return removeAside(aside, of: source, copy, versions)
        case .removeTrashInfo(let name):
            trash?.removeInfo(name)
            return nil
        case .removeTemporary(let location): return removeTemporary(location)
        case .removeSource(let source, let fingerprint, let copy, let temporary):
            do throws(ItemFailure) {
                if let status = try present(source), fingerprint.isSameItem(as: status) {
                    // Somebody may have changed it since it was copied.
                    if let difference = try comparison(of: source, with: copy, closeness).differences.first.first {
                        throw ItemFailure(
                            "remove the source: it has changed since it was copied", errno: ESTALE,
                            path: difference.path)
                    }
                    // All of it goes at once, whatever happens while it is taken apart.
                    try rename(source, temporary, fingerprint)
                }
                guard let failure = removeTemporary(temporary) else { return nil }
                // What may not be removed shows itself under the name that it had.
                if try present(source) == nil { try rename(temporary, source, fingerprint) }
                return failure
            } catch {
                return error
            }
        }
    }
}
