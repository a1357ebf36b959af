import CSystem
import ContainerModel
import Disk
import Glibc
package import Jobs

/// Keeps other processes, and other transactions of this one, from changing a container at the same time.
///
/// The lock is the system's own on the container's root directory (flock(2)), and ends with its process however that
/// ends. A note in the state directory says whose it is. Nothing is written into the container.
package final class ContainerLock {
    private let held: [(root: Descriptor, note: [UInt8])]

    private init(held: [(root: Descriptor, note: [UInt8])]) { self.held = held }

    deinit { for (_, note) in held { StateFile.remove(note) } }

    /// Locks the containers among `sites`, each once.
    ///
    /// - Parameters:
    ///   - title: what is being done, for others who wait.
    ///   - timeout: how many seconds to wait for others.
    /// - Throws: `TransactionError`: `locked` with the one who has it, `cancelled`.
    package static func acquire(
        _ sites: [Site],
        title: String,
        in environment: TransactionEnvironment,
        timeout: Double,
        cancellation: Cancellation
    ) throws(TransactionError) -> ContainerLock {
        var roots: [(identity: FileIdentity, site: Site, root: Descriptor)] = []
        for site in sites where site.isContainer {
            do throws(DiskError) {
                // An opening of its own: a lock belongs to the opening, and two transactions may share a site.
                let root = try site.root.openDirectory(.root)
                let status = try ItemStatus(of: root, path: .root)
                let identity = FileIdentity(device: status.device, inode: status.inode)
                if !roots.contains(where: { $0.identity == identity }) { roots.append((identity, site, root)) }
            } catch {
                throw TransactionError(.inputOutput, "could not lock \(site.text): \(error.reason)")
            }
        }
        // Everybody takes several in the same order, so that no two wait for each other.
        roots.sort { ($0.identity.device, $0.identity.inode) < ($1.identity.device, $1.identity.inode) }
        let deadline = MonotonicClock.now() + UInt64(max(0, min(timeout, 1e9)) * 1e9)
        var held: [(Descriptor, [UInt8])] = []
        for (identity, site, root) in roots {
            let note = environment.stateDirectory + "/locks/\(identity.device)-\(identity.inode)".utf8
            try wait(for: root, of: site, note: note, until: deadline, cancellation)
            let text = "\(getpid())\n\(command)\n\(time(nil))\n\(title)\n"
            if let file = try? StateFile.open(note, flags: O_WRONLY | O_TRUNC) {
                try? StateFile.write(Array(text.utf8), to: file, path: note)
            }
            held.append((root, note))
        }
        return ContainerLock(held: held)
    }

    private static func wait(
        for root: Descriptor,
        of site: Site,
        note: [UInt8],
        until deadline: UInt64,
        _ cancellation: Cancellation
    ) throws(TransactionError) {
        while true {
            switch sandglass_try_lock(root.number) {
            case 0: return
            case -EWOULDBLOCK: break
            // Some file systems in user space and on networks have no locks: there the journal's is all there is.
            case -ENOLCK, -ENOSYS, -EOPNOTSUPP, -EBADF, -EINVAL: return
            case let failure:
                throw TransactionError(
                    .inputOutput, "could not lock \(site.text): \(String(cString: strerror(-failure)))")
            }
            if cancellation.isCancelled { throw TransactionError(.cancelled, "cancelled while waiting for a lock") }
            guard MonotonicClock.now() < deadline else {
                throw TransactionError(
                    .locked, "\(site.text) is being changed by \(holder(note)); try again when it is done")
            }
            usleep(20_000)
        }
    }

    /// Who has a lock, from the note; a note may be from one who had it before.
    private static func holder(_ note: [UInt8]) -> String {
        let opened = withName(note[...]) { open($0, O_RDONLY | O_CLOEXEC) }
        guard opened >= 0, let bytes = try? StateFile.read(Descriptor(owning: opened), from: 0, path: note) else {
            return "another process"
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 4, let process = Int32(lines[0]), let since = Int64(lines[2]) else {
            return "another process"
        }
        let seconds = max(0, Int64(time(nil)) - since)
        return "process \(process) (\(lines[1]): \(lines[3])), for \(seconds) s"
    }

    private static var command: String {
        let opened = open("/proc/self/comm", O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return "sandglass" }
        let file = Descriptor(owning: opened)
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = buffer.withUnsafeMutableBytes { Glibc.read(file.number, $0.baseAddress, $0.count) }
        return String(decoding: buffer.prefix(max(0, count)).filter { $0 >= 0x20 && $0 != 0x7f }, as: UTF8.self)
    }
}

extension Site {
    /// The path for people; not safe for a terminal.
    var text: String { String(decoding: hostPath, as: UTF8.self) }
}
