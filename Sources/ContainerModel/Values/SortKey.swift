/// The property that a listing is sorted by.
package enum SortKey: Int, Hashable, Sendable, CaseIterable {
    /// Natural order: numbers by value, ignoring ASCII case.
    case name
    /// Size, largest first.
    case size
    /// Modification time, latest first.
    case time
    /// When the item was created, latest first.
    case created
    /// When the item came to its place, latest first.
    case added
    /// Extension, then name.
    case kind
    /// The columns of the badges, all four rights first, then the flags.
    case badges

    /// The name of the order.
    package var title: String {
        switch self {
        case .name: "name"
        case .size: "size"
        case .time: "time"
        case .created: "created"
        case .added: "added"
        case .kind: "kind"
        case .badges: "badges"
        }
    }

    /// Recognizes the name of an order.
    package init?(title: String) {
        guard let key = Self.allCases.first(where: { $0.title == title }) else { return nil }
        self = key
    }
}
