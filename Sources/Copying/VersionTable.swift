package import ContainerModel
import FileTree
package import Jobs
package import System

/// The versions of the items of moved trees at the time they were read, so that a source is removed only if it is
/// unchanged.
///
/// Takes two numbers, 16 bytes, for each item: one for its path, and one for its identity, kind, size, modification
/// time and change time. The change time cannot be set by programs.
package final class VersionTable {
    /// Represents the path of an item. The hash is seeded per process, so collisions cannot be provoked.
    package struct Key: Hashable {
        fileprivate let value: UInt64
    }

    /// Not the number of any version.
    private static let unsettled: UInt64 = 0
    /// How long the clock of a file system may stand still, in nanoseconds: a second change within that time leaves no
    /// trace. The coarse value is for timestamps without nanoseconds.
    private static let tick: (fine: Int64, coarse: Int64) = (20_000_000, 2_100_000_000)

    private var versions: [UInt64: UInt64] = [:]
    /// Files with several hard links of which this program renamed or removed some: their versions before that, and the
    /// current one.
    private var renumbered: [FileIdentity: (before: Set<UInt64>, now: UInt64)] = [:]
    /// Files that were open for writing while they were copied: the first ones and the total number.
    package private(set) var busy = BoundedList<ContainerPath>()

    /// Creates an empty table.
    package init() {}

    /// Returns the key of a top-level item.
    package static func key(_ item: ItemAddress) -> Key {
        var hasher = Hasher()
        hasher.combine(item)
        return Key(value: UInt64(bitPattern: Int64(hasher.finalize())))
    }

    /// Returns the key of a directory entry; its name ends with NUL.
    static func key(_ name: UnsafePointer<CChar>, in directory: Key) -> Key {
        var hasher = Hasher()
        hasher.combine(directory.value)
        hasher.combine(bytes: UnsafeRawBufferPointer(start: name, count: strlen(name)))
        return Key(value: UInt64(bitPattern: Int64(hasher.finalize())))
    }

    /// Returns a number that identifies a version of an item.
    static func number(_ status: sandglass_stat) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(status.device)
        hasher.combine(status.inode)
        hasher.combine(status.mode & S_IFMT)
        hasher.combine(status.size)
        hasher.combine(status.modified_seconds)
        hasher.combine(status.modified_nanoseconds)
        hasher.combine(status.changed_seconds)
        hasher.combine(status.changed_nanoseconds)
        let number = UInt64(bitPattern: Int64(hasher.finalize()))
        return number == unsettled ? 1 : number
    }

    /// The current time as file systems record it for changes, in nanoseconds since 1970.
    static func clock() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// Records an item as read.
    /// - Parameters:
    ///   - moment: A time before it was read. A file changed just before that may have been changed again without a
    ///     trace, and is recorded as unsettled. Pass nil if it cannot have been changed.
    ///   - version: The version that was copied, if it differs from the version in `status`.
    /// - Returns: Whether it is settled.
    @discardableResult
    package func note(_ key: Key, _ status: sandglass_stat, readAt moment: Int64?, version: UInt64? = nil) -> Bool {
        var isSettled = true
        if let moment, status.mode & S_IFMT == S_IFREG {
            let tick = status.changed_nanoseconds == 0 ? Self.tick.coarse : Self.tick.fine
            let (seconds, overflow) = status.changed_seconds.multipliedReportingOverflow(by: 1_000_000_000)
            let age = moment.subtractingReportingOverflow(seconds &+ Int64(status.changed_nanoseconds))
            isSettled = overflow || age.overflow || age.partialValue.magnitude > tick.magnitude
        }
        versions[key.value] = isSettled ? version ?? Self.number(status) : Self.unsettled
        return isSettled
    }

    /// Records an item whose copy may not correspond to any single version.
    func noteUnsettled(_ key: Key) { versions[key.value] = Self.unsettled }

    func noteBusy(_ path: ContainerPath) { busy.append(path) }

    /// Clears the list of busy files, once the caller has dealt with them.
    package func forgetBusy() { busy = BoundedList() }

    /// Returns whether an item with that path was recorded.
    func knows(_ key: Key) -> Bool { versions[key.value] != nil }

    /// Returns whether an item is unchanged since it was copied.
    package func isSame(_ key: Key, _ status: sandglass_stat) -> Bool {
        guard let known = versions[key.value] else { return false }
        return isCurrent(known, status)
    }

    /// Returns whether a version matches a status, or did until this program renamed or removed other hard links.
    func isCurrent(_ known: UInt64, _ status: sandglass_stat) -> Bool {
        let number = Self.number(status)
        if known == number { return true }
        guard let renumbered = renumbered[FileIdentity(device: status.device, inode: status.inode)] else {
            return false
        }
        return renumbered.now == number && renumbered.before.contains(known)
    }

    /// Records that one of several hard links of a file was renamed, which changed the file's version for all of them.
    package func noteRenamed(_ before: sandglass_stat, _ after: sandglass_stat) {
        guard before.links > 1, before.mode & S_IFMT == S_IFREG else { return }
        renumber(before, after)
    }

    private func renumber(_ before: sandglass_stat, _ after: sandglass_stat) {
        let identity = FileIdentity(device: after.device, inode: after.inode)
        let number = Self.number(before)
        // A version that another process created meanwhile does not count as before.
        let known = renumbered[identity].flatMap { $0.now == number ? $0.before : nil } ?? []
        renumbered[identity] = after.links == 0 ? nil : (known.union([number]), Self.number(after))
    }

    /// Records that one of several hard links of a file was removed, which changed the file's version.
    func noteRemovedName(_ key: Key, _ before: sandglass_stat, _ after: sandglass_stat) {
        guard knows(key), before.size == after.size,
            before.modified_seconds == after.modified_seconds,
            before.modified_nanoseconds == after.modified_nanoseconds
        else { return }
        renumber(before, after)
    }
}

/// Where a copy records the versions it reads.
package struct VersionRecorder {
    let table: VersionTable
    /// The key of the top-level item.
    let key: VersionTable.Key
    /// Whether the source has a name that no other process knows, so that a file not open for writing cannot change.
    let isHidden: Bool

    /// Creates a recorder.
    /// - Parameters:
    ///   - table: The table to record to.
    ///   - key: The key of the top-level item.
    ///   - isHidden: Whether the source has a name that no other process knows.
    package init(table: VersionTable, key: VersionTable.Key, isHidden: Bool) {
        self.table = table
        self.key = key
        self.isHidden = isHidden
    }
}
