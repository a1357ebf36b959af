import ContainerModel
import FileTree
import System

// The file systems that changes involve.
extension Planning {
    /// Returns whether an item can be renamed into a directory.
    func isOneFileSystem(_ source: ItemAddress, _ directory: ItemAddress) throws(Refused) -> Bool {
        // A directory that does not exist yet will be on the file system of its parent.
        guard let one = try nearest(source.parent), let other = try nearest(directory) else { return true }
        do throws(FileTreeError) {
            return try Self.isOneFileSystem(one, other)
        } catch {
            throw Refused(.targetUnknown, "its file system cannot be determined: \(error.reason)")
        }
    }

    /// Returns a descriptor of a directory or of its nearest existing ancestor.
    func nearest(_ address: ItemAddress) throws(Refused) -> Descriptor? {
        var path: ContainerPath? = address.path
        while let current = path {
            path = current.parent
            // An item that an earlier change brings will be on the file system of its parent.
            if projected[ItemAddress(address.root, current)] != nil { continue }
            do throws(FileTreeError) {
                return try roots.openPath(ItemAddress(address.root, current))
            } catch {
                let isInsideBrought =
                    error.errno == ENOTDIR && projected.isInsideBrought(ItemAddress(address.root, current))
                guard error.errno == ENOENT || isInsideBrought else {
                    throw Refused(.targetUnavailable, "its directory: \(error.reason)")
                }
            }
        }
        return nil
    }

    /// Returns whether an item can be renamed into the trash.
    func isOnTrashsFileSystem(_ address: ItemAddress) throws(Refused) -> Bool {
        guard let handle = try nearest(address.parent) else { return true }
        return try isOnTrashsFileSystem(handle)
    }

    func isOnTrashsFileSystem(_ directory: Descriptor) throws(Refused) -> Bool {
        guard let trash = try trashDirectory() else { return true }
        do throws(FileTreeError) {
            return try Self.isOneFileSystem(directory, trash)
        } catch {
            throw Refused(.trashUnavailable, "the trash cannot be opened: \(error.reason)")
        }
    }

    private static func isOneFileSystem(_ one: Descriptor, _ other: Descriptor) throws(FileTreeError) -> Bool {
        let (first, second) = (try ItemStatus(of: one, path: .root), try ItemStatus(of: other, path: .root))
        return first.device == second.device && sandglass_mount(one.number) == sandglass_mount(other.number)
    }

    /// Returns why a root's items cannot go to the trash; nil if they can.
    mutating func trashReason(for root: Root) throws(Refused) -> String? {
        if let known = trashReasons[root.hostPath] { return known }
        var reason: String?
        do throws(FileTreeError) {
            if root.isContainer, try Trash.isInside(roots.identity(of: root), environment.trashDirectory) {
                reason = "the trash would be inside the container; point XDG_DATA_HOME elsewhere"
            } else if let failure = trashFailure() {
                reason = "the trash is not writable: \(failure)"
            }
        } catch {
            throw Refused(.trashUnavailable, "the trash cannot be opened: \(error.reason)")
        }
        trashReasons[root.hostPath] = .some(reason)
        return reason
    }
}
