import ContainerModel
import Copying
import FileTree
import Jobs

/// Tells whether a container's files have the contents of what it is restored from.
struct RestorationContents {
    /// What it is restored from, if that is a time point.
    private let point: TimePointTree?
    /// Tells which files are unchanged since the time point was kept; nil if it is of another container.
    private let recorded: RecordedFiles?
    private let comparison = ContentComparison()
    private let cancellation: Cancellation

    /// - Parameters:
    ///   - point: What the container is restored from, if that is a time point.
    ///   - directory: The container, if the time point is its own.
    init(_ point: TimePointTree?, directory: RootedDirectory?, _ cancellation: Cancellation) {
        self.point = point
        self.cancellation = cancellation
        recorded = point.flatMap { point in directory.map { RecordedFiles(since: point.header, in: $0) } }
    }

    /// Returns whether two files have the same contents. One that cannot be read is not the same.
    /// - Parameter present: The status of the file that is there now, in `found`.
    func areSame(
        _ name: ArraySlice<UInt8>, at path: ContainerPath, _ present: ItemStatus, _ wanted: TreeDirectory,
        _ found: TreeDirectory
    ) -> Bool {
        guard let point else {
            guard let one = try? wanted.openFile(name, path: path), let other = try? found.openFile(name, path: path)
            else { return false }
            return comparison.haveSameBytes(one, other, cancellation)
        }
        guard let known = point.recorded(path) else { return false }
        if known.isToldByTimes, recorded?.isUnchanged(present, since: known.status, at: path) == true { return true }
        guard let file = try? found.openFile(name, path: path), let digest = try? file.sha256() else { return false }
        return digest == known.digest
    }
}
