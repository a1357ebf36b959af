import FileTree
package import System

/// The reason why a path of this computer could not be opened as a container.
package struct ContainerStoreError: CausedError, Hashable, Sendable {
    /// The reasons that callers distinguish.
    package enum Code: Hashable, Sendable {
        /// No item exists at the path.
        case notFound
        /// The item is neither a container, nor in one, nor does it contain one.
        case notAContainer
        /// The path names a directory of several containers, or one around a container that had to be named.
        case severalContainers
        /// Not everything below the directory was examined, because there is too much of it.
        case notExamined
        /// The path names an item of a package outside the container in it.
        case besideContainer
        /// The host's permissions refuse it.
        case permissionDenied
        /// The archive around it is damaged, and nothing of the path could be found in it.
        case damaged
        /// The path leads through a symbolic link inside a container.
        case throughLink
        /// It was to be opened as another kind of container than it certainly is.
        case recognized
        /// Something was to be written at a path in a container, past its rules.
        case inContainer
        /// It begins with a word that stands for something else than a file.
        case reserved
        /// The device that it leads to cannot be used now: it is locked, not connected, or a program is missing.
        case unavailable
        /// The device gives no access to the app's files.
        case notShared
        /// It is encrypted, and the passphrase is needed first.
        case locked
        /// Another user owns it, or could have written it.
        case untrusted
        /// An I/O error occurred.
        case inputOutput
    }

    /// The reason.
    package let code: Code
    /// The place: the path as given, in bytes; not sanitized.
    package let hostPath: [UInt8]
    /// The problem and its solution, without the path.
    package let message: String
    /// The underlying error; nil if the item at the path is at fault instead.
    package let cause: ErrorCause?
    /// The item that the path names; only for `besideContainer`.
    package let packageItem: PackageItem?

    /// Whether something on the way could not be opened because it is encrypted, damaged or unusable. After any other
    /// error, the path may lead to something else than a container.
    package var isOfUnopenedTree: Bool {
        switch code {
        case .locked, .damaged: return true
        case .notAContainer:
            let reason = (cause?.error as? FileTreeError)?.code
            return reason == .unusable || reason == .damaged
        default: return false
        }
    }

    /// Returns the message as a sentence.
    /// - Parameter path: The path, formatted.
    package func sentence(about path: String) -> String {
        code == .notFound || message.hasPrefix("could not") ? "\(path): \(message)" : "\(path) \(message)"
    }

    init(
        _ code: Code, _ hostPath: [UInt8], _ message: String, packageItem: PackageItem? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.hostPath = hostPath
        self.message = message
        self.packageItem = packageItem
        self.cause = cause.map { ErrorCause($0) }
    }
}
