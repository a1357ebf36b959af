import ContainerModel
import FileTree
package import Jobs
package import System

/// Copies whole trees by handles and through no link.
///
/// One copier serves a batch: files with several names stay one file through all of its top items.
package final class TreeCopier {
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let onFailure: FailurePolicy
    private let stream = DirectoryStream()
    private let files: FileCopier
    private var hardLinks = HardLinkMap()

    /// A copier for one batch, to be used by one thread at a time.
    package init(progress: ProgressMeter, cancellation: Cancellation, onFailure: FailurePolicy) {
        self.progress = progress
        self.cancellation = cancellation
        self.onFailure = onFailure
        files = FileCopier(progress: progress, cancellation: cancellation)
    }

    /// Copies what stands at `name` of an open directory, a file, a link or a whole tree, to a name that nothing has.
    ///
    /// What fails is told in the report, with the path as seen from `source`. Cancelled, the file under way is removed
    /// and what is finished stays, with the directories around it.
    package func copy(
        _ name: ArraySlice<UInt8>,
        in source: Descriptor,
        to targetName: ArraySlice<UInt8>,
        in target: Descriptor
    ) -> CopyReport {
        copy(name, in: source, to: targetName, in: target, recording: nil)
    }

    /// The same, where the source is to go afterwards.
    /// - Parameter recording: gets what each item was when it was read.
    package func copy(
        _ name: ArraySlice<UInt8>,
        in source: Descriptor,
        to targetName: ArraySlice<UInt8>,
        in target: Descriptor,
        recording: VersionRecorder?
    ) -> CopyReport {
        guard isName(name), isName(targetName) else {
            var report = CopyReport()
            report.failures.append(ItemFailure("copy the item", errno: EINVAL, path: .root))
            return report
        }
        var pass = CopyPass(
            source: source, target: target, stream: stream, files: files, hardLinks: hardLinks, progress: progress,
            cancellation: cancellation, onFailure: onFailure, recorder: recording)
        // The memory must have one owner, or it would be copied whole at its first change.
        hardLinks = HardLinkMap()
        withNullTerminated(name) { name in
            withNullTerminated(targetName) { targetName in pass.copyTopItem(name, to: targetName) }
        }
        hardLinks = pass.hardLinks
        return pass.report
    }
}
