package import ContainerModel
import FileTree
package import Jobs

/// What a mirroring copy has found and done.
package struct MirrorReport: Sendable {
    /// A file of the target that differs from its original, or is missing.
    package struct Difference: Hashable, Sendable {
        /// The kind of a difference.
        package enum Kind: String, Hashable, Sendable, CaseIterable {
            /// It is missing in the target. Only a check finds this.
            case missing
            /// It is another kind of item in the target.
            case otherKind = "a different kind of item"
            case otherSize = "another size"
            case otherTime = "a different modification time"
            case otherContents = "other contents"
            case otherDestination = "another destination"
        }

        /// The path below the tree's root.
        package let path: ContainerPath
        /// How they differ.
        package let kind: Kind

        /// Creates a difference.
        package init(path: ContainerPath, kind: Kind) {
            self.path = path
            self.kind = kind
        }
    }

    /// The number of files and links that were copied.
    package var copied = 0
    /// The number of bytes that were copied.
    package var bytes: UInt64 = 0
    /// The number of files and links that were there already, with the same size and time; or the same contents, if they
    /// were compared.
    package var same = 0
    /// The number of directories that were made.
    package var directories = 0
    /// The files of the target that differ from their originals, and were left as they are.
    package var differences = BoundedList<Difference>()
    /// The items that could not be read, copied or compared, with paths below the tree's root.
    package var failures = BoundedList<ItemFailure>()
    /// Whether it was cancelled before its end.
    package var isCancelled = false
    /// Whether the source has stopped answering.
    package var isDisconnected = false

    /// Creates an empty report.
    package init() {}

    /// Whether the target has everything that the source has.
    package var isComplete: Bool { differences.isEmpty && failures.isEmpty && !isCancelled }

    /// Adds the report of another part of the work.
    package mutating func add(_ other: MirrorReport) {
        copied += other.copied
        bytes = bytes.addingSaturated(other.bytes)
        same += other.same
        directories += other.directories
        differences.append(contentsOf: other.differences)
        failures.append(contentsOf: other.failures)
        isCancelled = isCancelled || other.isCancelled
        isDisconnected = isDisconnected || other.isDisconnected
    }
}
