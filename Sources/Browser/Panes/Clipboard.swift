import ContainerModel
import FileSharing
import FileTree

/// Items to be pasted.
struct Clipboard: Sendable {
    let items: ItemSet
    /// Whether pasting moves the items.
    let isCut: Bool
    private let single: Set<ItemAddress>
    /// The names of each group, found by their hashes: each row on screen is asked for with each key.
    private let groups: [ItemAddress: (index: NameIndex, names: EntrySelection)]

    init(items: ItemSet, isCut: Bool) {
        (self.items, self.isCut) = (items, isCut)
        single = Set(items.items)
        groups = Dictionary(
            items.groups.map { ($0.directory, (index: NameIndex($0.names.entries), names: $0.names)) }
        ) { one, _ in one }
    }

    /// Returns whether an item is among them.
    func contains(_ item: ItemAddress) -> Bool {
        if single.contains(item) { return true }
        guard let directory = item.enclosing, let group = groups[directory] else { return false }
        return group.index.place(of: item.name).map { group.names.contains($0) } ?? false
    }
}
