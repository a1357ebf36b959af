import System

/// The metadata of the entries of a directory whose file system tells their kinds with all other metadata only, as ifuse
/// does. Each answer may take a request to a device, so that what follows the reading of the directory uses these.
struct RecentStatuses: Sendable {
    /// The number of entries up to which metadata is kept: 6 MB.
    static let most = 50_000
    /// How long after the reading metadata is used, in nanoseconds.
    private static let age: UInt64 = 5_000_000_000

    private let statuses: [ItemStatus?]
    /// When the reading ended, of the monotonic clock.
    private let read = MonotonicClock.now()

    /// - Parameter statuses: The metadata of each entry; nil where it is not known.
    init(_ statuses: [ItemStatus?]) { self.statuses = statuses }

    /// Returns the metadata of an entry; nil if it is not known or too old.
    subscript(index: Int) -> ItemStatus? {
        guard statuses.indices.contains(index), MonotonicClock.now() &- read < Self.age else { return nil }
        return statuses[index]
    }
}
