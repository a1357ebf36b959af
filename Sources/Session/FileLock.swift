import Browser
import ContainerModel
import ContainerStore
import Disk
import Glibc

extension SessionWorkers {
    /// Where an item is on this computer, for programs that take paths.
    func hostPath(of item: SidePath) -> [UInt8]? {
        guard item.side == .container else { return item.shown }
        guard let root = container?.description.hostPath.bytes else { return nil }
        return item.path.isRoot ? root : (root == [0x2f] ? [] : root) + [0x2f] + item.path.bytes
    }

    /// Holds an advisory lock (flock(2)) on a file as long as the value lives; nil where somebody else holds one, or
    /// the file system has none.
    func lock(_ item: SidePath) -> Descriptor? {
        guard let root = try? root(of: item.side)?.open(), let file = try? root.openFile(item.path),
            flock(file.number, LOCK_EX | LOCK_NB) == 0
        else { return nil }
        return file
    }
}
