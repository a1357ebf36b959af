package import ContainerModel
import FileTree
package import System

/// Renames that never replace an existing item.
package enum Renaming {
    /// Renames an item, possibly into another directory of the same file system.
    ///
    /// Uses renameat2 with RENAME_NOREPLACE if the file system supports it. If not, as in some user-space file systems,
    /// a file is hard-linked to its new name and then unlinked from the old one. For a directory, or where hard links
    /// are not possible, the new name is first taken by an empty placeholder, which the rename then replaces; the only
    /// risk is that another program puts something into the placeholder, or in its place, in between.
    ///
    /// On a device, where a hard link would not be recognized as one after an interruption and placeholders may not be
    /// replaced, the item is renamed once its new name was found free; the rename is a single request, which is carried out
    /// or not.
    /// - Throws: `ItemFailure`; its `errno` is `EEXIST` if the new name is taken, and `EXDEV` if it is on another file
    ///   system.
    package static func rename(
        _ name: ArraySlice<UInt8>,
        in directory: Descriptor,
        to newName: ArraySlice<UInt8>,
        in newDirectory: Descriptor,
        path: ContainerPath
    ) throws(ItemFailure) {
        guard isName(name), isName(newName) else {
            throw ItemFailure("rename the item", errno: EINVAL, path: path)
        }
        let failure = withNullTerminated(name) { name in
            withNullTerminated(newName) { newName in
                let failure = sandglass_rename_no_replace(directory.number, name, newDirectory.number, newName)
                guard failure == -EINVAL || failure == -ENOSYS || failure == -EPERM || failure == -EOPNOTSUPP else {
                    return failure
                }
                return renameBySteps(name, directory.number, newName, newDirectory.number)
            }
        }
        if failure != 0 { throw ItemFailure("rename the item", errno: -failure, path: path) }
    }

    /// Renames in several steps, where the file system does not support renameat2 with RENAME_NOREPLACE.
    static func renameBySteps(
        _ name: UnsafePointer<CChar>,
        _ directory: Int32,
        _ newName: UnsafePointer<CChar>,
        _ newDirectory: Int32
    ) -> Int32 {
        var status = sandglass_stat()
        guard sandglass_status(newDirectory, newName, &status) == -ENOENT else { return -EEXIST }
        let failure = sandglass_status(directory, name, &status)
        guard failure == 0 else { return failure }
        if FileSystemCapabilities(of: newDirectory).isRenamePlain {
            return sandglass_rename_over(directory, name, newDirectory, newName)
        }
        if status.mode & S_IFMT == S_IFDIR {
            let made = sandglass_make_directory(newDirectory, newName, 0o700)
            guard made == 0 else { return made }
            return replacePlaceholder(name, directory, newName, newDirectory, isDirectory: true)
        }
        let added = sandglass_add_name(directory, name, newDirectory, newName)
        if added == 0 {
            let removed = sandglass_remove_name(directory, name, 0)
            // The old name stays, so the new one must go.
            if removed != 0 { _ = sandglass_remove_name(newDirectory, newName, 0) }
            return removed
        }
        guard [-EPERM, -ENOSYS, -EOPNOTSUPP, -EMLINK, -EINVAL].contains(added) else { return added }
        let placed = sandglass_create_file(newDirectory, newName, 0o600)
        guard placed >= 0 else { return placed }
        close(placed)
        return replacePlaceholder(name, directory, newName, newDirectory, isDirectory: false)
    }

    private static func replacePlaceholder(
        _ name: UnsafePointer<CChar>,
        _ directory: Int32,
        _ newName: UnsafePointer<CChar>,
        _ newDirectory: Int32,
        isDirectory: Bool
    ) -> Int32 {
        let failure = sandglass_rename_over(directory, name, newDirectory, newName)
        if failure != 0 { _ = sandglass_remove_name(newDirectory, newName, isDirectory ? 1 : 0) }
        // ENOTEMPTY: another program has put something into the directory meanwhile, which is kept.
        return failure == -ENOTEMPTY ? -EEXIST : failure
    }
}
