import ContainerModel
import FileTree
import System

/// The copies of files with several hard links, so that further links become links to the same copy.
struct HardLinkMap {
    /// A target directory, shared by the files in it.
    final class Place {
        /// The directory that the top-level item was copied into.
        let root: Descriptor
        /// The directory's path below `root`.
        let path: ContainerPath

        init(root: Descriptor, path: ContainerPath) {
            self.root = root
            self.path = path
        }
    }

    /// A copied original.
    struct Original {
        /// The version that was copied.
        let version: UInt64
        /// Whether the copy certainly corresponds to it. Otherwise it is made again, and so are the links to it.
        let isSettled: Bool
    }

    private struct Copy {
        let place: Place
        /// The name with a terminating NUL.
        let name: [CChar]
        let identity: FileIdentity
        let original: Original
        /// The number of hard links not encountered yet.
        var remaining: UInt32
    }

    private var copies: [FileIdentity: Copy] = [:]

    /// Remembers the copy of a file that has further hard links.
    mutating func remember(
        _ status: sandglass_stat,
        copiedTo name: UnsafePointer<CChar>,
        in directory: Descriptor,
        _ place: Place,
        isSettled: Bool
    ) {
        var made = sandglass_stat()
        guard status.links > 1, sandglass_status(directory.number, name, &made) == 0 else { return }
        copies[FileIdentity(device: status.device, inode: status.inode)] = Copy(
            place: place,
            name: Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)),
            identity: FileIdentity(device: made.device, inode: made.inode),
            original: Original(version: VersionTable.number(status), isSettled: isSettled),
            remaining: status.links - 1
        )
    }

    /// Returns the copied original of a file; nil if it has not been encountered before.
    func original(of status: sandglass_stat) -> Original? {
        copies[FileIdentity(device: status.device, inode: status.inode)]?.original
    }

    /// Adds a hard link to the copy of a file, if there is one.
    /// - Returns: The original that was copied; nil if the file has not been encountered before.
    /// - Throws: `Refusal` if the target does not allow it.
    mutating func addName(
        _ name: UnsafePointer<CChar>,
        in directory: Descriptor,
        _ place: Place,
        to status: sandglass_stat
    ) throws(Refusal) -> Original? {
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
        // Another item may have taken the copy's name meanwhile.
        var found = sandglass_stat()
        guard sandglass_status(directory.number, name, &found) == 0,
            FileIdentity(device: found.device, inode: found.inode) == copy.identity
        else {
            _ = sandglass_remove_name(directory.number, name, 0)
            throw Refusal(ESTALE)
        }
        // Forget the copy once all links have been encountered; memory is kept for those still to come.
        copies[original]?.remaining -= 1
        if copies[original]?.remaining == 0 { copies[original] = nil }
        return copy.original
    }
}
