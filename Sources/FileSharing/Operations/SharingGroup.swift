package import ContainerModel
package import Disk
import Transactions

/// Many items of one directory that an operation is about, by their names.
package struct SharingGroup: Sendable {
    /// The directory that they are in.
    package let directory: ItemAddress
    /// Which of its entries they are.
    package private(set) var names: EntrySelection

    /// Items of a directory.
    package init(_ names: EntrySelection, in directory: ItemAddress) {
        self.names = names
        self.directory = directory
    }

    /// None of a directory's entries yet; nil where the directory cannot be read.
    package init?(noneOf directory: ItemAddress, in open: OpenRoots) {
        guard let entries = try? open.names(in: directory) else { return nil }
        self.init(EntrySelection(of: entries), in: directory)
    }

    /// Takes the entries in that have some names.
    /// - Returns: which of the names none of the directory's entries has.
    package mutating func choose(_ names: EntryList) -> EntrySelection {
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

    /// Two of the items at the most, which stand for all where only their number and kind count.
    package var samples: [ItemAddress] { names.indices.prefix(2).compactMap { item(at: $0) } }

    /// The items, one after the other.
    package var items: [ItemAddress] { names.indices.compactMap { item(at: $0) } }

    /// The item at a place of the list of entries; nil where the list holds what is no name.
    func item(at index: Int) -> ItemAddress? { directory.entry(names.entries.name(index)) }
}

/// Many items of a directory, and the directory that they, or their copies, go into under their own names.
package struct GroupTransfer: Sendable {
    /// What is there.
    package let group: SharingGroup
    /// The directory.
    package let target: ItemAddress

    /// Items of a directory into another one.
    package init(_ group: SharingGroup, into target: ItemAddress) {
        self.group = group
        self.target = target
    }
}
