package import ContainerModel
import FileTree
package import Jobs
package import System

/// What the items of moved trees were when they were read, so that a source goes only as it was copied.
///
/// Two numbers for each item, 16 bytes: one for its path, and one for its identity, kind, size, modification time and
/// change time together. The change time is what nobody can set back.
package final class VersionTable {
    /// Stands for the path of an item; keyed by the process, so that no names can be made to meet.
    package struct Key: Hashable {
        fileprivate let value: UInt64
    }

    /// Never the number of a version.
    private static let unsettled: UInt64 = 0
    /// As long as the clock of a file system may stand still, in nanoseconds: a second change within that time leaves
    /// no trace. Those that count in seconds have no nanoseconds.
    private static let tick: (fine: Int64, coarse: Int64) = (20_000_000, 2_100_000_000)

    private var versions: [UInt64: UInt64] = [:]
    /// Files with several names, of which this program renamed or removed some: their versions before that, and now.
    private var renumbered: [FileIdentity: (before: Set<UInt64>, now: UInt64)] = [:]
    /// Files that somebody had open for writing while they were copied; the first, and how many.
    package private(set) var busy = BoundedList<ContainerPath>()

    /// A table of nothing.
    package init() {}

    /// The key of a top item.
    package static func key(_ item: ItemAddress) -> Key {
        var hasher = Hasher()
        hasher.combine(item)
        return Key(value: UInt64(bitPattern: Int64(hasher.finalize())))
    }

    /// The key of an entry of a directory; its name ends with NUL.
    static func key(_ name: UnsafePointer<CChar>, in directory: Key) -> Key {
        var hasher = Hasher()
        hasher.combine(directory.value)
        hasher.combine(bytes: UnsafeRawBufferPointer(start: name, count: strlen(name)))
        return Key(value: UInt64(bitPattern: Int64(hasher.finalize())))
    }

    /// Any number that tells a version of an item from all others.
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

    /// The time that file systems take for that of a change, in nanoseconds since 1970.
    static func clock() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME_COARSE, &now)
        return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    }

    /// Notes an item as it was read.
    /// - Parameters:
    ///   - moment: before it was read; a file that was changed right before that may have been changed once more
    ///     without a trace, and is not taken for settled. Nil where nobody can have changed it.
    ///   - version: where the copy was made of another version than that of `status`.
    package func note(_ key: Key, _ status: sandglass_stat, readAt moment: Int64?, version: UInt64? = nil) {
        var isSettled = true
        if let moment, status.mode & S_IFMT == S_IFREG {
            let tick = status.changed_nanoseconds == 0 ? Self.tick.coarse : Self.tick.fine
            let (seconds, overflow) = status.changed_seconds.multipliedReportingOverflow(by: 1_000_000_000)
            let age = moment.subtractingReportingOverflow(seconds &+ Int64(status.changed_nanoseconds))
            isSettled = overflow || age.overflow || age.partialValue.magnitude > tick.magnitude
        }
        versions[key.value] = isSettled ? version ?? Self.number(status) : Self.unsettled
    }

    /// Notes an item whose copy may be of no version at all.
    func noteUnsettled(_ key: Key) { versions[key.value] = Self.unsettled }

    func noteBusy(_ path: ContainerPath) { busy.append(path) }

    /// Forgets them: who asked has looked after them.
    package func forgetBusy() { busy = BoundedList() }

    /// Whether there was an item of that path.
    func knows(_ key: Key) -> Bool { versions[key.value] != nil }

    /// Whether an item is as it was copied.
    package func isSame(_ key: Key, _ status: sandglass_stat) -> Bool {
        guard let known = versions[key.value] else { return false }
        let number = Self.number(status)
        if known == number { return true }
        guard let renumbered = renumbered[FileIdentity(device: status.device, inode: status.inode)] else {
            return false
        }
        return renumbered.now == number && renumbered.before.contains(known)
    }

    /// Notes that one of several names of a file was changed, which changed the file's version for all of them.
    package func noteRenamed(_ before: sandglass_stat, _ after: sandglass_stat) {
        guard before.links > 1, before.mode & S_IFMT == S_IFREG else { return }
        renumber(before, after)
    }

    private func renumber(_ before: sandglass_stat, _ after: sandglass_stat) {
        let identity = FileIdentity(device: after.device, inode: after.inode)
        let number = Self.number(before)
        // What somebody else has changed meanwhile is another version.
        let known = renumbered[identity].flatMap { $0.now == number ? $0.before : nil } ?? []
        renumbered[identity] = after.links == 0 ? nil : (known.union([number]), Self.number(after))
    }

    /// Notes that one of several names of a file went, which changed the file's version.
    func noteRemovedName(_ key: Key, _ before: sandglass_stat, _ after: sandglass_stat) {
        guard knows(key), before.size == after.size,
            before.modified_seconds == after.modified_seconds,
            before.modified_nanoseconds == after.modified_nanoseconds
        else { return }
        renumber(before, after)
    }
}

/// Where a copy notes what it read.
package struct VersionRecorder {
    let table: VersionTable
    /// Of the top item.
    let key: VersionTable.Key
    /// Whether the source stands under a name that nobody else knows: what nobody has open for writing stays as it is.
    let isHidden: Bool

    /// - Parameters:
    ///   - table: where it is noted.
    ///   - key: of the top item.
    ///   - isHidden: whether the source stands under a name that nobody else knows.
    package init(table: VersionTable, key: VersionTable.Key, isHidden: Bool) {
        self.table = table
        self.key = key
        self.isHidden = isHidden
    }
}
