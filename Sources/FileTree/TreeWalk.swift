package import ContainerModel
import Jobs
import System

/// Goes over everything below a directory, one item at a time, without a limit on depth or on the length of paths.
///
/// Every directory is opened by its parent's handle and through no link. Only the handles of the innermost directories
/// stay open; others are opened again from the root when the walk comes back to them. Entries come in the order of
/// their bytes, so that the paths come in the order of `ContainerPath`.
package struct TreeWalk {
    /// An item that was met.
    package struct Item {
        /// From the container's root.
        package let path: ContainerPath
        /// How many directories below the start it stands; 0 for the start.
        package let depth: Int
        /// Its metadata, links not followed.
        package let status: ItemStatus
        /// The item's name in `directory`; empty for the start, which is `directory` itself.
        package let name: ArraySlice<UInt8>
        /// The directory around it, open.
        package let directory: TreeDirectory
        /// Whether a `._name`, which may carry attributes of the item, stands beside it.
        package let hasAppleDouble: Bool
    }

    /// What the walk comes to.
    package enum Step {
        /// An item; a directory comes before what is in it.
        case item(Item)
        /// All that is in a directory has been gone over; said once for each that was entered.
        case leaving(ContainerPath, depth: Int)
        /// Something that could not be looked at, or a directory that could not be read. The rest goes on.
        case failure(ContainerPath, FileTreeError)
    }

    /// A directory that the walk is in.
    private struct Frame {
        let path: ContainerPath
        let depth: Int
        let identity: (device: UInt64, inode: UInt64)
        let entries: EntryList
        let order: [UInt32]
        /// The names that have an AppleDouble file beside them.
        let doubled: Set<ArraySlice<UInt8>>
        var next = 0
        var handle: TreeDirectory?
    }

    /// Few enough for any limit on open files, many enough that ordinary trees never open one twice.
    private static let openFrames = 64

    private let tree: any FileTree
    private let start: ContainerPath
    private var frames: [Frame] = []
    private var pending: Item?
    private var hasBegun = false

    /// - Parameter start: where to begin; it comes first. Anything but a directory is all there is.
    package init(of tree: any FileTree, start: ContainerPath = .root) {
        self.tree = tree
        self.start = start
    }

    /// The next step; nil at the end.
    package mutating func next() -> Step? {
        guard hasBegun else {
            hasBegun = true
            return begin()
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

    private mutating func begin() -> Step {
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

    /// Nil where the entry went away meanwhile: it is no longer part of the tree.
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
        let entries = try handle.entries(path: item.path) ?? EntryList()
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

    /// The directory's handle. Where it was given up, those of the directories above are opened again with it: the
    /// walk comes to them next, and a path from the root takes time for each of its components.
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

    /// - Throws: `FileTreeError` where another directory has taken the place of the one that was read.
    private mutating func adopt(_ handle: TreeDirectory, for index: Int) throws(FileTreeError) {
        let status = try handle.status(of: [], path: frames[index].path)
        guard (status.device, status.inode) == frames[index].identity else {
            // Nothing more can be said of what was in it.
            for lost in index..<frames.count { frames[lost].next = frames[lost].order.count }
            throw FileTreeError(errno: ESTALE, operation: "continue in the directory", path: frames[index].path)
        }
        frames[index].handle = handle
    }
}

extension EntryList {
    /// The entries in the order of their names' bytes.
    func bytewiseOrder() -> [UInt32] {
        withStorage { storage in
            (0..<UInt32(count)).sorted { left, right in
                storage.name(Int(left)).lexicographicallyPrecedes(storage.name(Int(right)))
            }
        }
    }
}
