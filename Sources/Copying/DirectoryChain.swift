import FileTree
import System

/// What a system call refused, before it is known which item that is told of.
struct Refusal: Error {
    /// The system's number for the reason.
    let errno: Int32

    init(_ errno: Int32) { self.errno = errno }
}

/// The directories from where work began down to where it is. Only the innermost ones stay open, however deep it goes.
///
/// A directory whose handle was given up is opened again as the `..` of the one below it, and only if that is still the
/// same directory: nothing that is moved meanwhile leads the work elsewhere.
struct DirectoryChain {
    private struct Link {
        var handle: Descriptor?
        /// Known once the handle was given up.
        var identity: FileIdentity?
    }

    /// A copy has two chains, and some files open: far fewer than any limit on open files.
    private static let openLinks = 24

    private var links: [Link]
    /// The directory that the work is in.
    private(set) var current: Descriptor

    /// - Parameter start: stays open.
    init(_ start: Descriptor) {
        links = [Link(handle: start)]
        current = start
    }

    /// Goes into a directory that was opened by the current one's handle.
    mutating func enter(_ directory: Descriptor) {
        links.append(Link(handle: directory))
        current = directory
        let old = links.count - 1 - Self.openLinks
        // The start was given; giving it up would close nothing.
        guard old > 0, let handle = links[old].handle else { return }
        var status = sandglass_stat()
        guard sandglass_statx(handle.number, "", &status) == 0 else { return }
        links[old] = Link(identity: FileIdentity(device: status.device, inode: status.inode))
    }

    /// Goes back to the directory around the current one.
    /// - Throws: `Refusal` where that directory cannot be opened again: nothing more can be done in it.
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
        let failure = sandglass_statx(opened, "", &status)
        guard failure == 0 else { throw Refusal(-failure) }
        guard links[top].identity == FileIdentity(device: status.device, inode: status.inode) else {
            throw Refusal(ESTALE)
        }
        links[top].handle = handle
        current = handle
    }
}
