import ContainerModel
import FileSharing
import FileTree
import Inspection

/// The items that the person selected, in whatever directories they are. What is not on screen counts as well.
///
/// Each directory has the list of its entries and a bit for each, so that a million selected items are changed, counted
/// and kept as quickly as the listing is.
struct Selection: Sendable {
    /// What is selected in one directory.
    struct Group: Sendable {
        fileprivate(set) var chosen: EntrySelection
        /// Logical bytes of every entry, where a worker has measured the directory.
        fileprivate var sizes: [UInt64]
        /// Logical bytes of single entries: files that are in view, directories that were counted.
        fileprivate var known: [UInt32: UInt64] = [:]
        /// The sum of what is known.
        fileprivate(set) var bytes: UInt64 = 0
        /// How many items' sizes are not known.
        fileprivate(set) var uncounted = 0

        /// The size of an entry; nil where it is not known.
        func size(of index: Int) -> UInt64? {
            if let size = known[UInt32(truncatingIfNeeded: index)] { return size }
            switch chosen.entries.kind(index) {
            case .directory: return nil
            case .file: return sizes.indices.contains(index) ? sizes[index] : nil
            default: return 0
            }
        }

        fileprivate mutating func select(_ index: Int) {
            guard chosen.insert(index) else { return }
            if let size = size(of: index) { bytes = bytes.addingSaturating(size) } else { uncounted += 1 }
        }

        fileprivate mutating func deselect(_ index: Int) {
            guard chosen.remove(index) else { return }
            if let size = size(of: index) { bytes -= min(bytes, size) } else { uncounted -= 1 }
        }

        fileprivate mutating func sum() {
            bytes = 0
            uncounted = 0
            for index in chosen.indices {
                if let size = size(of: index) { bytes = bytes.addingSaturating(size) } else { uncounted += 1 }
            }
        }
    }

    /// By directory; none is empty.
    private(set) var groups: [ItemAddress: Group] = [:]

    var isEmpty: Bool { groups.isEmpty }
    var count: Int { groups.values.reduce(0) { $0 + $1.chosen.count } }
    /// The sum of what is known.
    var bytes: UInt64 { groups.values.reduce(0) { $0.addingSaturating($1.bytes) } }
    /// How many items' sizes are not known.
    var uncounted: Int { groups.values.reduce(0) { $0 + $1.uncounted } }

    /// The items of one side, directory by directory.
    func items(on side: Side) -> ItemSet {
        ItemSet(
            groups.filter { $0.key.side == side }.sorted { $0.key.path < $1.key.path }
                .map { ItemSet.Group($0.value.chosen, in: $0.key) })
    }

    /// Whether an entry of a listing is selected.
    func contains(_ entry: UInt32, of listing: Listing) -> Bool {
        guard let chosen = groups[listing.location]?.chosen else { return false }
        if chosen.entries.isSame(as: listing.entries) || listing.entries.begins(with: chosen.entries) {
            return chosen.contains(Int(entry))
        }
        // Until a new reading is complete, marks on very many rows can wait.
        return chosen.count < 10_000 && chosen.index(of: listing.entries.name(Int(entry))) != nil
    }

    func contains(_ item: ItemAddress) -> Bool {
        item.enclosing.flatMap { groups[$0]?.chosen.index(of: item.name) } != nil
    }

    /// The directory above an item, or one above that, that is selected with everything in it.
    func ancestor(of item: ItemAddress) -> ItemAddress? {
        if isEmpty { return nil }
        var next = item.enclosing
        while let directory = next {
            if contains(directory) { return directory }
            next = directory.enclosing
        }
        return nil
    }

    mutating func removeAll() { self = Selection() }

    /// Selects entries of a listing, or takes them out; what is inside a selected directory is selected with it.
    mutating func set(_ isSelected: Bool, _ rows: some Sequence<UInt32>, of listing: Listing) {
        change(listing) { group in
            for entry in rows { if isSelected { group.select(Int(entry)) } else { group.deselect(Int(entry)) } }
        }
    }

    /// Selects those entries of a listing that are not, and the other way round.
    mutating func invert(_ rows: some Sequence<UInt32>, of listing: Listing) {
        change(listing) { group in
            for entry in rows {
                if group.chosen.contains(Int(entry)) { group.deselect(Int(entry)) } else { group.select(Int(entry)) }
            }
        }
    }

    private mutating func change(_ listing: Listing, _ body: (inout Group) -> Void) {
        let location = listing.location
        var group =
            groups.removeValue(forKey: location) ?? Group(chosen: EntrySelection(of: listing.entries), sizes: [])
        group.adopt(listing)
        body(&group)
        guard !group.chosen.isEmpty else { return }
        // Nothing is selected twice.
        for inner in groups.keys where inner.side == location.side && inner.path.isInside(location.path) {
            let name = inner.path.relative(to: location.path)?.components.first { _ in true }
            if let name, group.chosen.index(of: name) != nil { groups[inner] = nil }
        }
        groups[location] = group
    }

    /// Takes in how much is in directories.
    mutating func receive(_ totals: [ContainerPath: DirectoryTotal], on side: Side) {
        for (location, var group) in groups where location.side == side && group.uncounted > 0 {
            guard group.uncounted <= Self.mostCounted else { continue }
            for index in group.chosen.indices where group.chosen.entries.kind(index) == .directory {
                let path = location.path.appending(name: group.chosen.entries.name(index))
                guard let total = path.flatMap({ totals[$0] }), total.isComplete else { continue }
                group.known[UInt32(truncatingIfNeeded: index)] = total.bytes
            }
            group.sum()
            groups[location] = group
        }
    }

    /// Directories that are selected whose sizes are not known: no more than anybody would wait for.
    var uncountedDirectories: [ItemAddress] {
        groups.flatMap { location, group -> [ItemAddress] in
            guard group.uncounted > 0, group.uncounted <= Self.mostCounted else { return [] }
            return group.chosen.indices.filter { index in
                group.chosen.entries.kind(index) == .directory && group.size(of: index) == nil
            }.compactMap { location.entry(group.chosen.entries.name($0)) }
        }
    }

    /// In a directory where more sizes are unknown, selected subdirectories are not counted.
    static let mostCounted = 10_000

    /// Goes on with a new reading of a directory: what is not in it any more is not selected any more.
    mutating func carry(to listing: Listing) {
        guard var group = groups[listing.location] else { return }
        group.adopt(listing)
        groups[listing.location] = group.chosen.isEmpty ? nil : group
    }

    /// Takes out items that something was done to.
    mutating func remove(_ items: ItemSet) {
        for done in items.groups {
            guard var group = groups[done.directory] else { continue }
            group.chosen.subtract(done.names)
            group.sum()
            groups[done.directory] = group.chosen.isEmpty ? nil : group
        }
        for item in items.items {
            guard let directory = item.enclosing, var group = groups[directory],
                let index = group.chosen.index(of: item.name)
            else { continue }
            group.deselect(index)
            groups[directory] = group.chosen.isEmpty ? nil : group
        }
    }
}

extension Selection.Group {
    /// Goes over to the list, and to the sizes, that a listing has.
    fileprivate mutating func adopt(_ listing: Listing) {
        let sizesBefore = sizes.count
        if !chosen.entries.isSame(as: listing.entries) {
            chosen = chosen.carried(to: listing.entries)
            known = [:]
            sizes = []
        }
        if let metadata = listing.metadata, metadata.sizes.count == listing.entries.count { sizes = metadata.sizes }
        var hasChanged = sizes.count != sizesBefore
        // What a worker has looked at for the rows in view is as good.
        if sizes.isEmpty {
            for (entry, facts) in listing.facts where facts.status.kind == .file && known[entry] == nil {
                known[entry] = facts.status.size
                hasChanged = hasChanged || chosen.contains(Int(entry))
            }
        }
        if hasChanged || known.isEmpty && sizes.isEmpty { sum() }
    }
}

extension UInt64 {
    /// The sum, or the largest number there is.
    fileprivate func addingSaturating(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
