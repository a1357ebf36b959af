package import ContainerModel
import Disk
import Transactions

/// What somebody wants to do, before any rule has been asked. The command line and the browser make the same values.
package enum SharingOperation: Sendable {
    /// Puts copies of items under new names, or in new places: from this computer into a container, from a container
    /// to this computer, in one container or from one to another.
    case copy(CopyDirection, [Transfer], [GroupTransfer] = [])
    /// Puts the items themselves there.
    case move([Transfer], [GroupTransfer] = [])
    /// Gives items other names in their directories.
    case rename([Transfer])
    /// Makes an empty directory.
    case makeDirectory(ItemAddress)
    /// Makes an empty file.
    case newFile(ItemAddress)
    /// Puts items into the trash.
    case delete([ItemAddress], [SharingGroup] = [])
    /// Puts what is in directories into the trash.
    case empty([ItemAddress])
    /// Sets the exclusion attribute, or takes it away.
    case exclude([ItemAddress], Bool, [SharingGroup] = [])
    /// Takes away what a plan of a purge says that goes: the top items of it.
    case purge(PurgeEvent, [ItemAddress])
    /// Makes a file ready to be changed.
    case edit(ItemAddress)
}

/// Which way copies go: what the person calls it.
package enum CopyDirection: String, Hashable, Sendable, CaseIterable {
    case `import`
    case export
    case copy
}

/// An item and the name that it, or its copy, gets.
package struct Transfer: Sendable {
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

    /// Copies of items in a directory, under their own names; where that is the directory they are in, under the next
    /// free ones, `name 2.ext`. Nil where one of them has no name that could be kept.
    package static func copies(
        of items: [ItemAddress],
        into directory: ItemAddress,
        in open: OpenRoots
    ) -> [Transfer]? {
        var taken: Set<ItemAddress> = []
        var transfers: [Transfer] = []
        for item in items {
            guard var transfer = Transfer(item, into: directory) else { return nil }
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
            transfers.append(transfer)
        }
        return transfers
    }
}

extension SharingOperation {
    /// What it is called in the journal.
    package var title: String {
        switch self {
        case .copy(let direction, _, _): direction.rawValue
        case .move: "move"
        case .rename: "rename"
        case .makeDirectory: "make directory"
        case .newFile: "new file"
        case .delete: "delete"
        case .empty: "empty"
        case .exclude(_, true, _): "exclude"
        case .exclude(_, false, _): "include"
        case .purge: "purge"
        case .edit: "edit"
        }
    }
}
