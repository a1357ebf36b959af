import ContainerModel
import Copying
import FileTree
import Jobs

/// Tells whether a container's files have the contents of what it is restored from.
struct RestorationContents {
    /// What it is restored from, if that is a time point.
    private let point: TimePointTree?
    /// Tells which files are unchanged since the time point was kept; nil if it is of another container. It is determined
    /// while the first directories are read.
    private let recording: Deferred<RecordedFiles>?
    private lazy var recorded = recording?.wait()
    private let comparison = ContentComparison()
    private let cancellation: Cancellation

    /// - Parameters:
    ///   - point: What the container is restored from, if that is a time point.
    ///   - directory: The container, if the time point is its own.
    init(_ point: TimePointTree?, directory: RootedDirectory?, _ cancellation: Cancellation) {
        self.point = point
        self.cancellation = cancellation
        recording = point.flatMap { point in
            directory.map { directory in
                Deferred(on: WorkerPool(threads: 1)) { RecordedFiles(since: point.header, in: directory) }
            }
        }
    }

    /// Returns whether a file certainly is as it was kept, its metadata included: these change one of its times.
    /// - Parameter present: The status of the file that is there now.
    mutating func isUnchanged(_ present: ItemStatus, at path: ContainerPath) -> Bool {
        guard let known = point?.recorded(path), known.isToldByTimes, let recorded else { return false }
        return recorded.isUnchanged(present, since: known.status, at: path)
    }

    /// Returns whether two files have the same contents. One that cannot be read is not the same.
    func areSame(
        _ name: ArraySlice<UInt8>, at path: ContainerPath, _ wanted: TreeDirectory, _ found: TreeDirectory
    ) -> Bool {
        guard let point else {
            guard let one = try? wanted.openFile(name, path: path), let other = try? found.openFile(name, path: path)
            else { return false }
            return comparison.haveSameBytes(one, other, cancellation)
        }
        guard let known = point.recorded(path), let file = try? found.openFile(name, path: path),
            let digest = try? file.sha256()
        else { return false }
        return known.digest.elementsEqual(digest)
    }
}
