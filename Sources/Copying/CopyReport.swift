package import ContainerModel
import FileTree
package import Jobs

/// What a copy brought, and what it could not bring.
package struct CopyReport: Sendable, Equatable {
    /// An item that is no file, directory or link and was left out.
    package struct SkippedItem: Hashable, Sendable {
        /// As in `ItemFailure`.
        package let path: ContainerPath
        /// A FIFO, a socket or a device.
        package let kind: ItemKind
    }

    /// Something beside the contents that the copy does not have.
    package struct LostAttribute: Hashable, Sendable {
        /// What was lost.
        package enum Kind: Hashable, Sendable {
            /// An extended attribute, by the name that the host gives it.
            case extendedAttribute([UInt8])
            /// Permission bits.
            case permissions
            /// Access and modification time.
            case times
            /// The file is a copy of its own rather than another name of one that was copied before.
            case hardLink
        }

        /// As in `ItemFailure`.
        package let path: ContainerPath
        /// What was lost.
        package let kind: Kind
        /// The system's number for the reason.
        package let errno: Int32
    }

    /// Files that arrived, each name of one counted.
    package var files = 0
    /// Directories that were made.
    package var directories = 0
    /// Symbolic links that were made.
    package var links = 0
    /// Logical bytes of the files that arrived; what another name shares is not counted again.
    package var bytes: UInt64 = 0
    /// Items whose owner or group could not be kept: only root gives files away.
    package var foreignOwners = 0
    /// FIFOs, sockets and devices.
    package var skipped = BoundedList<SkippedItem>()
    /// What arrived incomplete.
    package var lost = BoundedList<LostAttribute>()
    /// What did not arrive.
    package var failures = BoundedList<ItemFailure>()
    /// Whether it ended before its end because somebody asked for that.
    package var isCancelled = false
    /// Whether something stands at the target's name now.
    package var isTopItemMade = false

    /// A report of nothing.
    package init() {}

    /// Whether everything that can be copied was.
    package var isComplete: Bool { failures.isEmpty && !isCancelled }

    /// Adds what another top item, or another thread, brought.
    package mutating func add(_ other: CopyReport) {
        files += other.files
        directories += other.directories
        links += other.links
        bytes = bytes.addingSaturated(other.bytes)
        foreignOwners += other.foreignOwners
        skipped.append(contentsOf: other.skipped)
        lost.append(contentsOf: other.lost)
        failures.append(contentsOf: other.failures)
        isCancelled = isCancelled || other.isCancelled
        isTopItemMade = isTopItemMade || other.isTopItemMade
    }
}
