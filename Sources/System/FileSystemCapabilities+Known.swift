import Synchronization

/// The capabilities of the file systems that roots were opened on, so that an item's status alone tells what is known of it.
extension FileSystemCapabilities {
    private struct Item: Hashable {
        var device: UInt64 = 0
        var inode: UInt64 = 0

        init(device: UInt64, inode: UInt64) { (self.device, self.inode) = (device, inode) }

        /// - Returns: nil if the descriptor is not open.
        init?(_ descriptor: Int32) {
            guard sandglass_file_numbers(descriptor, &device, &inode) == 0 else { return nil }
        }
    }

    /// The file systems that are none of this computer's, by the device numbers of their items.
    private static let systems = Mutex<[UInt64: FileSystemCapabilities]>([:])
    /// Directories of this computer that stand for one on such a file system.
    private static let standIns = Mutex<[Item: FileSystemCapabilities]>([:])
    /// Whether there are any; otherwise an answer takes no lock.
    private static let isAny = Atomic(false)

    /// Whether a file system that is none of this computer's is in use.
    package static var isAnyKnown: Bool { isAny.load(ordering: .acquiring) }

    /// Returns the capabilities of the file system of an item, by the numbers in its status. A file system on which no root
    /// was opened is taken for one of this computer.
    package static func known(device: UInt64, inode: UInt64) -> FileSystemCapabilities {
        guard isAny.load(ordering: .acquiring) else { return .local }
        return systems.withLock { $0[device] }
            ?? standIns.withLock { $0[Item(device: device, inode: inode)] } ?? .local
    }

    /// Returns whether an open item is on a file system that can disappear, as far as is known of it.
    package static func isRemote(_ item: Descriptor) -> Bool { known(item).isRemote }

    /// Returns the capabilities of the file system of an open item, as far as they are known.
    package static func known(_ item: Descriptor) -> FileSystemCapabilities {
        guard isAnyKnown, let item = Item(item.number) else { return .local }
        return known(device: item.device, inode: item.inode)
    }

    /// Keeps the capabilities of the file system of a root that was opened. A device is asked once for each mount.
    package static func note(root: Int32) {
        // Until there is any, the kind alone tells, without the numbers: nearly all are disks of this computer.
        let isFirst = !isAny.load(ordering: .acquiring)
        if isFirst, !FileSystemKind(of: root).isServedByProcess { return }
        guard let item = Item(root), known(device: item.device, inode: item.inode) == .local,
            isFirst || FileSystemKind(of: root).isServedByProcess
        else { return }
        let found = FileSystemCapabilities(of: root)
        guard found != .local else { return }
        systems.withLock { $0[item.device] = found }
        isAny.store(true, ordering: .releasing)
    }

    /// Forgets a mount that is unmounted: its number is given away again.
    package static func forget(_ mount: Mount) { systems.withLock { $0[mount.device] = nil } }

    /// Keeps the capabilities of a mount whose root need not be opened.
    package static func note(_ capabilities: FileSystemCapabilities, of mount: Mount) {
        systems.withLock { $0[mount.device] = capabilities }
        isAny.store(true, ordering: .releasing)
    }

    /// Has a directory of this computer stand for one on another file system, which is mounted below it.
    package static func note(_ capabilities: FileSystemCapabilities, ofStandIn device: UInt64, inode: UInt64) {
        standIns.withLock { $0[Item(device: device, inode: inode)] = capabilities }
        isAny.store(true, ordering: .releasing)
    }

    /// Returns the capabilities that are kept of a file system that a process serves: mountinfo does not list it any
    /// more, or its type says nothing.
    static func noted(_ descriptor: Int32) -> FileSystemCapabilities {
        guard isAny.load(ordering: .acquiring) else { return .local }
        guard let item = Item(descriptor) else { return .local }
        return systems.withLock { $0[item.device] } ?? .local
    }
}
