package import ContainerModel
package import Disk

/// Items that something is about: a few by their paths, and many of one directory by their names in it.
package struct ItemSet: Hashable, Sendable {
    /// Many items of one directory.
    package struct Group: Hashable, Sendable {
        /// The directory that they are in.
        package let directory: ItemAddress
        /// Which of its entries they are.
        package let names: EntrySelection

        /// Items of a directory.
        package init(directory: ItemAddress, names: EntrySelection) {
            self.directory = directory
            self.names = names
        }

        /// The items' paths, one after the other.
        package var items: some Sequence<ItemAddress> {
            names.indices.lazy.compactMap { directory.entry(names.entries.name($0)) }
        }
    }

    /// Items by their paths, in the order of a tree.
    package private(set) var items: [ItemAddress]
    /// Directories of which many items are meant.
    package private(set) var groups: [Group]

    /// Items by their paths.
    package init(_ items: [ItemAddress]) {
        self.items = items
        groups = []
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

    /// Those that are no container's or computer's root.
    package var withoutRoots: ItemSet {
        var set = self
        set.items.removeAll { $0.path.isRoot }
        return set
    }
}

extension ItemSet: ExpressibleByArrayLiteral {
    /// Items by their paths.
    package init(arrayLiteral items: ItemAddress...) { self.init(items) }
}
