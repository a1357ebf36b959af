import FileTree
import System

/// A failed system call, before the affected item is known.
struct Refusal: Error {
    /// The system error number.
    let errno: Int32

    init(_ errno: Int32) { self.errno = errno }
}

/// The directories from the starting point to the current one. Only the innermost ones stay open, however deep the
/// chain gets.
///
/// A directory that was closed is reopened as the `..` of the one below it, and only accepted if it is still the same
/// directory, so moves by other programs cannot redirect the work.
struct DirectoryChain {
    private struct Link {
        var handle: Descriptor?
        /// Set when the directory is closed.
        var identity: FileIdentity?
    }

    /// A copy has two chains and a few open files, far below any limit on open files.
    private static let openLinks = 24

    private var links: [Link]
    /// The current directory.
    private(set) var current: Descriptor

    /// - Parameter start: The starting directory, which stays open.
    init(_ start: Descriptor) {
        links = [Link(handle: start)]
        current = start
    }

    /// Enters a directory that was opened relative to the current one.
    mutating func enter(_ directory: Descriptor) {
        links.append(Link(handle: directory))
        current = directory
        let old = links.count - 1 - Self.openLinks
        // The caller holds the starting directory, so releasing it would close nothing.
        guard old > 0, let handle = links[old].handle else { return }
        var status = sandglass_stat()
        guard sandglass_status(handle.number, "", &status) == 0 else { return }
        links[old] = Link(identity: FileIdentity(device: status.device, inode: status.inode))
    }

    /// Returns to the parent of the current directory.
    /// - Throws: `Refusal` if the parent cannot be reopened; the chain is then unusable.
    mutating func leave() throws(Refusal) {
        let left = current
        links.removeLast()
        guard let top = links.indices.last else { return }
        if let handle = links[top].handle {
            current = handle
            return
        }
        let opened = sandglass_open_component(left.number, "..", O_RDONLY | O_DIRECTORY)
        guard opened >= 0 else { throw Refusal(-opened) }
        let handle = Descriptor(owning: opened)
        var status = sandglass_stat()
        let failure = sandglass_status(opened, "", &status)
        guard failure == 0 else { throw Refusal(-failure) }
        guard links[top].identity == FileIdentity(device: status.device, inode: status.inode) else {
            throw Refusal(ESTALE)
        }
        links[top].handle = handle
        current = handle
    }
}
