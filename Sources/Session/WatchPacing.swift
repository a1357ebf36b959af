import Browser
import ContainerModel

/// Decides when a change of a directory is reported: not while it is being read, and not before a rest in proportion to
/// the time the reading took.
///
/// A directory of a million entries takes more than a second to read. While a process goes through all of them, reading
/// the directory again at each change would leave that process no CPU time.
struct WatchPacing {
    /// The length of a rest, as a multiple of the time of the reading before it.
    private static let rest: UInt64 = 9
    /// How soon to check again whether a directory is still being read, in nanoseconds.
    private static let patience: UInt64 = 50_000_000

    /// A directory that took longer to read, in nanoseconds, is read again only if entries have come or gone.
    private static let longReading: UInt64 = 20_000_000
    /// A directory that was changed this long before it was read may have been changed later, by a clock that is not as
    /// exact; in seconds.
    private static let inexactness: Int64 = 2

    /// A reading that has ended.
    private enum Reading: Equatable {
        case quick
        /// With when it began, in seconds since 1970.
        case long(Int64)
    }

    /// The changes not reported yet.
    private var pending: Set<ItemAddress> = []
    /// The number of readings of each directory in progress.
    private var readings: [ItemAddress: Int] = [:]
    /// The end of each directory's rest.
    private var rests: [ItemAddress: UInt64] = [:]
    /// The last reading of each directory that has been read.
    private var lastReadings: [ItemAddress: Reading] = [:]
    /// When the first of all directories was read at the earliest, in seconds since 1970.
    private let start: Int64

    /// Creates the pacing of a session.
    /// - Parameter start: When it began, in seconds since 1970.
    init(from start: Int64) { self.start = start }

    /// Records that the reading of a directory begins.
    mutating func beginReading(_ path: ItemAddress) { readings[path, default: 0] += 1 }

    /// Records that a reading has ended.
    /// - Parameters:
    ///   - start: When it began, in nanoseconds on the monotonic clock.
    ///   - now: When it ended.
    mutating func end(_ path: ItemAddress, from start: UInt64, at now: UInt64) {
        let rest = now + (now - min(start, now)) * Self.rest
        readings[path] = readings[path].flatMap { $0 > 1 ? $0 - 1 : nil }
        rests[path] = max(rests[path] ?? 0, rest)
    }

    /// Records how long a reading took.
    /// - Parameters:
    ///   - duration: In nanoseconds.
    ///   - seconds: When it ended, in seconds since 1970.
    mutating func note(_ path: ItemAddress, duration: UInt64, at seconds: Int64) {
        lastReadings[path] =
            duration > Self.longReading ? .long(seconds - Int64(duration / 1_000_000_000) - 1) : .quick
    }

    /// Returns whether a directory may have got or lost entries between its reading and the start of its watch.
    /// - Parameter changed: When it was changed, in seconds since 1970.
    func hasChanged(_ path: ItemAddress, at changed: Int64) -> Bool {
        let read = if case .long(let begun) = lastReadings[path] { begun } else { start }
        return changed >= read - Self.inexactness
    }

    /// Returns whether reading the directory again takes no longer than asking whether files in it have changed.
    func isReadQuickly(_ path: ItemAddress) -> Bool { lastReadings[path] == .quick }

    /// Records changes.
    mutating func add(_ changed: Set<ItemAddress>) { pending.formUnion(changed) }

    /// Returns the changes to report now, and removes them.
    mutating func due(at now: UInt64) -> Set<ItemAddress> {
        rests = rests.filter { $0.value > now }
        let due = pending.filter { readings[$0] == nil && rests[$0] == nil }
        pending.subtract(due)
        return due
    }

    /// Returns the number of milliseconds until a change may be due; nil if there are none.
    func timeout(at now: UInt64) -> Int32? {
        pending.map { path in
            let end = readings[path] == nil ? rests[path] ?? now : now + Self.patience
            return Int32(clamping: (max(end, now) - now) / 1_000_000 + 1)
        }.min()
    }
}
