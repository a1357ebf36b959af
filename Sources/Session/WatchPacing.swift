import Browser
import ContainerModel

/// When a change of a directory is told: not while it is being read, and not before a rest that is as long as its
/// reading was expensive.
///
/// A directory of a million entries takes more than a second to read; while something goes through all of them, reading
/// it again at each change would leave no processor to whoever does that.
struct WatchPacing {
    /// A rest is so many times as long as the reading before it.
    private static let rest: UInt64 = 9
    /// How soon a directory that is being read is looked at again, in nanoseconds.
    private static let patience: UInt64 = 50_000_000

    /// What has changed and was not told.
    private var pending: Set<ItemAddress> = []
    /// How many readings of a directory are under way.
    private var readings: [ItemAddress: Int] = [:]
    /// Until when the readers of a directory rest.
    private var rests: [ItemAddress: UInt64] = [:]

    /// Notes that a directory is being read.
    mutating func begin(_ path: ItemAddress) { readings[path, default: 0] += 1 }

    /// Notes that a reading has ended.
    /// - Parameters:
    ///   - start: when it began, in nanoseconds on the monotonic clock.
    ///   - now: when it ended.
    mutating func end(_ path: ItemAddress, from start: UInt64, at now: UInt64) {
        let rest = now + (now - min(start, now)) * Self.rest
        readings[path] = readings[path].flatMap { $0 > 1 ? $0 - 1 : nil }
        rests[path] = max(rests[path] ?? 0, rest)
    }

    /// Notes changes.
    mutating func add(_ changed: Set<ItemAddress>) { pending.formUnion(changed) }

    /// What is to be told now. It counts as told.
    mutating func due(at now: UInt64) -> Set<ItemAddress> {
        rests = rests.filter { $0.value > now }
        let due = pending.filter { readings[$0] == nil && rests[$0] == nil }
        pending.subtract(due)
        return due
    }

    /// For how many milliseconds nothing is due; nil where nothing waits.
    func wait(at now: UInt64) -> Int32? {
        pending.map { path in
            let end = readings[path] == nil ? rests[path] ?? now : now + Self.patience
            return Int32(clamping: (max(end, now) - now) / 1_000_000 + 1)
        }.min()
    }
}
