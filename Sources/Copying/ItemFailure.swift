package import ContainerModel
import FileTree
package import System

/// The reason why an operation on one item failed.
package struct ItemFailure: CausedError, Hashable, Sendable {
    /// The item's path relative to the directory of its top-level item, so it starts with the top-level item's name.
    package let path: ContainerPath
    /// The failed operation, to follow "could not": "copy the file".
    package let operation: String
    /// The system error number.
    package let errno: Int32
    /// The reason in words, if the error number does not express it.
    let detail: String?
    /// The root that the path belongs to; nil if that is the root of the affected item.
    package private(set) var root: Root?

    /// Creates a failure.
    package init(_ operation: String, errno: Int32, path: ContainerPath, detail: String? = nil) {
        self.path = path
        self.operation = operation
        self.errno = errno
        self.detail = detail
    }

    /// The error of the system call.
    package var cause: ErrorCause? { ErrorCause(Errno(rawValue: errno)) }

    /// Returns the same failure for another item below the same root.
    package func about(_ path: ContainerPath) -> ItemFailure {
        ItemFailure(operation, errno: errno, path: path, detail: detail)
    }

    /// Returns the same failure with a path that belongs to the given root.
    package func at(root: Root) -> ItemFailure {
        var failure = self
        failure.root = root
        return failure
    }

    /// Returns the same failure with a reason that is certain to speak of a device, or of this computer.
    /// - Parameter isOnDevice: Whether what has failed is on a device.
    package func ofItem(onDevice isOnDevice: Bool) -> ItemFailure {
        guard detail == nil else { return self }
        var failure = ItemFailure(
            operation, errno: errno, path: path,
            detail: isOnDevice ? DeviceRefusal.words(for: errno) ?? reason : reason)
        failure.root = root
        return failure
    }

    /// Whether a device has refused it.
    package var isOfDevice: Bool { detail != nil && detail == DeviceRefusal.words(for: errno) }

    /// Whether the data to be read is damaged.
    package var isDamage: Bool { errno == EBADMSG }

    /// The reason in words, without operation and path.
    package var reason: String {
        if let detail { return detail }
        return switch errno {
        case ENOSPC: "no space left on the disk"
        case EDQUOT: "the disk quota is exceeded"
        case EROFS: "the file system is read-only"
        case EEXIST: "an item of that name already exists"
        case ENAMETOOLONG: "the name is too long for the file system"
        case EINVAL, EILSEQ: "the file system does not accept it"
        case EFBIG: "it is larger than the file system allows"
        case EBUSY, ETXTBSY: "it is in use"
        case EAGAIN: "it kept changing while it was read"
        case ENOTEMPTY: "a new item has appeared in it"
        case EMLINK: "it has the maximum number of hard links"
        case EOPNOTSUPP, ENOSYS: "the file system cannot hold it"
        default: FileTreeError(errno: errno, operation: operation).reason
        }
    }

    /// A sentence for display. The path is not safe for a terminal.
    package var description: String { "could not \(operation): \(path): \(reason)" }
}

/// The treatment of the rest of a batch when one of its items fails.
package enum FailurePolicy: Hashable, Sendable, CaseIterable {
    /// Continue with the rest.
    case goOn
    /// Start nothing more.
    case stop
}
