import ContainerModel
import FileTree
import Synchronization

/// The files beside a file from which its document was made as well, each with its status at that time.
final class ReadNeighbors: Sendable {
    /// The maximum number of files that are compared later; with more, the document is made again instead.
    private static let maximum = 1_000

    private let statuses = Mutex<[ContainerPath: ItemStatus?]>([:])

    /// Notes that a file is read, unless that was noted before.
    /// - Parameter status: Its status; nil if it is not there, or cannot be examined.
    func note(_ path: ContainerPath, _ status: ItemStatus?) {
        statuses.withLock { statuses in
            if statuses.count <= Self.maximum, statuses[path] == nil { statuses[path] = .some(status) }
        }
    }

    /// Returns whether one of the files has changed, appeared or vanished since it was first read.
    func haveChanged(in tree: any FileTree) -> Bool {
        let statuses = statuses.withLock { $0 }
        return statuses.count > Self.maximum || statuses.contains { path, status in (try? tree.status(path)) != status }
    }
}
