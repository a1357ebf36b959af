import ContainerModel
import FileTree
import System

/// The copies of files with several hard links, so that further links become links to the same copy.
package struct HardLinkMap {
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
    /// The present names of top-level items that were copied under other names.
    private var renamed: [[UInt8]: [UInt8]] = [:]

    /// Creates an empty map.
    package init() {}

    /// Notes that a top-level item that was copied has another name in its directory now.
    /// - Parameter name: The name that it was copied to, which no other item of the map has had.
    package mutating func rename(_ name: ArraySlice<UInt8>, to newName: ArraySlice<UInt8>) {
        guard !copies.isEmpty else { return }
        renamed[Array(name)] = Array(newName)
    }

    /// Remembers the copy of a file that has further hard links.
    mutating func remember(
        _ status: sandglass_stat,
        copiedTo name: UnsafePointer<CChar>,
        in directory: Descriptor,
        _ place: Place,
        isSettled: Bool
    ) {
        remember(
            FileIdentity(device: status.device, inode: status.inode), links: status.links, copiedTo: name,
            in: directory, place, Original(version: VersionTable.number(status), isSettled: isSettled))
    }

    /// Remembers the copy of a file, given the number of its hard links.
    mutating func remember(
        _ file: FileIdentity,
        links: UInt32,
        copiedTo name: UnsafePointer<CChar>,
        in directory: Descriptor,
        _ place: Place,
        _ original: Original = Original(version: 0, isSettled: true)
    ) {
        var made = sandglass_stat()
        guard links > 1, sandglass_status(directory.number, name, &made) == 0 else { return }
        copies[file] = Copy(
            place: place,
            name: Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)),
            identity: FileIdentity(device: made.device, inode: made.inode),
            original: original,
            remaining: links - 1
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
        try addName(name, in: directory, place, to: FileIdentity(device: status.device, inode: status.inode))
    }

    /// Adds a hard link to the copy of a file, given its identity.
    mutating func addName(
        _ name: UnsafePointer<CChar>,
        in directory: Descriptor,
        _ place: Place,
        to original: FileIdentity
    ) throws(Refusal) -> Original? {
        guard let copy = copies[original] else { return nil }
        let holder: Descriptor
        if copy.place === place {
            holder = directory
        } else {
            do throws(FileTreeError) {
                holder = try RootedDirectory(descriptor: copy.place.root).openPath(presentPath(of: copy.place))
            } catch {
                throw Refusal(error.errno)
            }
        }
        let copyName = presentName(of: copy)
        let failure = sandglass_add_name(holder.number, copyName, directory.number, name)
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

    private func presentName(of copy: Copy) -> [CChar] {
        guard copy.place.path.isRoot, !renamed.isEmpty,
            let name = renamed[copy.name.dropLast().map { UInt8(bitPattern: $0) }]
        else { return copy.name }
        return name.map { CChar(bitPattern: $0) } + [0]
    }

    private func presentPath(of place: Place) -> ContainerPath {
        guard !renamed.isEmpty, let top = place.path.components.first(where: { _ in true }),
            let name = renamed[Array(top)], let path = ContainerPath(bytes: name)
        else { return place.path }
        return place.path.components.dropFirst().reduce(path) { $0.appending(name: $1) ?? $0 }
    }
}
