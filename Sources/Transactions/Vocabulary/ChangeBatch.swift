package import ContainerModel
package import FileTree

/// The same change to many items of one directory. A million items cost their names and one bit each rather than a
/// `Change` each.
package struct ChangeBatch: Hashable, Sendable {
    /// The change made to each item.
    package enum Kind: Hashable, Sendable {
        /// Copies each item, under its own name, into a directory.
        case copy(into: ItemAddress)
        /// Moves each item, under its own name, into a directory.
        case move(into: ItemAddress)
        /// Moves each item to the home trash.
        case trash
        /// Sets an extended attribute of each item, by its name on the host; a nil value removes it.
        case setAttribute(name: String, value: [UInt8]?)
    }

    /// The change made to each item.
    package let kind: Kind
    /// The directory that contains the items.
    package let directory: ItemAddress
    /// The items, selected from the directory's entries.
    package internal(set) var items: EntrySelection

    /// Creates a batch.
    package init(_ kind: Kind, of items: EntrySelection, in directory: ItemAddress) {
        self.kind = kind
        self.items = items
        self.directory = directory
    }

    /// The directory that receives the items; nil if the items get no new names.
    package var target: ItemAddress? {
        switch kind {
        case .copy(let target), .move(let target): target
        case .trash, .setAttribute: nil
        }
    }

    /// Returns the change to one of the items.
    /// - Parameter index: The item's index in the list of entries.
    /// - Returns: The change, or nil if the entry's name is not valid.
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

    /// The changes to the items, in order.
    package var changes: some Sequence<Change> { items.indices.lazy.compactMap { change(at: $0) } }
}
