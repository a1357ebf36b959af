import ContainerModel
import ContainerStore
import FileTree
import Formats
import Jobs

/// Walks along one side on a thread, and keeps a few steps ready, so that both sides are read at the same time and
/// neither is in memory as a whole.
final class SideWalk {
    /// The threads of all walks. Those of one comparison begin together, and wait for nothing but their own comparison.
    private static let threads = WorkerPool(threads: 16)

    /// The number of steps that are handed over at once, and how many such batches wait.
    private static let batchLength = 256
    private static let maxBatches = 16

    private let queue = BatchQueue<SideStep, Never>(maximum: maxBatches)
    private var batch: ArraySlice<SideStep> = []
    private var isAtEnd = false

    /// Begins a walk.
    /// - Parameters:
    ///   - tree: The tree, in which paths begin at the root.
    ///   - start: The item where the walk begins: the root, or the only item.
    init(of tree: any FileTree, from start: ContainerPath, cancellation: Cancellation) {
        let queue = self.queue
        Self.threads.submit { Self.walk(tree, start, cancellation, queue) }
    }

    /// Returns the next step; nil at the end.
    func next() -> SideStep? {
        if batch.isEmpty, !isAtEnd {
            batch = queue.take()?[...] ?? []
            isAtEnd = batch.isEmpty
        }
        return batch.popFirst()
    }

    /// Ends the walk before its end.
    func abandon() { queue.close() }

    private static func walk(
        _ tree: any FileTree, _ start: ContainerPath, _ cancellation: Cancellation,
        _ queue: BatchQueue<SideStep, Never>
    ) {
        var walk = TreeWalk(of: tree, start: start)
        var steps: [SideStep] = []
        while !cancellation.isCancelled, let step = walk.next() {
            switch step {
            case .item(let item): steps.append(.item(SideItem(item)))
            case .failure(let path, let error): steps.append(.failure(path, error))
            case .leaving: continue
            }
            guard steps.count == batchLength else { continue }
            guard queue.give(steps) else { return }
            steps.removeAll(keepingCapacity: true)
        }
        if !steps.isEmpty, !queue.give(steps) { return }
        queue.end()
    }
}

extension SideItem {
    /// Examines an item of a walk.
    init(_ item: TreeWalk.Item) {
        self.init(
            item.path, item.status, named: item.name, in: item.directory, mayHaveAppleDouble: item.hasAppleDouble)
    }

    /// Examines an item at a path.
    /// - Returns: nil if there is none.
    /// - Throws: `FileTreeError` if that is not known.
    init?(at path: ContainerPath, in tree: any FileTree) throws(FileTreeError) {
        let directory = try FileTreeError.unlessMissing { () throws(FileTreeError) in
            try path.parent.map { parent throws(FileTreeError) in try tree.directory(at: parent, for: .lookup) }
                ?? tree.root
        }
        let name = path.lastComponent ?? []
        guard let directory,
            let status = try FileTreeError.unlessMissing({ () throws(FileTreeError) in
                try directory.status(of: name, path: path)
            })
        else { return nil }
        self.init(path, status, named: name, in: directory, mayHaveAppleDouble: true)
    }

    /// Examines an entry of an open directory.
    /// - Parameter mayHaveAppleDouble: Whether there may be a `._name` file beside it that contains its attributes.
    init(
        _ path: ContainerPath, _ found: ItemStatus, named name: ArraySlice<UInt8>, in directory: TreeDirectory,
        mayHaveAppleDouble: Bool
    ) {
        // Most items have no attributes, and asking for that is quicker than for their names.
        let hasAttributes = directory.hasAttributes(name)
        var status = found
        var exclusion: BackupKinds = []
        if hasAttributes || mayHaveAppleDouble || directory.descriptor == nil {
            let found = ExclusionReader.attributes(of: name, in: directory, mayHaveAppleDouble: mayHaveAppleDouble)
            exclusion = found.reduce(into: []) { $0.formUnion($1.excludes) }
        }
        if hasAttributes, status.protection == .unknown,
            let number = directory.attribute(ProtectionAttribute.name, of: name)
                .flatMap({ ProtectionAttribute.number($0) })
        {
            status = status.protected(by: ProtectionClass(number: number))
        }
        let target = status.kind == .link ? (try? directory.linkTarget(of: name, path: path)) : nil
        self.init(path: path, status: status, exclusion: exclusion, target: target)
    }
}
