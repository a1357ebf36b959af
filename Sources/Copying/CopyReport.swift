package import ContainerModel
import FileTree
package import Jobs
import System

/// The items copied, and the ones that could not be copied.
package struct CopyReport: Sendable, Equatable {
    /// An item that was skipped because it is not a file, directory or symbolic link.
    package struct SkippedItem: Hashable, Sendable {
        /// The path, as in `ItemFailure`.
        package let path: ContainerPath
        /// The kind: a FIFO, a socket or a device.
        package let kind: ItemKind
    }

    /// Metadata that the copy lacks.
    package struct LostAttribute: Hashable, Sendable {
        /// The kind of metadata.
        package enum Kind: Hashable, Sendable {
            /// An extended attribute, by its name on the host.
            case extendedAttribute([UInt8])
            /// The user and the group.
            case owner
            /// Permission bits.
            case permissions
            /// Access and modification times.
            case times
            /// The size in bytes that the backup records for a file that holds more or less; all that it holds is copied.
            case recordedSize(UInt64, actual: UInt64)
            /// The copy is a separate file rather than a hard link to an earlier copy of the same file.
            case hardLink
        }

        /// The path, as in `ItemFailure`.
        package let path: ContainerPath
        /// The kind of the loss.
        package let kind: Kind
        /// The system error number.
        package let errno: Int32

        /// Creates the report of a loss.
        package init(path: ContainerPath, kind: Kind, errno: Int32) {
            self.path = path
            self.kind = kind
            self.errno = errno
        }

        /// Whether the file system of the copy has a place for it in general. Where the original is removed, such a loss is a
        /// failure; of other losses the plan warns.
        package var isAvoidable: Bool {
            switch kind {
            case .extendedAttribute, .owner, .permissions, .times: ![EOPNOTSUPP, ENOSYS, EPERM, EACCES].contains(errno)
            case .recordedSize, .hardLink: false
            }
        }

        /// The loss as a failure to move the item.
        package var failure: ItemFailure {
            ItemFailure("copy \(what)", errno: errno, path: path, detail: limit)
        }

        /// Why it was lost, in words.
        package var reason: String { failure.reason }

        /// The loss, in words.
        package var what: String {
            switch kind {
            case .extendedAttribute([UInt8(ascii: "*")]): "its attributes"
            case .extendedAttribute(let name): "its attribute \(String(decoding: name, as: UTF8.self))"
            case .owner: "its owner"
            case .permissions: "its permissions"
            case .times: "its times"
            case .recordedSize: "the size that its record has"
            case .hardLink: "its hard links to other copied files"
            }
        }

        /// The limit of the file system, where the error's message is about files; nil if it is about attributes.
        private var limit: String? {
            guard case .extendedAttribute = kind, [ENOSPC, E2BIG, ERANGE].contains(errno) else { return nil }
            return "the file system has no space for attributes of this size"
        }

        /// Whether the original is damaged, and its copy has the same fault.
        package var isDamage: Bool {
            if case .recordedSize = kind { true } else { false }
        }

        /// Returns a sentence about a file that is longer or shorter than its record says; all there is of it is copied.
        package static func differentSizes(recorded: UInt64, actual: UInt64) -> String {
            if actual < recorded {
                return
                    "the backup holds \(ByteCount.grouped(actual)) of \(Pluralized.some(recorded, "byte")) of it, and "
                    + "these were copied"
            }
            return
                "its record has \(Pluralized.some(recorded, "byte")), but its file \(ByteCount.grouped(actual)); all of the "
                + "file was copied"
        }
    }

    /// The number of files copied; each hard link counts.
    package var files = 0
    /// The number of directories created.
    package var directories = 0
    /// The number of symbolic links created.
    package var links = 0
    /// The logical size of the copied files in bytes; data shared by hard links counts once.
    package var bytes: UInt64 = 0
    /// FIFOs, sockets and devices.
    package var skipped = BoundedList<SkippedItem>()
    /// Metadata that could not be copied.
    package private(set) var lost = BoundedList<LostAttribute>()
    /// The first loss that is a failure where the original is removed.
    package private(set) var avoidableLoss: LostAttribute?
    /// Whether the copies have no permissions, owners and extended attributes, since their file system stores none. Those
    /// losses are not in `lost`.
    package var omitsMetadata = false
    /// Items that could not be copied.
    package var failures = BoundedList<ItemFailure>()
    /// The first failure of the disk that the copy is written to, if there was one.
    package var targetFailure: ItemFailure?
    /// Whether the copy was cancelled before its end.
    package var isCancelled = false
    /// Whether an item exists at the target name now.
    package var isTopItemMade = false

    /// Creates an empty report.
    package init() {}

    /// Whether everything was copied that can be copied.
    package var isComplete: Bool { failures.isEmpty && !isCancelled }

    /// Records metadata that the copy lacks.
    package mutating func lose(_ attribute: LostAttribute) {
        lost.append(attribute)
        if avoidableLoss == nil, attribute.isAvoidable { avoidableLoss = attribute }
    }

    /// Adds the report of another top-level item.
    package mutating func add(_ other: CopyReport) {
        files += other.files
        directories += other.directories
        links += other.links
        bytes = bytes.addingSaturated(other.bytes)
        skipped.append(contentsOf: other.skipped)
        lost.append(contentsOf: other.lost)
        avoidableLoss = avoidableLoss ?? other.avoidableLoss
        failures.append(contentsOf: other.failures)
        targetFailure = targetFailure ?? other.targetFailure
        omitsMetadata = omitsMetadata || other.omitsMetadata
        isCancelled = isCancelled || other.isCancelled
        isTopItemMade = isTopItemMade || other.isTopItemMade
    }
}
