package import ContainerModel
import FileTree
import Transactions

/// An item, and the target of copying or moving it.
package struct Transfer: Hashable, Sendable {
    /// The existing item.
    package let source: ItemAddress
    /// The address that it, or its copy, will have.
    package let target: ItemAddress
    /// Whether the target was interpreted as the item's new name because no directory had it. If one has it when the
    /// plan is made, it is not replaced, because the item should have gone into it.
    package let isNewName: Bool

    /// Creates a transfer to a new address.
    package init(_ source: ItemAddress, to target: ItemAddress, isNewName: Bool = false) {
        self.source = source
        self.target = target
        self.isNewName = isNewName
    }

    /// Creates a transfer into a directory under the item's own name; nil for a root that has no name.
    package init?(_ source: ItemAddress, into directory: ItemAddress) {
        let name =
            source.name.isEmpty ? source.root.hostPath.split(separator: 0x2f).last ?? [] : source.name
        guard let target = directory.entry(name) else { return nil }
        self.init(source, to: target)
    }
}

/// Many items of a directory, and the directory that they, or their copies, go into under their own names.
package struct GroupTransfer: Hashable, Sendable {
    /// The existing items.
    package let group: ItemSet.Group
    /// The target directory.
    package let target: ItemAddress

    /// Creates a transfer into a directory.
    package init(_ group: ItemSet.Group, into target: ItemAddress) {
        self.group = group
        self.target = target
    }
}

/// The transfers of a copy or a move whose destination has been interpreted.
package struct Transfers: Hashable, Sendable {
    /// The transfers of single items.
    package var items: [Transfer] = []
    /// The transfers of many items of a directory at once.
    package var groups: [GroupTransfer] = []
    /// The missing directories that the user wants to create for them.
    package var newDirectories: Set<ItemAddress> = []

    /// Creates transfers of single items and of groups.
    package init(_ items: [Transfer], _ groups: [GroupTransfer] = []) {
        self.items = items
        self.groups = groups
    }
}

extension Transfers: ExpressibleByArrayLiteral {
    /// Creates transfers of single items.
    package init(arrayLiteral items: Transfer...) { self.init(items) }
}

extension Transfers {
    /// Creates transfers into a directory, under the items' own names.
    /// - Throws: `OperationError` if one of them has no usable name.
    init(of items: ItemSet, into directory: ItemAddress) throws(OperationError) {
        for source in items.items { self.items.append(try Self.transfer(source, into: directory)) }
        groups = items.groups.map { GroupTransfer($0, into: directory) }
    }

    /// Creates transfers for copies into a directory, under the items' own names, or the next free ones if they are
    /// already in that directory: `name 2.ext`.
    /// - Throws: `OperationError` if one of them has no usable name.
    init(copiesOf items: ItemSet, into directory: ItemAddress, in open: OpenRoots) throws(OperationError) {
        // Copies into the same directory need new names, so groups are expanded.
        let beside = items.groups.filter { $0.directory == directory }.flatMap { Array($0.items) }
        groups = items.groups.filter { $0.directory != directory }.map { GroupTransfer($0, into: directory) }
        var taken: Set<ItemAddress> = []
        var targets: [ItemAddress: ItemAddress] = [:]
        let named = items.items + beside
        // A log gets the name that goes with its database's.
        for item in named.filter({ $0.loggedFile == nil }) + named.filter({ $0.loggedFile != nil }) {
            var transfer = try Self.transfer(item, into: directory)
            if let file = item.loggedFile, let other = targets[file],
                let target = other.sibling(other.name + item.name.dropFirst(file.name.count))
            {
                transfer = Transfer(item, to: target)
            } else if transfer.target == item {
                // Planning reports why an item cannot be examined.
                let isDirectory = (try? open.status(item))?.kind == .directory
                let name = CopyName.firstFree(after: item.name, isDirectory: isDirectory) { name in
                    guard let other = directory.entry(name) else { return true }
                    // The plan refuses a name that cannot be examined.
                    return taken.contains(other) || open.isPresent(other)
                }
                if let target = name.flatMap({ directory.entry($0) }) { transfer = Transfer(item, to: target) }
            }
            taken.insert(transfer.target)
            targets[item] = transfer.target
            self.items.append(transfer)
        }
    }

    private static func transfer(
        _ source: ItemAddress,
        into directory: ItemAddress
    ) throws(OperationError) -> Transfer {
        guard let transfer = Transfer(source, into: directory) else {
            throw OperationError(.usage, at: source.hostPath, "has no usable name")
        }
        return transfer
    }
}
