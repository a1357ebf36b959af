package import ContainerModel
package import FileTree
package import Jobs
import Synchronization
package import System

/// Compares a copy that was written to a device with its original, before the copy gets its final name.
///
/// A cable, a hub and the relaying programs are between a write and the device, and a write's answer says only that it
/// arrived.
package struct ReadBack {
    private let tree: any FileTree
    private let cancellation: Cancellation
    private let contents = ContentComparison()

    /// Creates a comparison with items of a tree.
    package init(of tree: any FileTree, cancellation: Cancellation) {
        self.tree = tree
        self.cancellation = cancellation
    }

    /// Compares the files of an item with those of its copy, the entry `name` of an open directory. Items that were not
    /// copied are not compared.
    /// - Throws: `FileTreeError` with the path of the first file whose copy differs or cannot be read.
    package func compare(
        _ item: ContainerPath, with name: ArraySlice<UInt8>, in directory: Descriptor
    ) throws(FileTreeError) {
        let copies = RootedDirectory(descriptor: directory)
        guard let top = ContainerPath(bytes: name) else { return }
        if let file = try? tree.status(item), file.kind != .directory {
            return file.kind == .file ? try compare(item, top, copies) : ()
        }
        var walk = TreeWalk(of: tree, start: item)
        var batch: [Pair] = []
        while !cancellation.isCancelled, let step = walk.next() {
            guard case .item(let found) = step, found.status.kind == .file,
                let path = found.path.relative(to: item).map({ top.appending($0) })
            else { continue }
            batch.append(Pair(original: found.path, copy: path))
            guard batch.count == Self.batchSize else { continue }
            try compare(batch, copies)
            batch.removeAll(keepingCapacity: true)
        }
        try compare(batch, copies)
    }

    /// Compares files with their copies, which are entries of an open directory.
    /// - Returns: Whether each copy is good.
    package func areGood(
        _ copies: [(original: ContainerPath, name: ArraySlice<UInt8>)], in directory: Descriptor
    ) -> [Bool] {
        let pairs = copies.map { Pair(original: $0.original, copy: ContainerPath(bytes: $0.name) ?? .root) }
        let (tree, cancellation, own) = (tree, cancellation, RootedDirectory(descriptor: directory))
        return MountLanes.map(
            pairs.count, in: directory, while: { !cancellation.isCancelled },
            first: { index, _ in self.failure(pairs[index], own) == nil },
            further: { directory in
                let worker = ReadBack(of: tree, cancellation: cancellation)
                let copies = RootedDirectory(descriptor: directory)
                return { worker.failure(pairs[$0], copies) == nil ? true : nil }
            }
        ).map { $0 ?? false }
    }

    /// A file and its copy.
    private struct Pair: Sendable {
        let original: ContainerPath
        let copy: ContainerPath
    }

    /// The number of files that are compared together.
    private static let batchSize = 512

    private func compare(_ pairs: [Pair], _ copies: RootedDirectory) throws(FileTreeError) {
        let (tree, cancellation) = (tree, cancellation)
        let hasFailed = Atomic(false)
        let failures = MountLanes.map(
            pairs.count, in: copies.descriptor,
            while: { !cancellation.isCancelled && !hasFailed.load(ordering: .relaxed) },
            first: { index, _ in
                let failure = self.failure(pairs[index], copies)
                if failure != nil { hasFailed.store(true, ordering: .relaxed) }
                return failure
            },
            further: { directory in
                let worker = ReadBack(of: tree, cancellation: cancellation)
                let copies = RootedDirectory(descriptor: directory)
                return { worker.failure(pairs[$0], copies) == nil ? .some(nil) : nil }
            })
        if let failure = failures.lazy.compactMap({ $0 ?? nil }).first { throw failure }
    }

    private func failure(_ pair: Pair, _ copies: RootedDirectory) -> FileTreeError? {
        do throws(FileTreeError) {
            try compare(pair.original, pair.copy, copies)
            return nil
        } catch {
            return error
        }
    }

    private func compare(
        _ path: ContainerPath, _ copyPath: ContainerPath, _ copies: RootedDirectory
    ) throws(FileTreeError) {
        // A source that is gone by now, or may not be read, was reported by the copy.
        guard let original = try? tree.openFile(path) else { return }
        let copy: Descriptor
        do throws(FileTreeError) {
            copy = try copies.openFile(copyPath)
        } catch {
            // What could not be copied was reported by the copy.
            if error.code == .notFound {
                try DeviceMount.requireAnswer(of: copies.descriptor, path: path)
                return
            }
            throw FileTreeError(errno: error.errno, operation: "read the copy back", path: path)
        }
        guard !contents.haveSameBytes(original, copy, cancellation), !cancellation.isCancelled else { return }
        try DeviceMount.requireAnswer(of: copies.descriptor, path: path)
        throw FileTreeError(errno: EIO, operation: "read the copy back", path: path)
    }

    /// Returns the failure of an item that could not be read back.
    package static func failure(at path: ContainerPath, _ error: FileTreeError? = nil) -> ItemFailure {
        let isGone = error?.errno == ENOTCONN
        return ItemFailure(
            "read the copy back", errno: isGone ? ENOTCONN : EIO, path: path,
            detail: isGone ? nil : "the device does not return the bytes that were written; nothing was put in place")
    }
}
