package import ContainerModel
import Jobs
import System

/// Walks a directory tree one item at a time, without a limit on depth or path length.
///
/// Every directory is opened relative to its parent, without following symbolic links. Only the innermost directories
/// stay open; others are reopened from the root when the walk returns to them. Entries are visited in the order of
/// their bytes, so paths are in the order of `ContainerPath`.
package struct TreeWalk {
    /// A visited item.
    package struct Item {
        /// The path from the container's root.
        package let path: ContainerPath
        /// The number of directories between the start and the item; 0 for the start itself.
        package let depth: Int
        /// The item's metadata; symbolic links are not followed.
        package let status: ItemStatus
        /// The item's name in `directory`; empty for the start if it is a directory, which is then `directory` itself.
        package let name: ArraySlice<UInt8>
        /// The open directory that contains the item.
        package let directory: TreeDirectory
        /// Whether there may be a `._name` file next to the item that contains its attributes.
        package let hasAppleDouble: Bool
    }

    /// A step of the walk.
    package enum Step {
        /// An item; a directory precedes its contents.
        case item(Item)
        /// The end of a directory, reported once for each directory entered.
        case leaving(ContainerPath, depth: Int)
        /// An item that could not be examined, or a directory that could not be read. The walk continues.
        case failure(ContainerPath, FileTreeError)
    }

    /// A directory on the current path.
    private struct Frame {
        let path: ContainerPath
        let depth: Int
        let identity: (device: UInt64, inode: UInt64)
        let entries: EntryList
        let order: [UInt32]
        /// The names that have an AppleDouble file next to them.
        let doubled: Set<ArraySlice<UInt8>>
        var next = 0
        var handle: TreeDirectory?
    }

    /// Few enough for any limit on open files, and enough to never reopen a directory of an ordinary tree.
    private static let openFrames = 64

    private let tree: any FileTree
    private let start: ContainerPath
    private let access: AccessCheck?
    private var frames: [Frame] = []
    private var pending: Item?
    private var hasBegun = false

    /// Creates a walk.
    /// - Parameters:
    ///   - start: The first item visited; if it is not a directory, it is the only one.
    ///   - access: The check whether directories may be read; nil if this process's own permissions decide.
    package init(of tree: any FileTree, start: ContainerPath = .root, access: AccessCheck? = nil) {
        self.access = access
        self.tree = tree
        self.start = start
    }

    /// Returns the next step; nil at the end.
    package mutating func next() -> Step? {
        guard hasBegun else {
            hasBegun = true
            return firstStep()
        }
        if let directory = pending {
            pending = nil
            do throws(FileTreeError) {
                try enter(directory)
            } catch {
                return .failure(directory.path, error)
            }
        }
        while let top = frames.indices.last {
            guard frames[top].next < frames[top].order.count else {
                let frame = frames.removeLast()
                return .leaving(frame.path, depth: frame.depth)
            }
            if let step = nextEntry(of: top) { return step }
        }
        return nil
    }

    private mutating func firstStep() -> Step {
        do throws(FileTreeError) {
            let status = try tree.status(start)
            let item: Item
            if status.kind == .directory {
                let handle = try tree.directory(at: start)
                item = Item(path: start, depth: 0, status: status, name: [], directory: handle, hasAppleDouble: false)
                pending = item
            } else {
                let handle = try tree.directory(at: start.parent ?? .root, for: .lookup)
                let name = start.lastComponent ?? []
                item = Item(path: start, depth: 0, status: status, name: name, directory: handle, hasAppleDouble: true)
            }
            return .item(item)
        } catch {
            return .failure(start, error)
        }
    }

    /// Returns nil if the entry was removed meanwhile, since it is no longer part of the tree.
    private mutating func nextEntry(of top: Int) -> Step? {
        let index = Int(frames[top].order[frames[top].next])
        frames[top].next += 1
        let name = frames[top].entries.name(index)
        guard let path = frames[top].path.appending(name: name) else { return nil }
        do throws(FileTreeError) {
            let directory = try handle(of: top)
            let item = Item(
                path: path,
                depth: frames[top].depth + 1,
                status: try directory.status(of: name, path: path),
                name: name,
                directory: directory,
                hasAppleDouble: frames[top].doubled.contains(name)
            )
            if item.status.kind == .directory { pending = item }
            return .item(item)
        } catch {
            return error.code == .notFound && error.errno != ESTALE ? nil : .failure(path, error)
        }
    }

    private mutating func enter(_ item: Item) throws(FileTreeError) {
        let handle =
            item.name.isEmpty ? item.directory : try item.directory.subdirectory(item.name)
        guard access?.allows([.read, .search], on: [], item.status, in: handle) != false else {
            throw FileTreeError(errno: EACCES, operation: "open the directory", path: item.path)
        }
        let entries = try handle.entriesAsReported(path: item.path)
        var doubled: Set<ArraySlice<UInt8>> = []
        for index in 0..<entries.count where entries.name(index).starts(with: [0x2e, 0x5f]) {
            doubled.insert(entries.name(index).dropFirst(2))
        }
        let frame = Frame(
            path: item.path,
            depth: item.depth,
            identity: (item.status.device, item.status.inode),
            entries: entries,
            order: entries.bytewiseOrder(),
            doubled: doubled,
            handle: handle
        )
        frames.append(frame)
        if frames.count > Self.openFrames { frames[frames.count - 1 - Self.openFrames].handle = nil }
    }

    /// Returns the open directory of a frame. If it was closed, its ancestors are reopened with it: the walk returns to
    /// them next, and opening each by its path from the root would take time for every component.
    private mutating func handle(of index: Int) throws(FileTreeError) -> TreeDirectory {
        if let handle = frames[index].handle { return handle }
        let first = max(0, index - Self.openFrames + 1)
        var handle = try tree.directory(at: frames[first].path)
        try adopt(handle, for: first)
        for below in stride(from: first + 1, through: index, by: 1) {
            handle = try handle.subdirectory(frames[below].path.lastComponent ?? [])
            try adopt(handle, for: below)
        }
        return handle
    }

    /// - Throws: `FileTreeError` if the directory that was read has been replaced by another one.
    private mutating func adopt(_ handle: TreeDirectory, for index: Int) throws(FileTreeError) {
        let status = try handle.status(of: [], path: frames[index].path)
        guard (status.device, status.inode) == frames[index].identity else {
            // Skip the rest of the entries, which can no longer be accessed.
            for lost in index..<frames.count { frames[lost].next = frames[lost].order.count }
            throw FileTreeError(errno: ESTALE, operation: "continue in the directory", path: frames[index].path)
        }
        frames[index].handle = handle
    }
}

extension EntryList {
    /// Returns the entries sorted by the bytes of their names.
    func bytewiseOrder() -> [UInt32] {
        withStorage { storage in
            (0..<UInt32(count)).sorted { left, right in
                storage.name(Int(left)).lexicographicallyPrecedes(storage.name(Int(right)))
            }
        }
    }
}
