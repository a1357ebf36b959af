import ContainerModel
import FileSharing
import FileTree
import Inspection

/// The items selected by the user, in any number of directories, on screen or not.
///
/// Each directory has the list of its entries and a bit for each, so that a million selected items can be changed,
/// counted and kept as quickly as a listing.
struct Selection: Sendable {
    /// The selection in one directory.
    struct Group: Sendable {
        fileprivate(set) var chosen: EntrySelection
        /// The logical size in bytes of every entry, if a worker has measured the directory; `unknown` for those that
        /// are new since.
        fileprivate var sizes: [UInt64]
        /// The logical size in bytes of single entries, which goes before the other: files in view, and counted
        /// directories.
        fileprivate var known: [UInt32: UInt64] = [:]
        /// The sum of the known sizes.
        fileprivate(set) var bytes: UInt64 = 0
        /// The number of items of unknown size.
        fileprivate(set) var uncounted = 0

        /// Returns the size of an entry, or nil if it is not known.
        func size(of index: Int) -> UInt64? {
            if let size = known[UInt32(truncatingIfNeeded: index)] { return size }
            switch chosen.entries.kind(index) {
            case .directory: return nil
            case .file: return sizes.indices.contains(index) && sizes[index] != Self.unknown ? sizes[index] : nil
            default: return 0
            }
        }

        /// No file is that large.
        fileprivate static let unknown = UInt64.max

        fileprivate mutating func select(_ index: Int) {
            guard chosen.insert(index) else { return }
            if let size = size(of: index) { bytes = bytes.addingSaturated(size) } else { uncounted += 1 }
        }

        fileprivate mutating func deselect(_ index: Int) {
            guard chosen.remove(index) else { return }
            if let size = size(of: index) { bytes -= min(bytes, size) } else { uncounted -= 1 }
        }

        fileprivate mutating func sum() {
            bytes = 0
            uncounted = 0
            for index in chosen.indices {
                if let size = size(of: index) { bytes = bytes.addingSaturated(size) } else { uncounted += 1 }
            }
        }
    }

    /// The groups by directory; none is empty.
    private(set) var groups: [ItemAddress: Group] = [:]

    var isEmpty: Bool { groups.isEmpty }
    var count: Int { groups.values.reduce(0) { $0 + $1.chosen.count } }
    /// The sum of the known sizes.
    var bytes: UInt64 { groups.values.reduce(0) { $0.addingSaturated($1.bytes) } }
    /// The number of items of unknown size.
    var uncounted: Int { groups.values.reduce(0) { $0 + $1.uncounted } }

    /// Returns the selected items below a root, by directory.
    func items(below root: Root) -> ItemSet {
        ItemSet(
            groups.filter { $0.key.root == root }.sorted { $0.key.path < $1.key.path }
                .map { ItemSet.Group($0.value.chosen, in: $0.key) })
    }

    /// Returns whether an entry of a listing is selected.
    func contains(_ entry: UInt32, of listing: Listing) -> Bool {
        if listing.isFlat { return listing.item(of: entry).map { contains($0) } ?? false }
        guard let chosen = groups[listing.location]?.chosen else { return false }
        if chosen.entries.isSame(as: listing.entries) || listing.entries.begins(with: chosen.entries) {
            return chosen.contains(Int(entry))
        }
        // Until a new reading is complete, very large selections are not marked.
        return chosen.count < 10_000 && chosen.index(of: listing.entries.name(Int(entry))) != nil
    }

    func contains(_ item: ItemAddress) -> Bool {
        item.enclosing.flatMap { groups[$0]?.chosen.index(of: item.name) } != nil
    }

    /// Returns the nearest ancestor of an item that is selected, together with everything in it.
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

    /// Selects or deselects entries of a listing. Items inside a selected directory are no longer selected
    /// individually.
    mutating func set(_ isSelected: Bool, _ rows: some Sequence<UInt32>, of listing: Listing) {
        guard !listing.isFlat else { return setFlat(rows, of: listing) { _ in isSelected } }
        change(listing) { group in
            for entry in rows { if isSelected { group.select(Int(entry)) } else { group.deselect(Int(entry)) } }
        }
    }

    /// Inverts the selection of entries of a listing.
    mutating func invert(_ rows: some Sequence<UInt32>, of listing: Listing) {
        guard !listing.isFlat else { return setFlat(rows, of: listing) { !$0 } }
        change(listing) { group in
            for entry in rows {
                if group.chosen.contains(Int(entry)) { group.deselect(Int(entry)) } else { group.select(Int(entry)) }
            }
        }
    }

    /// Selects or deselects items of a flat listing, each in the group of its own directory.
    /// - Parameter decide: Returns whether an item is to be selected, given whether it is.
    private mutating func setFlat(_ rows: some Sequence<UInt32>, of listing: Listing, _ decide: (Bool) -> Bool) {
        var byDirectory: [ItemAddress: [(name: [UInt8], entry: UInt32)]] = [:]
        for entry in rows {
            guard let item = listing.item(of: entry), let directory = item.enclosing else { continue }
            byDirectory[directory, default: []].append((Array(item.name), entry))
        }
        // Directories come before what is in them, which is not selected again with them.
        for (directory, items) in byDirectory.sorted(by: { $0.key.path < $1.key.path }) {
            let isInSelected = contains(directory) || ancestor(of: directory) != nil
            var group =
                groups.removeValue(forKey: directory) ?? Group(chosen: EntrySelection(of: EntryList()), sizes: [])
            group.add(items.map { ($0.name, listing.kind(of: $0.entry)) })
            let places = NameIndex(group.chosen.entries)
            for (name, entry) in items {
                guard let index = places.place(of: name[...]) else { continue }
                let isSelected = decide(group.chosen.contains(index)) && !isInSelected
                if let facts = listing.facts[entry], facts.status.kind == .file {
                    group.known[UInt32(index)] = facts.status.size
                }
                if isSelected { group.select(index) } else { group.deselect(index) }
            }
            group.sum()
            guard !group.chosen.isEmpty else { continue }
            deselectBelow(group, of: directory)
            groups[directory] = group
        }
    }

    /// Deselects what is inside of selected directories: no item may be selected twice.
    private mutating func deselectBelow(_ group: Group, of location: ItemAddress) {
        for inner in groups.keys where inner.root == location.root && inner.path.isInside(location.path) {
            let name = inner.path.relative(to: location.path)?.components.first { _ in true }
            if let name, group.chosen.index(of: name) != nil { groups[inner] = nil }
        }
    }

    private mutating func change(_ listing: Listing, _ body: (inout Group) -> Void) {
        let location = listing.location
        var group =
            groups.removeValue(forKey: location) ?? Group(chosen: EntrySelection(of: listing.entries), sizes: [])
        group.adopt(listing)
        body(&group)
        guard !group.chosen.isEmpty else { return }
        deselectBelow(group, of: location)
        groups[location] = group
    }

    /// Adopts the totals of directories below a root, those of directories that were counted before as well.
    mutating func receiveCounts(_ totals: [ContainerPath: DirectoryTotal], below root: Root) {
        guard !totals.isEmpty else { return }
        for (location, var group) in groups where location.root == root {
            var hasChanged = false
            for index in group.countedIndices {
                let path = location.path.appending(name: group.chosen.entries.name(index))
                guard let total = path.flatMap({ totals[$0] }), total.isComplete else { continue }
                let old = group.known.updateValue(total.bytes, forKey: UInt32(truncatingIfNeeded: index))
                hasChanged = hasChanged || old != total.bytes
            }
            guard hasChanged else { continue }
            group.sum()
            groups[location] = group
        }
    }

    /// The selected directories of unknown size, up to a number worth waiting for.
    var uncountedDirectories: [ItemAddress] { directories { $0.size(of: $1) == nil } }

    /// The selected directories, up to a number worth waiting for.
    var countedDirectories: [ItemAddress] { directories { _, _ in true } }

    private func directories(where isWanted: (Group, Int) -> Bool) -> [ItemAddress] {
        groups.flatMap { location, group in
            group.countedIndices.filter { isWanted(group, $0) }
                .compactMap { location.entry(group.chosen.entries.name($0)) }
        }
    }

    /// Of more directories that are selected in one, none is counted.
    static let maxCounted = 10_000

    /// Carries the selection over to a new reading of a directory; entries that no longer exist are deselected.
    mutating func carry(to listing: Listing) {
        guard !listing.isFlat, var group = groups[listing.location] else { return }
        group.adopt(listing)
        groups[listing.location] = group.chosen.isEmpty ? nil : group
    }

    /// Deselects items that an operation was applied to.
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
    /// Adds names that are not in the list of entries yet; the directory need not have been read.
    fileprivate mutating func add(_ names: [(name: [UInt8], kind: ItemKind)]) {
        var entries = chosen.entries
        let known = NameIndex(entries)
        for (name, kind) in names where known.place(of: name[...]) == nil { entries.append(name, kind: kind) }
        guard entries.count > chosen.entries.count else { return }
        chosen = chosen.carried(to: entries)
    }

    /// Adopts the entries and sizes of a listing.
    fileprivate mutating func adopt(_ listing: Listing) {
        var hasChanged = false
        if !chosen.entries.isSame(as: listing.entries) {
            carry(to: listing.entries)
            hasChanged = true
        }
        if let measured = listing.metadata?.sizes, measured.count == listing.entries.count {
            if sizes != measured {
                sizes = measured
                known = known.filter { chosen.entries.kind(Int($0.key)) == .directory }
                hasChanged = true
            }
        } else {
            // The facts that a worker looked up for the rows in view serve as well.
            for (entry, facts) in listing.facts where facts.status.kind == .file && known[entry] != facts.status.size {
                known[entry] = facts.status.size
                hasChanged = hasChanged || chosen.contains(Int(entry))
            }
        }
        if hasChanged { sum() }
    }

    /// Carries the selection over to another reading of the directory. What was known of the sizes stays until they are
    /// asked for again: those of the other reading may come late, or not at all.
    private mutating func carry(to entries: EntryList) {
        var moved: (known: [UInt32: UInt64], sizes: [UInt64]) = ([:], [])
        chosen = chosen.carried(to: entries) { [chosen, known, sizes] old, new in
            guard chosen.entries.kind(old) == entries.kind(new) else { return }
            let place = UInt32(truncatingIfNeeded: new)
            if let size = known[UInt32(truncatingIfNeeded: old)] { moved.known[place] = size }
            guard sizes.indices.contains(old) else { return }
            if moved.sizes.isEmpty { moved.sizes = Array(repeating: Self.unknown, count: entries.count) }
            moved.sizes[new] = sizes[old]
        }
        (known, sizes) = moved
    }

    /// The indices of the selected directories; none if they are too many to be counted.
    fileprivate var countedIndices: [Int] {
        var directories: [Int] = []
        for index in chosen.indices where chosen.entries.kind(index) == .directory {
            guard directories.count < Selection.maxCounted else { return [] }
            directories.append(index)
        }
        return directories
    }
}
