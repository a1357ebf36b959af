import ContainerModel
import FileTree
import System

/// The state that an undo of a plan will not restore, collected during planning.
struct UndoForecast {
    /// The metadata that a file system preserves.
    struct Traits {
        var keepsAttributes = true
        var keepsPermissions = true

        /// - Parameter directory: A directory of the file system.
        init(of directory: Descriptor) {
            keepsAttributes = ["user.sandglass", AccessListAttribute.own].allSatisfy {
                ExtendedAttributes.canHold($0.utf8, on: [], in: directory)
            }
            keepsPermissions =
                FileSystemKind(of: directory.number).hasPermissions
                && FileSystemCapabilities(of: directory.number).storesMetadata
        }
    }

    /// The hard links found of one file.
    private struct Names {
        let first: ItemAddress
        let count: UInt32
        var found: UInt32
    }

    private var losses: [UndoLimit.Loss: (first: ItemAddress, count: Int)] = [:]
    private var named: [FileIdentity: Names] = [:]
    private var trashReason: String?
    /// The number of bytes to be created on other file systems than the trash's.
    private var distantBytes: UInt64 = 0
    private let user = geteuid()
    /// The groups that this process may give files to.
    private let groups = Self.ownGroups()

    /// Records the losses of an item that will be moved to another file system.
    /// - Parameters:
    ///   - name: The item's name in `directory`.
    ///   - target: The other file system.
    mutating func note(
        _ item: @autoclosure () -> ItemAddress?,
        _ status: ItemStatus,
        _ name: ArraySlice<UInt8>,
        in directory: TreeDirectory,
        movedTo target: Traits
    ) {
        if status.kind == .file, status.links > 1 {
            let identity = status.identity
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

    /// Records that an item will be created, which an undo moves to the trash.
    /// - Parameters:
    ///   - isDistant: Whether it is on another file system than the trash.
    ///   - trashReason: Why the trash cannot be used, if it cannot.
    mutating func noteMade(_ bytes: UInt64, isDistant: Bool, trashReason: String?) {
        if isDistant { distantBytes = distantBytes.addingSaturated(bytes) }
        self.trashReason = self.trashReason ?? trashReason
    }

    /// Returns the limits found.
    /// - Parameters:
    ///   - trash: The trash directory.
    ///   - free: Returns the number of free bytes there; nil if unknown.
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
