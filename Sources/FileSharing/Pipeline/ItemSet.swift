package import ContainerModel
package import FileTree

/// Items that an operation is about: some by their addresses, and many of one directory by their names in it.
///
/// A million items of a directory cost their names, and no address each.
package struct ItemSet: Hashable, Sendable {
    /// Many items of one directory.
    package struct Group: Hashable, Sendable {
        /// The directory that they are in.
        package let directory: ItemAddress
        /// Which of its entries they are.
        package private(set) var names: EntrySelection

        /// Items of a directory.
        package init(_ names: EntrySelection, in directory: ItemAddress) {
            self.names = names
            self.directory = directory
        }

        /// The items, one after the other.
        package var items: some Sequence<ItemAddress> { names.indices.lazy.compactMap { item(at: $0) } }

        /// The item at a place of the list of entries; nil where the list holds what is no name.
        func item(at index: Int) -> ItemAddress? { directory.entry(names.entries.name(index)) }
    }

    /// Items by their addresses.
    package private(set) var items: [ItemAddress]
    /// Directories of which many items are meant.
    package private(set) var groups: [Group]

    /// Items by their addresses, in this order.
    package init(_ items: [ItemAddress], _ groups: [Group] = []) {
        self.items = items
        self.groups = groups
    }

    /// Items of directories; those of small groups are spelled out, in the order of a tree.
    package init(_ groups: [Group]) {
        self.groups = groups.filter { $0.names.count >= EntrySelection.fewestTogether }
        items = groups.filter { $0.names.count < EntrySelection.fewestTogether }.flatMap { Array($0.items) }
            .sorted { $0.path < $1.path }
    }

    /// How many there are.
    package var count: Int { items.count + groups.reduce(0) { $0 + $1.names.count } }
    /// Whether there are none.
    package var isEmpty: Bool { items.isEmpty && groups.isEmpty }
    /// One of them; nil where there are none.
    package var first: ItemAddress? { prefix(1).first }

    /// The first few of them.
    package func prefix(_ count: Int) -> [ItemAddress] {
        var first = Array(items.prefix(count))
        for group in groups where first.count < count { first += group.items.prefix(count - first.count) }
        return first
    }

    /// The directories that they are in.
    package var directories: [ItemAddress] { items.compactMap(\.enclosing) + groups.map(\.directory) }

    /// All of them, one by one.
    var spelledOut: [ItemAddress] { items + groups.flatMap { Array($0.items) } }

    /// A few of them, which stand for all where only their number and their directories count.
    var samples: [ItemAddress] { items + groups.flatMap { $0.items.prefix(2) } }

    /// Those that are no root.
    package var withoutRoots: ItemSet {
        var set = self
        set.items.removeAll { $0.path.isRoot }
        return set
    }

    /// What they are named below.
    var roots: Set<Root> { Set(items.map(\.root) + groups.map(\.directory.root)) }

    /// Whether all of them are in containers.
    package var areInContainers: Bool {
        items.allSatisfy(\.root.isContainer) && groups.allSatisfy(\.directory.root.isContainer)
    }
}

extension ItemSet: ExpressibleByArrayLiteral {
    /// Items by their addresses.
    package init(arrayLiteral items: ItemAddress...) { self.init(items) }
}

extension ItemSet {
    /// Adds an item.
    package mutating func append(_ item: ItemAddress) { items.append(item) }

    /// Adds the entries of a directory that have some names, as members of the directory's group.
    /// - Returns: the places in `names` of those that none of the directory's entries has; nil, and nothing is added,
    ///   where the directory cannot be read.
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

    /// Leaves out items that are in it twice, by the same address or as one of a group.
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
    /// Takes the entries in that have some names.
    /// - Returns: which of the names none of the directory's entries has.
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
