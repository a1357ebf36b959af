package import ContainerModel
package import FileTree
package import Jobs
import System

/// Keeps other processes, and other transactions of this one, from changing a container at the same time.
///
/// The lock (flock(2)) is on a file of our own, `locks/DEVICE-INODE` in the state directory, where nobody else has a
/// reason to take one; it says whose it is, and ends with its process however that ends. Nothing of the container is
/// locked or written, and programs with different state directories do not see each other's locks.
package final class ContainerLock {
    private var held: [(file: Descriptor, path: [UInt8])]

    private init(held: [(file: Descriptor, path: [UInt8])]) { self.held = held }

    deinit { giveBack() }

    private func giveBack() {
        // The file goes while it is locked: whoever has opened it meanwhile sees that it is not the one any more.
        for (_, path) in held { StateFile.remove(path) }
        held = []
    }

    /// Locks the containers among some roots, each once.
    ///
    /// - Parameters:
    ///   - title: what is being done, for others who wait.
    ///   - timeout: how many seconds to wait for others.
    /// - Throws: `TransactionError`: `locked` with the one who has it, `cancelled`.
    package static func acquire(
        _ named: [Root],
        _ roots: RootTable,
        title: String,
        in environment: TransactionEnvironment,
        timeout: Double,
        cancellation: Cancellation
    ) throws(TransactionError) -> ContainerLock {
        var containers: [(identity: FileIdentity, root: Root)] = []
        for root in named where root.isContainer {
            do throws(FileTreeError) {
                let identity = try roots.identity(of: root)
                if !containers.contains(where: { $0.identity == identity }) { containers.append((identity, root)) }
            } catch {
                throw TransactionError(.inputOutput, "could not lock \(root.text): \(error.reason)")
            }
        }
        // Everybody takes several in the same order, so that no two wait for each other.
        containers.sort { ($0.identity.device, $0.identity.inode) < ($1.identity.device, $1.identity.inode) }
        let deadline = MonotonicClock.now() + UInt64(max(0, min(timeout, 1e9)) * 1e9)
        while true {
            var held: [(Descriptor, [UInt8])] = []
            var busy: (root: Root, holder: LockHolder)?
            for (identity, root) in containers where busy == nil {
                let path = environment.stateDirectory + "/locks/\(identity.device)-\(identity.inode)".utf8
                let (file, isLocked) = try attempt(path, of: root)
                if isLocked {
                    held.append((file, path))
                    try? LockNote(title: title).write(to: file, path: path)
                } else {
                    busy = (root, LockHolder(of: file, path: path))
                }
            }
            let lock = ContainerLock(held: held)
            guard let (root, holder) = busy else { return lock }
            // Those that it did get are given back: nobody has to wait for one who waits.
            lock.giveBack()
            if cancellation.isCancelled { throw TransactionError(.cancelled, "cancelled while waiting for a lock") }
            guard MonotonicClock.now() < deadline else {
                throw TransactionError(.locked, "\(root.text) is being changed by \(holder.words)")
            }
            usleep(20_000)
        }
    }

    /// Takes a lock if nobody has it.
    private static func attempt(
        _ path: [UInt8],
        of root: Root
    ) throws(TransactionError) -> (file: Descriptor, isLocked: Bool) {
        var retries = 0
        while true {
            // Opened anew each time: the one who had it takes the file away.
            let file = try StateFile.open(path)
            switch sandglass_try_lock(file.number) {
            case 0:
                if StateFile.isAt(path, file) { return (file, true) }
                // It was taken away since it was opened; the next one is another.
                retries += 1
                if retries == 100 { return (file, false) }
            case -EWOULDBLOCK: return (file, false)
            // Some file systems in user space and on networks have no locks.
            case -ENOLCK, -ENOSYS, -EOPNOTSUPP, -EBADF, -EINVAL: return (file, true)
            case let failure:
                throw TransactionError(
                    .inputOutput, "could not lock \(root.text): \(String(cString: strerror(-failure)))")
            }
        }
    }
}
