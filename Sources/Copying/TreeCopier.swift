import ContainerModel
package import FileTree
package import Jobs
package import System

/// Copies whole trees by descriptor, without following symbolic links.
///
/// One copier serves a batch, so that hard links are preserved across all of its top-level items.
package final class TreeCopier {
    private let progress: ProgressMeter
    let cancellation: Cancellation
    private let onFailure: FailurePolicy
    private let stream = DirectoryStream()
    private let files: FileCopier
    private var hardLinks = HardLinkMap()
    /// The check whether the source may be read; nil if this process's own permissions decide.
    package var access: AccessCheck?

    /// Creates a copier for one batch, to be used by one thread at a time.
    package init(progress: ProgressMeter, cancellation: Cancellation, onFailure: FailurePolicy) {
        self.progress = progress
        self.cancellation = cancellation
        self.onFailure = onFailure
        files = FileCopier(progress: progress, cancellation: cancellation)
    }

    /// Notes that an item that was copied has another name in its directory now, so that files copied later can become hard
    /// links to what is in it.
    /// - Parameter name: The name that it was copied to, which no other item of the batch has had.
    package func rename(_ name: ArraySlice<UInt8>, to newName: ArraySlice<UInt8>) {
        hardLinks.rename(name, to: newName)
    }

    /// Makes copiers of single files, each for one thread.
    func filesMaker(_ metadata: MetadataCopier, copyingTo target: Descriptor) -> @Sendable () -> FileCopier {
        files.access = access
        files.metadata = metadata
        files.dropsAccess = false
        var status = sandglass_stat()
        if sandglass_status(target.number, "", &status) == 0 { files.targetDevice = status.device }
        return files.maker
    }

    /// Copies the item `name` of an open directory, a file, a symbolic link or a whole tree, to a name that does not
    /// exist.
    ///
    /// Failures are in the report, with paths relative to `source`. On cancellation, the current file is removed;
    /// finished items stay, with their directories.
    package func copy(
        _ name: ArraySlice<UInt8>,
        in source: Descriptor,
        to targetName: ArraySlice<UInt8>,
        in target: Descriptor
    ) -> CopyReport {
        copy(name, in: source, to: targetName, in: target, recording: nil)
    }

    /// Copies an item whose source will be removed afterwards.
    /// - Parameter recording: Receives the version of each item when it was read.
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
        files.access = access
        var pass = CopyPass(
            source: source, target: target, stream: stream, files: files, hardLinks: hardLinks, progress: progress,
            cancellation: cancellation, onFailure: onFailure, access: access, recorder: recording)
        // Clear the property so that the map has a single owner; otherwise its first mutation would copy it.
        hardLinks = HardLinkMap()
        withNullTerminated(name) { name in
            withNullTerminated(targetName) { targetName in pass.copyTopItem(name, to: targetName) }
        }
        hardLinks = pass.hardLinks
        return pass.report
    }
}
