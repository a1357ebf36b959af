import ContainerModel
import Disk

/// The items that the person selected, in whatever directories they are. What is not on screen counts as well.
struct Selection: Sendable {
    /// What is known of a selected item.
    struct Facts: Hashable, Sendable {
        var kind: ItemKind
        /// Logical bytes; of a directory, of what is in it. Nil as long as that is not known.
        var bytes: UInt64?
    }

    private(set) var items: [SidePath: Facts] = [:]
    /// The sum of what is known.
    private(set) var bytes: UInt64 = 0
    /// How many items' sizes are not known.
    private(set) var uncounted = 0

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }

    /// The items of one side, in the order of a tree.
    func paths(on side: Side) -> [SidePath] {
        items.keys.filter { $0.side == side }.sorted { $0.path < $1.path }
    }

    func contains(_ item: SidePath) -> Bool { items[item] != nil }

    /// Whether anything is selected on a side.
    func isEmpty(on side: Side) -> Bool { !items.keys.contains { $0.side == side } }

    mutating func insert(_ item: SidePath, _ facts: Facts) {
        remove(item)
        items[item] = facts
        if let size = facts.bytes { bytes = bytes.addingSaturating(size) } else { uncounted += 1 }
    }

    mutating func remove(_ item: SidePath) {
        guard let facts = items.removeValue(forKey: item) else { return }
        if let size = facts.bytes { bytes -= min(bytes, size) } else { uncounted -= 1 }
    }

    mutating func removeAll() { self = Selection() }

    /// The directory above an item, or one above that, that is selected with everything in it.
    func ancestor(of item: SidePath) -> SidePath? {
        var next = item.path.parent
        while let path = next {
            if items[SidePath(item.side, path)] != nil { return SidePath(item.side, path) }
            next = path.parent
        }
        return nil
    }

    /// What is inside a directory is selected with it: the items in it are not selected twice.
    mutating func removeItems(inside directory: SidePath) {
        for item in items.keys where item.side == directory.side && item.path.isInside(directory.path) {
            remove(item)
        }
    }

    /// Takes in how much is in directories.
    mutating func take(_ totals: [ContainerPath: DirectoryTotal], on side: Side) {
        guard !items.isEmpty else { return }
        for (path, total) in totals {
            let item = SidePath(side, path)
            guard let facts = items[item], facts.kind == .directory, total.isComplete else { continue }
            insert(item, Facts(kind: .directory, bytes: total.bytes))
        }
    }

    /// Forgets items of a directory that are not in it any more.
    mutating func keep(in directory: SidePath, _ entries: EntryList) {
        let inside = items.keys.filter { $0.side == directory.side && $0.path.parent == directory.path }
        guard !inside.isEmpty else { return }
        var names = Set(inside.map(\.name))
        for index in 0..<entries.count where !names.isEmpty { names.remove(Array(entries.name(index))) }
        for item in inside where names.contains(item.name) { remove(item) }
    }
}

extension UInt64 {
    /// The sum, or the largest number there is.
    fileprivate func addingSaturating(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
