package import ContainerModel
package import FileTree

/// The items of an operation: some by their addresses, and many of one directory by their names in it.
///
/// A million items of a directory cost only their names, without an address for each.
package struct ItemSet: Hashable, Sendable {
    /// Several items of one directory.
    package struct Group: Hashable, Sendable {
        /// The directory.
        package let directory: ItemAddress
        /// The selected entries of the directory.
        package private(set) var names: EntrySelection

        /// Creates a group of entries of a directory.
        package init(_ names: EntrySelection, in directory: ItemAddress) {
            self.names = names
            self.directory = directory
        }

        /// The addresses of the items, computed lazily.
        package var items: some Sequence<ItemAddress> { names.indices.lazy.compactMap { item(at: $0) } }

        /// Returns the address of the entry at an index; nil if its name is invalid.
        func item(at index: Int) -> ItemAddress? { directory.entry(names.entries.name(index)) }
    }

    /// The items given by their addresses.
    package private(set) var items: [ItemAddress]
    /// The items given by their directories.
    package private(set) var groups: [Group]

    /// Creates a set from addresses, in this order, and groups.
    package init(_ items: [ItemAddress], _ groups: [Group] = []) {
        self.items = items
        self.groups = groups
    }

    /// Creates a set from groups; small groups are expanded to addresses, in tree order.
    package init(_ groups: [Group]) {
        self.groups = groups.filter { $0.names.count >= EntrySelection.minTogether }
        items = groups.filter { $0.names.count < EntrySelection.minTogether }.flatMap { Array($0.items) }
            .sorted { $0.path < $1.path }
    }

    /// The number of items.
    package var count: Int { items.count + groups.reduce(0) { $0 + $1.names.count } }
    /// Whether the set is empty.
    package var isEmpty: Bool { items.isEmpty && groups.isEmpty }
    /// The first item; nil if the set is empty.
    package var first: ItemAddress? { prefix(1).first }

    /// Returns the first `count` items.
    package func prefix(_ count: Int) -> [ItemAddress] {
        var first = Array(items.prefix(count))
        for group in groups where first.count < count { first += group.items.prefix(count - first.count) }
        return first
    }

    /// Returns the first `count` items, those of a group by their names: a directory is read in no order.
    package func firstByName(_ count: Int) -> [ItemAddress] {
        var first = Array(items.prefix(count))
        for group in groups where first.count < count {
            first += EntryList.first(count - first.count, of: group.names).compactMap { group.item(at: $0) }
        }
        return first
    }

    /// The directories that contain the items, each once and with the first of its items, in the order of the items.
    var firstByDirectory: [(directory: ItemAddress, item: ItemAddress)] {
        var known: Set<ItemAddress> = []
        let first = items + groups.compactMap { group in group.items.first { _ in true } }
        return first.compactMap { item in
            guard let directory = item.enclosing, known.insert(directory).inserted else { return nil }
            return (directory, item)
        }
    }

    /// The directories that contain the items.
    package var directories: [ItemAddress] { items.compactMap(\.enclosing) + groups.map(\.directory) }

    /// The addresses of all items.
    var spelledOut: [ItemAddress] { items + groups.flatMap { Array($0.items) } }

    /// A few items that can represent all of them if only their number and directories matter.
    var samples: [ItemAddress] { items + groups.flatMap { $0.items.prefix(2) } }

    /// The set without items that are roots themselves.
    package var withoutRoots: ItemSet {
        var set = self
        set.items.removeAll { $0.path.isRoot }
        return set
    }

    /// The roots of the items.
    var roots: Set<Root> { Set(items.map(\.root) + groups.map(\.directory.root)) }

    /// Whether all items are in containers.
    package var areInContainers: Bool {
        items.allSatisfy(\.root.isContainer) && groups.allSatisfy(\.directory.root.isContainer)
    }
}

extension ItemSet: ExpressibleByArrayLiteral {
    /// Creates a set from addresses.
    package init(arrayLiteral items: ItemAddress...) { self.init(items) }
}

extension ItemSet {
    /// Adds an item.
    package mutating func append(_ item: ItemAddress) { items.append(item) }

    /// Adds the entries of a directory that have certain names to the directory's group.
    /// - Returns: The indices in `names` of names that the directory does not have; nil, without adding anything, if
    ///   the directory cannot be read.
    package mutating func append(
        _ names: EntryList,
        of directory: ItemAddress,
        in open: OpenRoots
    ) -> EntrySelection? {
        let place: Int
        if let known = groups.firstIndex(where: { $0.directory == directory }) {
            place = known
        } else {
            guard let entries = try? open.names(in: directory) else { return nil }
            place = groups.count
            groups.append(Group(EntrySelection(of: entries), in: directory))
        }
        return groups[place].choose(names)
    }

    /// Removes items that are in the set twice, by address or as part of a group.
    package mutating func leaveOutRepeated() {
        var seen: Set<ItemAddress> = []
        let members = Dictionary(
            groups.map { ($0.directory, (names: NameIndex($0.names.entries), chosen: $0.names)) },
            uniquingKeysWith: { first, _ in first })
        items.removeAll { item in
            if let group = members[item.parent], let place = group.names.place(of: item.name),
                group.chosen.contains(place)
            {
                return true
            }
            return !seen.insert(item).inserted
        }
    }
}

extension ItemSet.Group {
    /// Selects the entries with certain names.
    /// - Returns: The names that the directory does not have.
    fileprivate mutating func choose(_ names: EntryList) -> EntrySelection {
        let index = NameIndex(self.names.entries)
        var missing = EntrySelection(of: names)
        for place in 0..<names.count {
            if let entry = index.place(of: names.name(place)) {
                self.names.insert(entry)
            } else {
                missing.insert(place)
            }
        }
        return missing
    }
}
