package import ContainerModel
import FileTree
import Transactions

/// An item and the name that it, or its copy, gets.
package struct Transfer: Hashable, Sendable {
    /// What is there.
    package let source: ItemAddress
    /// What will be.
    package let target: ItemAddress
    /// Whether the target was understood as the name of the item, since no directory had it: one that has it by the time
    /// of the plan would have been copied into, and is not replaced.
    package let isNewName: Bool

    /// An item to another name.
    package init(_ source: ItemAddress, to target: ItemAddress, isNewName: Bool = false) {
        self.source = source
        self.target = target
        self.isNewName = isNewName
    }

    /// An item into a directory, under its own name; nil for a container's root or a computer's directory without a
    /// name of its own.
    package init?(_ source: ItemAddress, into directory: ItemAddress) {
        let name =
            source.name.isEmpty ? source.root.hostPath.split(separator: 0x2f).last ?? [] : source.name
        guard let target = directory.entry(name) else { return nil }
        self.init(source, to: target)
    }
}

/// Many items of a directory, and the directory that they, or their copies, go into under their own names.
package struct GroupTransfer: Hashable, Sendable {
    /// What is there.
    package let group: ItemSet.Group
    /// The directory.
    package let target: ItemAddress

    /// Items of a directory into another one.
    package init(_ group: ItemSet.Group, into target: ItemAddress) {
        self.group = group
        self.target = target
    }
}

/// Items and the names that they, or their copies, get: a copy or a move whose destination is understood.
package struct Transfers: Hashable, Sendable {
    /// Items one by one.
    package var items: [Transfer] = []
    /// Many items of a directory at a time.
    package var groups: [GroupTransfer] = []
    /// Directories that are not there and that the person wants made for them.
    package var newDirectories: Set<ItemAddress> = []

    /// Items one by one, and many of a directory at a time.
    package init(_ items: [Transfer], _ groups: [GroupTransfer] = []) {
        self.items = items
        self.groups = groups
    }
}

extension Transfers: ExpressibleByArrayLiteral {
    /// Items one by one.
    package init(arrayLiteral items: Transfer...) { self.init(items) }
}

extension Transfers {
    /// Items into a directory, under their own names.
    /// - Throws: `OperationError` where one of them has no name that could be kept.
    init(of items: ItemSet, into directory: ItemAddress) throws(OperationError) {
        for source in items.items { self.items.append(try Self.transfer(source, into: directory)) }
        groups = items.groups.map { GroupTransfer($0, into: directory) }
    }

    /// Copies of items in a directory, under their own names; where that is the directory they are in, under the next
    /// free ones: `name 2.ext`.
    /// - Throws: `OperationError` where one of them has no name that could be kept.
    init(copiesOf items: ItemSet, into directory: ItemAddress, in open: OpenRoots) throws(OperationError) {
        // Beside themselves copies get names of their own, one by one.
        let beside = items.groups.filter { $0.directory == directory }.flatMap { Array($0.items) }
        groups = items.groups.filter { $0.directory != directory }.map { GroupTransfer($0, into: directory) }
        var taken: Set<ItemAddress> = []
        for item in items.items + beside {
            var transfer = try Self.transfer(item, into: directory)
            if transfer.target == item {
                // What cannot be looked at has no next name; planning says why.
                let isDirectory = (try? open.status(item))?.kind == .directory
                let name = CopyName.firstFree(after: item.name, isDirectory: isDirectory) { name in
                    guard let other = directory.entry(name) else { return true }
                    // A name that cannot be looked at is refused by the plan.
                    return taken.contains(other) || open.isPresent(other)
                }
                if let target = name.flatMap({ directory.entry($0) }) { transfer = Transfer(item, to: target) }
            }
            taken.insert(transfer.target)
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
