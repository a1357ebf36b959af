import ContainerModel
package import Disk
import Glibc
package import Jobs

/// Copies whole trees by handles and through no link.
///
/// One copier serves a batch: files with several names stay one file through all of its top items.
package final class TreeCopier {
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let onFailure: FailurePolicy

    /// A copier for one batch.
    package init(progress: ProgressMeter, cancellation: Cancellation, onFailure: FailurePolicy) {
        self.progress = progress
        self.cancellation = cancellation
        self.onFailure = onFailure
    }

    /// Copies what stands at `name` of an open directory, a file, a link or a whole tree, to a name that nothing has.
    ///
    /// What fails is told in the report, with the path as seen from `source`. Cancelled, the file under way is removed
    /// and what is finished stays.
    package func copy(
        _ name: ArraySlice<UInt8>,
        in source: Descriptor,
        to targetName: ArraySlice<UInt8>,
        in target: Descriptor
    ) -> CopyReport {
        var report = CopyReport()
        report.failures.append(
            ItemFailure("copy the item", errno: ENOSYS, path: ContainerPath(bytes: name) ?? .root))
        return report
    }
}
