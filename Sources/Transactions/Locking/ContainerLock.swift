package import ContainerModel
package import FileTree
package import Jobs
import System

/// Keeps other processes, and other transactions of this process, from changing a container at the same time.
///
/// The lock (flock(2)) is on a file of sandglass's own, `locks/DEVICE-INODE` in the state directory, which no other
/// program has a reason to lock. The file identifies the holder, and the kernel releases the lock when the process
/// ends, however it ends. Nothing in the container is locked or written. Processes with different state directories do
/// not see each other's locks.
package final class ContainerLock {
    private var held: [(file: Descriptor, path: [UInt8])]

    private init(held: [(file: Descriptor, path: [UInt8])]) { self.held = held }

    deinit { giveBack() }

    private func giveBack() {
        // Remove the file while it is still locked, so that a process that has already opened it can tell that it is
        // stale.
        for (_, path) in held { StateFile.remove(path) }
        held = []
    }

    /// Locks the containers among the given roots, each once.
    ///
    /// - Parameters:
    ///   - title: The current operation, shown to processes that wait.
    ///   - timeout: How many seconds to wait for other processes.
    /// - Throws: `TransactionError`: `locked`, naming the holder, or `cancelled`.
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
                throw TransactionError(
                    .inputOutput, "could not lock \(root.text): \(error.reason)", at: root.hostPath, cause: error)
            }
        }
        // All processes take several locks in the same order, which rules out deadlocks.
        containers.sort { ($0.identity.device, $0.identity.inode) < ($1.identity.device, $1.identity.inode) }
        let directory = environment.stateDirectory + "/locks".utf8
        if let doubt = Ownership.doubt(about: directory) {
            throw TransactionError(.untrusted, "\(String(decoding: directory, as: UTF8.self)) \(doubt)", at: directory)
        }
        let deadline = MonotonicClock.now() + UInt64(max(0, min(timeout, 1e9)) * 1e9)
        while true {
            var held: [(Descriptor, [UInt8])] = []
            var busy: (root: Root, holder: LockHolder)?
            for (identity, root) in containers where busy == nil {
                let path = directory + "/\(identity.device)-\(identity.inode)".utf8
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
            // Release the locks already taken, so that no process waits for one that is itself waiting.
            lock.giveBack()
            if cancellation.isCancelled { throw TransactionError(.cancelled, "cancelled while waiting for a lock") }
            guard MonotonicClock.now() < deadline else {
                throw TransactionError(
                    .locked, "\(root.text) is being changed by \(holder.words)", at: root.hostPath)
            }
            usleep(20_000)
        }
    }

    /// Takes a lock if it is free.
    private static func attempt(
        _ path: [UInt8],
        of root: Root
    ) throws(TransactionError) -> (file: Descriptor, isLocked: Bool) {
        var retries = 0
        while true {
            // Open the file anew each time, because the previous holder removes it.
            let file = try StateFile.open(path)
            switch sandglass_try_lock(file.number) {
            case 0:
                if StateFile.isAt(path, file) { return (file, true) }
                // The file was removed after it had been opened; the next open creates a new one.
                retries += 1
                if retries == 100 { return (file, false) }
            case -EWOULDBLOCK: return (file, false)
            // Some user-space and network file systems have no locks.
            case -ENOLCK, -ENOSYS, -EOPNOTSUPP, -EBADF, -EINVAL: return (file, true)
            case let failure:
                let reason = Errno(rawValue: -failure)
                throw TransactionError(
                    .inputOutput, "could not lock \(root.text): \(reason)", at: root.hostPath, cause: reason)
            }
        }
    }
}
