package import ContainerModel
package import FileTree
package import Jobs
import Synchronization
import System

/// Reads everything below a directory for a manifest, of this computer or in a backup or an archive, on all cores, and
/// reports it in the order of a walk.
///
/// Items are opened beneath the directory and through no link; their access times stay as they are where Linux allows
/// that (`O_NOATIME`). Whatever the number of items, only a line of each is in memory, and not for long.
package struct ManifestReader: Sendable {
    /// The totals of the items read.
    package struct Totals: Equatable, Sendable {
        /// The number of items, with the directory itself.
        package var items = 0
        /// The number of regular files.
        package var files = 0
        /// The size of their contents in bytes.
        package var bytes: UInt64 = 0
        /// The items that could not be read as a whole, and why, the first ones of many.
        package var problems = BoundedList<Problem>()

        /// Nothing.
        package init() {}

        /// Adds the totals of another reading.
        /// - Parameter directory: The path of the directory where the paths of its problems begin.
        package mutating func add(_ other: Totals, below directory: [UInt8]) {
            items += other.items
            files += other.files
            bytes = bytes.addingSaturated(other.bytes)
            for problem in other.problems.first {
                problems.append(
                    Problem(
                        path: ManifestItem.path(problem.path, below: directory), reason: problem.reason,
                        isDamage: problem.isDamage))
            }
            problems.count(more: other.problems.count - other.problems.first.count)
        }
    }

    /// An item that could not be read as a whole.
    package struct Problem: Hashable, Sendable {
        package let path: [UInt8]
        package let reason: String
        /// Whether it is damaged, rather than unreadable.
        package let isDamage: Bool
    }

    /// The reason why there is no manifest.
    package enum Failure: Error, Sendable {
        case unreadable(FileTreeError)
        /// The file that receives the manifest is among the items.
        case containsOutput([UInt8])
        case cancelled
    }

    private let tree: any FileTree
    private let names: EntryList
    private let order: [UInt32]
    /// The name of the only file in the manifest; nil for the names of all items.
    private var alias: [UInt8]?
    private let progress: ProgressMeter
    private let cancellation: Cancellation

    /// Lists everything below a path of this computer. Blocks until all names are read.
    /// - Parameters:
    ///   - hostPath: A directory or a file; a link is followed, since the path is the user's own.
    ///   - name: The name of a file in the manifest, which may be that of a link to it; nil for its own.
    /// - Throws: `unreadable` or `cancelled`.
    package init(
        hostPath: [UInt8], named name: [UInt8]? = nil, progress: ProgressMeter, cancellation: Cancellation
    ) throws(Failure) {
        let root: RootedDirectory
        var item = ContainerPath.root
        do throws(FileTreeError) {
            do throws(FileTreeError) {
                root = try RootedDirectory(hostPath: hostPath)
            } catch {
                // A file: only this one entry of its directory is read.
                guard error.errno == ENOTDIR, let slash = hostPath.lastIndex(of: 0x2f),
                    let name = ContainerPath(bytes: hostPath[(slash + 1)...])
                else { throw error }
                root = try RootedDirectory(hostPath: Array(hostPath[...slash]))
                item = name
            }
        } catch {
            throw .unreadable(error)
        }
        try self.init(root, at: item, progress: progress, cancellation: cancellation)
        if !item.isRoot { alias = name }
    }

    /// Lists the contents of a tree, such as a domain of a backup or an archive. Blocks until all names are read.
    /// - Parameter item: A directory or a file in the tree, where the paths of the manifest begin.
    /// - Throws: `unreadable` or `cancelled`.
    package init(
        _ tree: any FileTree, at item: ContainerPath = .root, progress: ProgressMeter, cancellation: Cancellation
    ) throws(Failure) {
        (self.progress, self.cancellation) = (progress, cancellation)
        do throws(FileTreeError) {
            if let name = item.lastComponent, let parent = item.parent, try tree.status(item).kind != .directory {
                self.tree = try tree.subtree(parent)
                (names, order) = Self.only(Array(name))
                return
            }
            self.tree = try tree.subtree(item)
            let reader = DescendantReader(pool: WorkerPool(threads: WorkerPool.cores))
            let found = try reader.read(below: self.tree.root, path: .root, cancellation: cancellation)
            guard let found else { throw FileTreeError(errno: ECANCELED, operation: "read the directory") }
            var names = EntryList()
            names.append([0x2e], kind: .directory)
            for index in 0..<found.entries.count {
                names.append(found.entries.name(index), kind: found.entries.kind(index))
            }
            self.names = names
            // The directory itself comes first.
            order = [0] + found.entries.inTreeOrder().map { $0 + 1 }
        } catch {
            if error.errno == ECANCELED { throw .cancelled }
            throw .unreadable(error)
        }
    }

    private static func only(_ name: [UInt8]) -> (EntryList, [UInt32]) { (EntryList([(name, .file)]), [0]) }

    /// Reads all items.
    /// - Parameters:
    ///   - output: The file that receives the manifest, which must not be among the items.
    ///   - form: Returns what `receive` gets of an item. Called on any thread.
    ///   - receive: Receives all items in order, on any of the threads, one call at a time; false ends the reading.
    package func read(
        keepingOut output: FileIdentity? = nil,
        as form: @escaping @Sendable (ManifestItem) -> [UInt8],
        to receive: @escaping @Sendable ([UInt8]) -> Bool
    ) throws(Failure) -> Totals {
        let sizes = try sizes(keepingOut: output)
        progress.expect(files: UInt64(order.count), bytes: sizes.reduce(0) { $0.addingSaturated($1) })
        let reading = ManifestReading(
            tree: tree, names: names, order: order, alias: alias, units: FileReading.units(sizes), form: form,
            receive: receive, progress: progress, cancellation: cancellation)
        WorkerPool.onAllCores { reading.work() }
        guard !cancellation.isCancelled else { throw .cancelled }
        return reading.totals
    }

    /// Returns the size of each file in order; 0 for other items.
    private func sizes(keepingOut output: FileIdentity?) throws(Failure) -> [UInt64] {
        let sizes = Mutex([UInt64](repeating: 0, count: order.count))
        let forbidden = Mutex<[UInt8]?>(nil)
        let next = Atomic(0)
        let length = 1_024
        // Other trees have no files of this computer among their items.
        let output = tree.writable == nil ? nil : output
        WorkerPool.onAllCores {
            var directories = ItemDirectory(tree)
            while !cancellation.isCancelled {
                let start = next.wrappingAdd(length, ordering: .relaxed).oldValue
                guard start < order.count else { return }
                let range = start..<min(start + length, order.count)
                let found = range.map { index -> UInt64 in
                    let entry = Int(order[index])
                    guard names.kind(entry) == .file || names.kind(entry) == .unknown else { return 0 }
                    let name = names.name(entry)
                    guard let status = try? directories.status(of: name), status.kind == .file else { return 0 }
                    if status.identity == output {
                        forbidden.withLock { $0 = Array(name) }
                    }
                    return status.size
                }
                sizes.withLock { $0.replaceSubrange(range, with: found) }
            }
        }
        if cancellation.isCancelled { throw .cancelled }
        if let path = forbidden.withLock({ $0 }) { throw .containsOutput(path) }
        return sizes.withLock { $0 }
    }
}
