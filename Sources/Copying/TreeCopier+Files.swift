import ContainerModel
import FileTree
import Jobs
package import System

extension TreeCopier {
    /// A file to be copied from one directory to another.
    package struct FileJob: Sendable {
        let name: [CChar]
        let newName: [CChar]

        /// - Parameters:
        ///   - name: The name of the file.
        ///   - newName: The name of the copy, which does not exist.
        package init(_ name: ArraySlice<UInt8>, to newName: ArraySlice<UInt8>) {
            self.name = name.map { CChar(bitPattern: $0) } + [0]
            self.newName = newName.map { CChar(bitPattern: $0) } + [0]
        }
    }

    /// Copies many files of a directory on several mounts at once, if one side of the copy is a device and the other one is
    /// not.
    /// - Returns: The report on each copy; nil for what was not copied, of which nothing is left, and that may be copied as
    ///   usual: another kind of item, a file with further names, a failure, or everything if there are no further mounts.
    package func copyTogether(_ jobs: [FileJob], in source: Descriptor, to target: Descriptor) -> [CopyReport?] {
        let none: [CopyReport?] = Array(repeating: nil, count: jobs.count)
        guard jobs.count >= MountLanes.minimum else { return none }
        var metadata = MetadataCopier(isForgetful: !FileSystemKind(of: target.number).keepsMetadata)
        metadata.source = FileSystemCapabilities(of: source.number)
        metadata.target = FileSystemCapabilities(of: target.number)
        guard metadata.source.isRemote != metadata.target.isRemote else { return none }
        let inheritsAccess = sandglass_get_attribute(target.number, "", AccessListAttribute.inherited, nil, 0) >= 0
        guard !inheritsAccess else { return none }
        let (isFromDevice, omitsMetadata) = (metadata.source.isRemote, !metadata.target.storesMetadata)
        let maker = filesMaker(metadata, copyingTo: target)
        return CopyLanes(source: source, target: target, isFromDevice: isFromDevice, maker: maker)
            .copy(jobs.map(\.newName), by: maker(), cancellation: cancellation) { index, files, source, target in
                Self.copy(jobs[index], files, source, target, omitsMetadata)
            }
            .map { $0 ?? nil }
    }

    private static func copy(
        _ job: FileJob, _ files: FileCopier, _ source: Descriptor, _ target: Descriptor, _ omitsMetadata: Bool
    ) -> (value: CopyReport?, hasFailed: Bool) {
        let outcome = files.copyFile(job.name, in: source, to: job.newName, in: target, takesOthers: false)
        switch outcome {
        case .copied(let status):
            guard files.losses.isEmpty else {
                // The usual way reports what was lost.
                _ = sandglass_remove_name(target.number, job.newName, 0)
                return (nil, false)
            }
            var report = CopyReport()
            report.files = 1
            report.bytes = status.size
            report.isTopItemMade = true
            report.omitsMetadata = omitsMetadata
            return (report, false)
        case .failed: return (nil, true)
        case .hasOtherNames, .special, .cancelled: return (nil, false)
        }
    }
}
