import Synchronization

/// The file systems that invent modes and owners, such as ifuse: AFC, by which it reads a device, has neither.
package enum InventedFacts {
    private static let isAny = Atomic(false)
    private static let devices = Mutex<Set<UInt64>>([])

    /// Notes a file system.
    /// - Parameter device: The device number of its items.
    package static func note(_ device: UInt64) {
        devices.withLock { _ = $0.insert(device) }
        isAny.store(true, ordering: .releasing)
    }

    fileprivate static func contains(_ device: UInt64) -> Bool {
        isAny.load(ordering: .acquiring) && devices.withLock { $0.contains(device) }
    }

    /// Returns whether an item is on such a file system.
    fileprivate static func include(_ status: ItemStatus) -> Bool { contains(status.device) }
}

extension ItemStatus {
    /// Whether its mode and owner are those of the item; otherwise the file system has invented them.
    package var knowsAccess: Bool { !InventedFacts.include(self) }
}
