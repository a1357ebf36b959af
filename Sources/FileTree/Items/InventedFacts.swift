import Synchronization

/// The file systems that invent modes and owners, such as ifuse: AFC, by which it reads a device, has neither.
package enum InventedFacts {
    private static let isAny = Atomic(false)
    private static let devices = Mutex<Set<UInt64>>([])
    private static let items = Mutex<Set<FileIdentity>>([])

    /// Notes a file system.
    /// - Parameter device: The device number of its items.
    package static func note(_ device: UInt64) {
        devices.withLock { _ = $0.insert(device) }
        isAny.store(true, ordering: .releasing)
    }

    /// Notes a directory of this computer that stands for one on such a file system.
    package static func note(_ item: FileIdentity) {
        items.withLock { _ = $0.insert(item) }
        isAny.store(true, ordering: .releasing)
    }

    /// Returns whether an item is on such a file system.
    fileprivate static func include(_ status: ItemStatus) -> Bool {
        guard isAny.load(ordering: .acquiring) else { return false }
        let identity = FileIdentity(device: status.device, inode: status.inode)
        return devices.withLock { $0.contains(status.device) } || items.withLock { $0.contains(identity) }
    }
}

extension ItemStatus {
    /// Whether its mode and owner are those of the item; otherwise the file system has invented them.
    package var knowsAccess: Bool { !InventedFacts.include(self) }
}
