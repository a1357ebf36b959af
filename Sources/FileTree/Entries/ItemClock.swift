package import ContainerModel

extension SortKey {
    /// The time that entries are sorted by; nil if they are not sorted by a time.
    package var clock: ItemClock? {
        switch self {
        case .time: .modified
        case .created: .created
        case .added: .added
        case .name, .size, .kind, .badges: nil
        }
    }

    /// Whether sorting needs sizes or times, which the directory itself does not provide.
    package var needsMetadata: Bool { self == .size || clock != nil }
}

/// A time that the file system records for an item.
package enum ItemClock: Hashable, Sendable {
    /// When the contents were last modified.
    case modified
    /// When the item was created, on file systems that record it.
    case created
    /// When the metadata last changed: Linux records nothing closer to the time when an item was put where it is. Later
    /// changes of the mode or of attributes count as well.
    case added

    /// Returns the time in seconds since 1970; nil if the file system does not record it.
    package func seconds(in status: ItemStatus) -> Int64? {
        switch self {
        case .modified: status.modified
        case .created: status.born
        case .added: status.changed
        }
    }
}

/// The order of a listing.
package struct EntryOrder: Hashable, Sendable {
    /// The primary sort key.
    package var key: SortKey
    /// Whether the order is reversed.
    package var isReversed: Bool
    /// Whether directories precede all other entries, even in reverse order.
    package var directoriesFirst: Bool

    /// Creates an order; by default by name, with directories first.
    package init(key: SortKey = .name, isReversed: Bool = false, directoriesFirst: Bool = true) {
        self.key = key
        self.isReversed = isReversed
        self.directoriesFirst = directoriesFirst
    }

    /// Whether large and late entries come first.
    package var isDescending: Bool { key.needsMetadata != isReversed }
}
