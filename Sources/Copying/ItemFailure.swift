package import ContainerModel
import FileTree
import System

/// Why something could not be done to one item.
package struct ItemFailure: Error, Hashable, Sendable {
    /// The item as seen from the directory that its top item stands in: the path begins with the top item's name.
    package let path: ContainerPath
    /// What was tried, as it follows "could not": "copy the file".
    package let operation: String
    /// The system's number for the reason.
    package let errno: Int32
    /// The reason in words where the number does not tell it.
    let detail: String?
    /// The root that the path belongs to; nil where that is the root of the item that failed.
    package private(set) var root: Root?

    /// What a system call refused.
    package init(_ operation: String, errno: Int32, path: ContainerPath, detail: String? = nil) {
        self.path = path
        self.operation = operation
        self.errno = errno
        self.detail = detail
    }

    /// The same of another item, which is below the root of the item that failed.
    package func about(_ path: ContainerPath) -> ItemFailure {
        ItemFailure(operation, errno: errno, path: path, detail: detail)
    }

    /// The same, where the path is known to belong to a root.
    package func at(root: Root) -> ItemFailure {
        var failure = self
        failure.root = root
        return failure
    }

    /// The reason in words, without what was tried and without the path.
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

    /// A sentence for people; the path is not safe for a terminal.
    package var description: String { "could not \(operation): \(path): \(reason)" }
}

/// What happens to the rest of a batch once one of its items has failed.
package enum FailurePolicy: Hashable, Sendable, CaseIterable {
    /// The rest is done.
    case goOn
    /// Nothing more is begun.
    case stop
}
