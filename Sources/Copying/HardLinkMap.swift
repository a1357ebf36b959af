import ContainerModel
import FileTree
import System

/// Where files with several names were copied to, so that their other names become names of the same copy.
struct HardLinkMap {
    /// A directory of the target; its files share it.
    final class Place {
        /// The directory that the top item was copied into.
        let root: Descriptor
        /// The path from there.
        let path: ContainerPath

        init(root: Descriptor, path: ContainerPath) {
            self.root = root
            self.path = path
        }
    }

    private struct Copy {
        let place: Place
        /// With its NUL.
        let name: [CChar]
        let identity: FileIdentity
        /// Which version of the original was copied.
        let version: UInt64
        /// Names that have not been met.
        var remaining: UInt32
    }

    private var copies: [FileIdentity: Copy] = [:]

    /// Remembers the copy of a file that has other names.
    mutating func remember(
        _ status: sandglass_stat,
        copiedTo name: UnsafePointer<CChar>,
        in directory: Descriptor,
        _ place: Place
    ) {
        var made = sandglass_stat()
        guard status.links > 1, sandglass_statx(directory.number, name, &made) == 0 else { return }
        copies[FileIdentity(device: status.device, inode: status.inode)] = Copy(
            place: place,
            name: Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)),
            identity: FileIdentity(device: made.device, inode: made.inode),
            version: VersionTable.number(status),
            remaining: status.links - 1
        )
    }

    /// Gives the copy of a file, if there is one, another name.
    /// - Returns: the version of the original that it is a copy of; nil where the file was not met before.
    /// - Throws: `Refusal` where the target does not allow it.
    mutating func addName(
        _ name: UnsafePointer<CChar>,
        in directory: Descriptor,
        _ place: Place,
        to status: sandglass_stat
    ) throws(Refusal) -> UInt64? {
        let original = FileIdentity(device: status.device, inode: status.inode)
        guard let copy = copies[original] else { return nil }
        let holder: Descriptor
        if copy.place === place {
            holder = directory
        } else {
            do throws(FileTreeError) {
                holder = try RootedDirectory(descriptor: copy.place.root).openPath(copy.place.path)
            } catch {
                throw Refusal(error.errno)
            }
        }
        let failure = sandglass_add_name(holder.number, copy.name, directory.number, name)
        guard failure == 0 else { throw Refusal(-failure) }
        // Something else may have taken the copy's name meanwhile.
        var found = sandglass_stat()
        guard sandglass_statx(directory.number, name, &found) == 0,
            FileIdentity(device: found.device, inode: found.inode) == copy.identity
        else {
            _ = sandglass_remove_name(directory.number, name, 0)
            throw Refusal(ESTALE)
        }
        // All names have been met: the memory is for those that are still to come.
        copies[original]?.remaining -= 1
        if copies[original]?.remaining == 0 { copies[original] = nil }
        return copy.version
    }
}
