import ContainerModel
import FileTree
import System

/// What an undo of a plan will not bring back, found while the plan is made.
struct UndoForecast {
    /// What a file system does not keep.
    struct Traits {
        var keepsAttributes = true
        var keepsPermissions = true

        /// - Parameter directory: on the file system.
        init(of directory: Descriptor) {
            keepsAttributes = ["user.sandglass", "system.posix_acl_access"].allSatisfy {
                ExtendedAttributes.canHold($0.utf8, on: [], in: directory)
            }
            keepsPermissions = !Self.hasNoPermissions(fileSystem: sandglass_file_system_type(directory.number))
        }

        /// Whether a file system, by the number of its type, has no permissions of its own: statfs(2) has FAT and NTFS,
        /// linux/magic.h exFAT.
        static func hasNoPermissions(fileSystem type: UInt64) -> Bool {
            [0x4d44, 0x2011_bab0, 0x5346_544e].contains(type)
        }
    }

    /// Where files with several names were met.
    private struct Names {
        let first: ItemAddress
        let count: UInt32
        var found: UInt32
    }

    private var losses: [UndoLimit.Loss: (first: ItemAddress, count: Int)] = [:]
    private var named: [FileIdentity: Names] = [:]
    private var trashReason: String?
    /// Bytes that are made on other file systems than the trash's.
    private var distantBytes: UInt64 = 0
    private let user = geteuid()
    /// Those that this process may give files to.
    private let groups = Self.ownGroups()

    /// Notes what something that will be moved to another file system does not keep there.
    /// - Parameters:
    ///   - name: of the item in `directory`.
    ///   - target: the other file system.
    mutating func note(
        _ item: @autoclosure () -> ItemAddress?,
        _ status: ItemStatus,
        _ name: ArraySlice<UInt8>,
        in directory: TreeDirectory,
        movedTo target: Traits
    ) {
        if status.kind == .file, status.links > 1 {
            let identity = FileIdentity(device: status.device, inode: status.inode)
            if let known = named[identity] {
                named[identity]?.found = known.found + 1
            } else if let address = item() {
                named[identity] = Names(first: address, count: status.links, found: 1)
            }
        }
        if user != 0, status.user != user || !groups.contains(status.group) { add(.owner, item()) }
        if !target.keepsPermissions, status.kind != .link { add(.permissions, item()) }
        if !target.keepsAttributes, status.kind == .file || status.kind == .directory,
            !directory.attributeNames(of: name).isEmpty
        {
            add(.attributes, item())
        }
    }

    private mutating func add(_ loss: UndoLimit.Loss, _ address: ItemAddress?) {
        if let known = losses[loss] {
            losses[loss] = (known.first, known.count + 1)
        } else if let address {
            losses[loss] = (address, 1)
        }
    }

    private static func ownGroups() -> Set<UInt32> {
        var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
        let count = getgroups(Int32(groups.count), &groups)
        return Set(groups.prefix(max(0, Int(count))) + [getegid()])
    }

    /// Notes that something is made, which an undo puts into the trash.
    /// - Parameters:
    ///   - isDistant: whether that is on another file system than the trash.
    ///   - trashReason: why the trash cannot be used.
    mutating func noteMade(_ bytes: UInt64, isDistant: Bool, trashReason: String?) {
        if isDistant { distantBytes = distantBytes.addingSaturated(bytes) }
        self.trashReason = self.trashReason ?? trashReason
    }

    /// What there is to say.
    /// - Parameters:
    ///   - trash: the trash directory.
    ///   - free: the bytes that are free there; nil where that is not known.
    func limits(trash: [UInt8], free: () -> UInt64?) -> [UndoLimit] {
        var limits: [UndoLimit] = []
        if let trashReason {
            limits.append(.noTrash(trash, reason: trashReason))
        } else if distantBytes > 0, let free = free(), free < distantBytes {
            limits.append(.littleSpace(trash, needed: distantBytes, available: free))
        }
        var losses = losses
        let apart = named.values.filter { $0.found < $0.count }
        if let first = apart.min(by: { $0.first.path < $1.first.path })?.first {
            losses[.otherNames] = (first, apart.reduce(0) { $0 + Int($1.found) })
        }
        for loss in UndoLimit.Loss.allCases {
            guard let (first, count) = losses[loss] else { continue }
            limits.append(.loss(loss, first, others: count - 1))
        }
        return limits
    }
}
