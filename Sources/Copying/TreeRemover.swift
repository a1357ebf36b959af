import ContainerModel
import FileTree
package import Jobs
package import System

/// Removes whole trees of this program's own by descriptor, without following symbolic links.
///
/// Read-only directories are made writable first. A removal cannot be cancelled: a half-removed tree would have to be
/// recovered at the next start.
package enum TreeRemover {
    /// Removes the item `name` of an open directory: a file, a symbolic link or a whole tree.
    /// - Parameter versions: The versions that were copied, and the key of the item. All items that have changed since stay,
    ///   with the directories that contain them. nil to remove whatever there is.
    /// - Returns: The items that could not be removed, with paths relative to `directory`; the directories that contain them
    ///   are not listed.
    @discardableResult
    package static func remove(
        _ name: ArraySlice<UInt8>,
        in directory: Descriptor,
        ifSameAs versions: (table: VersionTable, key: VersionTable.Key)? = nil
    ) -> BoundedList<ItemFailure> {
        guard isName(name) else {
            var failures = BoundedList<ItemFailure>()
            failures.append(ItemFailure("remove the item", errno: EINVAL, path: .root))
            return failures
        }
        var pass = RemovalPass(directory, versions: versions)
        withNullTerminated(name) { pass.removeTopItem($0) }
        return pass.failures
    }
}

/// The removal of one top-level item.
private struct RemovalPass {
    /// A directory that is being emptied.
    private struct Frame {
        /// The name with a terminating NUL.
        let name: [CChar]
        let key: VersionTable.Key?
        var subdirectories = NameStack()
        /// Whether something in it stays.
        var hasRemains = false
        /// Whether an entry was removed since the directory was last read from the beginning.
        var hasChanged = false
    }

    private(set) var failures = BoundedList<ItemFailure>()
    private let stream = DirectoryStream()
    private let versions: (table: VersionTable, key: VersionTable.Key)?
    private var directories: DirectoryChain
    private var frames: [Frame] = []
    private var trail = ItemTrail()

    init(_ start: Descriptor, versions: (table: VersionTable, key: VersionTable.Key)?) {
        self.versions = versions
        directories = DirectoryChain(start)
    }

    mutating func removeTopItem(_ name: UnsafePointer<CChar>) {
        var status = sandglass_stat()
        let failure = sandglass_status(directories.current.number, name, &status)
        guard failure == 0 else { return fail("access the item", -failure, name) }
        guard ItemKind(mode: status.mode) == .directory else { return removeEntry(name) }
        enter(name)
        while let top = frames.indices.last {
            if let below = frames[top].subdirectories.pop() {
                enter(below)
            } else {
                guard leave() else { return }
            }
        }
    }

    private mutating func enter(_ name: UnsafePointer<CChar>) {
        let directory = directories.current.number
        let key = key(of: name)
        // An item that appeared after the last check was never copied.
        if let versions, let key, !versions.table.knows(key) { return keep(name) }
        var opened = sandglass_open_component(directory, name, O_RDONLY | O_DIRECTORY)
        if opened == -EACCES, sandglass_set_directory_mode(directory, name, 0o700) == 0 {
            opened = sandglass_open_component(directory, name, O_RDONLY | O_DIRECTORY)
        }
        // An unreadable directory can still be removed if it is empty.
        if opened == -EACCES, sandglass_remove_name(directory, name, 1) == 0 { return noteChange() }
        guard opened >= 0 else { return fail("open the directory", -opened, name) }
        directories.enter(Descriptor(owning: opened))
        trail.enter(name)
        frames.append(Frame(name: Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)), key: key))
        removeEntries()
    }

    private mutating func removeEntries() {
        while true {
            let entries: [DirectoryStream.Entry]
            do throws(FileTreeError) {
                guard let next = try stream.next(of: directories.current) else { return }
                entries = next
            } catch {
                return fail("read the directory", error.errno, nil)
            }
            for entry in entries {
                if entry.kind == .directory {
                    frames[frames.count - 1].subdirectories.push(entry.name, length: entry.length)
                } else {
                    removeEntry(entry.name)
                }
            }
        }
    }

    private mutating func removeEntry(_ name: UnsafePointer<CChar>) {
        let directory = directories.current.number
        var status = sandglass_stat()
        var file: Int32 = -1
        let key = key(of: name)
        if let versions, let key {
            let refusal = sandglass_status(directory, name, &status)
            if refusal == -ENOENT { return noteChange() }
            guard refusal == 0, versions.table.isSame(key, status) else { return keep(name) }
            // Each removal of a hard link changes the version seen through the others.
            if status.links > 1, ItemKind(mode: status.mode) == .file {
                file = sandglass_open_component(directory, name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            }
        }
        defer { if file >= 0 { close(file) } }
        var failure = sandglass_remove_name(directory, name, 0)
        if failure == -EACCES, makeWritable() { failure = sandglass_remove_name(directory, name, 0) }
        // ENOENT: it is already gone.
        guard failure == 0 || failure == -ENOENT else { return fail("remove the item", -failure, name) }
        var after = sandglass_stat()
        if file >= 0, let versions, let key, sandglass_status(file, "", &after) == 0 {
            versions.table.noteRemovedName(key, status, after)
        }
        noteChange()
    }

    private func key(of name: UnsafePointer<CChar>) -> VersionTable.Key? {
        guard let around = frames.last else { return versions?.key }
        return around.key.map { VersionTable.key(name, in: $0) }
    }

    private mutating func keep(_ name: UnsafePointer<CChar>) {
        failures.append(
            ItemFailure(
                "remove the source", errno: ESTALE, path: trail.path(of: name),
                detail: "another process changed it after it was copied; the newer version is kept here"))
        if let top = frames.indices.last { frames[top].hasRemains = true }
    }

    /// Makes the current directory writable, unless it is the one that the tree is removed from.
    private func makeWritable() -> Bool {
        !frames.isEmpty && sandglass_set_mode(directories.current.number, 0o700) == 0
    }

    /// Removes the current directory and returns to its parent.
    /// - Returns: Whether the removal can continue in the parent.
    private mutating func leave() -> Bool {
        let top = frames.count - 1
        if frames[top].hasRemains { return goBack(removes: false) }
        // Some file systems skip entries while others are being removed: read the directory again from the beginning.
        if frames[top].hasChanged {
            frames[top].hasChanged = false
            stream.rewind(directories.current)
            removeEntries()
            if !frames[top].subdirectories.isEmpty || frames[top].hasChanged || frames[top].hasRemains { return true }
        }
        return goBack(removes: true)
    }

    private mutating func goBack(removes: Bool) -> Bool {
        let frame = frames.removeLast()
        do throws(Refusal) {
            try directories.leave()
        } catch {
            trail.leave()
            fail("continue in the directory", error.errno, nil)
            return false
        }
        trail.leave()
        guard removes else {
            if let around = frames.indices.last { frames[around].hasRemains = true }
            return true
        }
        var failure = sandglass_remove_name(directories.current.number, frame.name, 1)
        if failure == -EACCES, makeWritable() {
            failure = sandglass_remove_name(directories.current.number, frame.name, 1)
        }
        if failure == 0 || failure == -ENOENT {
            noteChange()
        } else {
            fail("remove the directory", -failure, frame.name)
        }
        return true
    }

    private mutating func noteChange() {
        if let top = frames.indices.last { frames[top].hasChanged = true }
    }

    /// - Parameter name: An entry of the current directory; nil for the directory itself.
    private mutating func fail(_ operation: String, _ errno: Int32, _ name: UnsafePointer<CChar>?) {
        let path = name.map { trail.path(of: $0) } ?? trail.path
        failures.append(ItemFailure(operation, errno: errno, path: path))
        if let top = frames.indices.last { frames[top].hasRemains = true }
    }
}
