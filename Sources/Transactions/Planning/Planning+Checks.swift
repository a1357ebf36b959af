import ContainerModel
import Copying
import FileTree
import System

// The conditions under which a change is possible.
extension Planning {
    /// Returns the kind of the item at an address after the preceding changes, and where it can be examined now.
    func look(at address: ItemAddress) throws(Refused) -> (kind: ItemKind, origin: ItemAddress?) {
        if let known = projected[address] { return known }
        if projected.isGone(address) {
            throw Refused(.overlappingChanges, "an earlier part of the operation removes it")
        }
        // The kind of an item inside one that an earlier change brings is not known in advance.
        if projected.isInsideBrought(address) { return (.unknown, nil) }
        do throws(FileTreeError) {
            return (try roots.status(address).kind, address)
        } catch {
            throw Refused(.sourceUnavailable, error.reason)
        }
    }

    func checkAttribute(_ name: String, _ kind: ItemKind) throws(Refused) {
        guard name.utf8.count <= CopyName.longest, name.contains("."), !name.utf8.contains(0) else {
            throw Refused(.invalidName, "not a valid attribute name")
        }
        guard kind == .file || kind == .directory || kind == .unknown else {
            throw Refused(
                .unsupportedItem, "\(kind.withArticle) cannot have attributes; set it on a file or a directory")
        }
    }

    func checkTarget(_ target: ItemAddress, of change: Change, _ kind: ItemKind) throws(Refused) {
        guard let name = target.path.lastComponent else {
            throw Refused(.unsupportedItem, "it is the container, or the directory, itself")
        }
        guard name.count <= CopyName.longest else {
            throw Refused(.invalidName, "a name can have at most \(CopyName.longest) bytes; this one has \(name.count)")
        }
        guard !name.starts(with: ".sandglass-".utf8) else {
            throw Refused(.invalidName, "names that begin with .sandglass- are reserved for unfinished copies")
        }
        if let source = change.source {
            if source == target { throw Refused(.sameItem, "it already exists") }
            var isInside = target.root.hostPath == source.root.hostPath && target.path.isInside(source.path)
            if !isInside, kind == .directory { isInside = try self.isInside(target, source) }
            if isInside { throw Refused(.intoItself, "a directory cannot be moved or copied into itself") }
        }
        try checkDirectory(target.parent)
    }

    /// Checks that items can be put into a directory.
    func checkDirectory(_ parent: ItemAddress) throws(Refused) {
        if let known = projected[parent] {
            guard known.kind == .directory || known.kind == .unknown else {
                throw Refused(.targetUnavailable, "a component of the path is not a directory")
            }
            return
        }
        if projected.isInsideBrought(parent) { return }
        if projected.isGone(parent) {
            throw Refused(.overlappingChanges, "an earlier part of the operation removes its directory")
        }
        try requireWritable(parent, .targetNotWritable)
    }

    /// Returns whether the target's directory is inside a source, by whatever root and path it was given.
    func isInside(_ target: ItemAddress, _ source: ItemAddress) throws(Refused) -> Bool {
        // An item that an earlier change brings is examined at its current address.
        if projected[source] != nil || projected.isInsideBrought(source) { return false }
        do throws(FileTreeError) {
            let directory = try roots.tree(of: source.root).directory(at: source.path, for: .lookup)
            let tree = try directory.status(of: [], path: source.path)
            return try Trash.isInside(tree.identity, target.parent.hostPath)
        } catch {
            throw Refused(.sourceUnavailable, error.reason)
        }
    }

    func requireWritable(_ directory: ItemAddress, _ code: Plan.Refusal.Code) throws(Refused) {
        let handle: Descriptor
        do throws(FileTreeError) {
            handle = try roots.openPath(directory)
        } catch {
            throw Refused(.targetUnavailable, "its directory: \(error.reason)")
        }
        let failure = sandglass_may_write(handle.number)
        guard failure == 0 else {
            let reason = ItemFailure("", errno: -failure, path: .root).reason
            throw Refused(code, "its directory is not writable: \(reason)")
        }
    }
}
