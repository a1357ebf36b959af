package import ContainerModel
import Copying
import FileTree
package import Jobs

/// The items written into an archive or a backup.
package struct PackingReport: Sendable {
    /// The number of files.
    package internal(set) var files = 0
    /// The number of directories, the root included.
    package internal(set) var directories = 0
    /// The number of symbolic links.
    package internal(set) var links = 0
    /// The logical size of the files, in bytes.
    package internal(set) var bytes: UInt64 = 0
    /// The domain in a backup; nil for an archive.
    package internal(set) var domain: String?
    /// The number of files of an encrypted backup whose protection class is unknown, so that they have class 3.
    package internal(set) var filesOfAssumedClass = 0
    /// The items of an archive whose names are not UTF-8, and stored as the bytes that they are.
    package internal(set) var rawNames = BoundedList<ContainerPath>()
    /// The missing items, with the reasons; names are not sanitized.
    package internal(set) var failures: [(path: ContainerPath, reason: String, isDamage: Bool)] = []

    /// Records a missing or altered part of an item.
    /// - Parameter isDamage: Whether the reason is that the original is damaged.
    mutating func fail(_ path: ContainerPath, _ reason: String, isDamage: Bool = false) {
        failures.append((path, reason, isDamage))
    }

    mutating func fail(_ path: ContainerPath, _ error: FileTreeError) {
        fail(path, error.message, isDamage: error.code == .damaged)
    }

    /// Records a file of a backup that is longer or shorter than its record says.
    mutating func noteSize(_ actual: UInt64, of path: ContainerPath, recorded: UInt64) {
        guard actual != recorded else { return }
        fail(
            path, CopyReport.LostAttribute.differentSizes(recorded: recorded, actual: actual), isDamage: true)
    }

    mutating func addFile(_ size: UInt64) {
        files += 1
        bytes = bytes.addingSaturated(size)
    }
}
