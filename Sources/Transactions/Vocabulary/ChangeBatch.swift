package import ContainerModel
package import FileTree

/// One change to many items of one directory: a million of them cost their names and a bit each, not a value each.
package struct ChangeBatch: Hashable, Sendable {
    /// What is done to each of the items.
    package enum Kind: Hashable, Sendable {
        /// Makes a copy of each, under its own name, in a directory.
        case copy(into: ItemAddress)
        /// Moves each, under its own name, into a directory.
        case move(into: ItemAddress)
        /// Puts each into the home trash.
        case trash
        /// Sets an extended attribute of each, by the name that the host gives it; nil removes it.
        case setAttribute(name: String, value: [UInt8]?)
    }

    /// What is done.
    package let kind: Kind
    /// The directory that the items are in.
    package let directory: ItemAddress
    /// The items, by their names in the directory.
    package internal(set) var items: EntrySelection

    /// The same change to several items of a directory.
    package init(_ kind: Kind, of items: EntrySelection, in directory: ItemAddress) {
        self.kind = kind
        self.items = items
        self.directory = directory
    }

    /// The directory that something gets a name in; nil where nothing gets one.
    package var target: ItemAddress? {
        switch kind {
        case .copy(let target), .move(let target): target
        case .trash, .setAttribute: nil
        }
    }

    /// The change to one of the items.
    /// - Parameter index: the item's place in the list of entries.
    /// - Returns: nil where the list holds what is no name.
    package func change(at index: Int) -> Change? {
        let name = items.entries.name(index)
        guard let source = directory.entry(name) else { return nil }
        switch kind {
        case .copy(let target): return target.entry(name).map { .copy(source, to: $0) }
        case .move(let target): return target.entry(name).map { .move(source, to: $0) }
        case .trash: return .trash(source)
        case .setAttribute(let attribute, let value): return .setAttribute(source, name: attribute, value: value)
        }
    }

    /// The changes to the items, one after the other.
    package var changes: some Sequence<Change> { items.indices.lazy.compactMap { change(at: $0) } }
}
