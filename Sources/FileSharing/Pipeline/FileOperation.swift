package import ContainerModel
import FileTree

/// Something that a person wants done to files: a plain value. What the rules make of it, which changes it takes and
/// what has to be asked, `OperationPipeline.prepare` finds out.
package enum FileOperation: Hashable, Sendable {
    /// Puts copies of items somewhere: an import where they come from this computer into a container, an export the
    /// other way round.
    case copy(ItemSet, to: Destination)
    /// Puts the items themselves there.
    case move(ItemSet, to: Destination)
    /// Gives items other names in their directories; all of them or none where there are several.
    case rename([NewName])
    case makeDirectory(ItemAddress)
    /// Makes an empty file.
    case makeFile(ItemAddress)
    /// Puts items into the trash.
    case delete(ItemSet)
    /// Puts what is in directories into the trash.
    case empty(ItemSet)
    /// Keeps items out of backups by an attribute, or lets them in again.
    case setExclusion(ItemSet, excludes: Bool)
    /// Takes away what the system would purge: these top items.
    case purge(PurgeEvent, ItemSet)
    /// Puts snapshots of the app switcher into the trash.
    case removeSnapshots(ItemSet)
    /// Hands documents of this computer over to the app whose container has the root.
    case deliver([ItemAddress], to: Root, from: DeliverySender, inPlaceOnly: Bool = false)
    /// Makes a file ready for an editor; one in an inbox is moved out with the first save.
    case edit(ItemAddress)
    /// Brings what the editor saved to the file's place.
    case save(ItemAddress, EditingTicket)
    case undo(HistorySelection)
    case redo(HistorySelection)

    /// An item and its new name.
    package struct NewName: Hashable, Sendable {
        /// The item.
        package var item: ItemAddress
        /// The name in its directory.
        package var name: [UInt8]

        /// A name that an item is to have.
        package init(item: ItemAddress, name: [UInt8]) {
            self.item = item
            self.name = name
        }

        /// The items that get another name, of items and as many names; those that keep theirs are left out.
        package static func changes(of items: [ItemAddress], to names: [[UInt8]]) -> [NewName] {
            zip(items, names).filter { !$0.name.elementsEqual($1) }.map { NewName(item: $0, name: $1) }
        }
    }
}

/// Which operation of the journal an undo or a redo is about.
package enum HistorySelection: Hashable, Sendable {
    /// The last one. Where it does not concern the container that the person stands in, that is asked about first.
    case last(standingIn: Root?)
    /// The last one that concerns a container.
    case lastIn(Root)
    /// The one with a number.
    case number(Int)
}

extension FileOperation {
    /// What it is called, on screen and in the journal.
    package var title: String {
        switch self {
        case .copy(let items, let destination):
            !destination.item.root.isContainer
                ? OperationTitle.export
                : items.areInContainers ? OperationTitle.copy : OperationTitle.import
        case .move: OperationTitle.move
        case .rename: "rename"
        case .makeDirectory: "make directory"
        case .makeFile: "new file"
        case .delete: OperationTitle.delete
        case .empty: "empty"
        case .setExclusion(_, let excludes): excludes ? "exclude" : "include"
        case .purge: "purge"
        case .removeSnapshots: "remove snapshots"
        case .deliver: OperationTitle.deliver
        case .edit, .save: OperationTitle.edit
        case .undo: "undo"
        case .redo: "redo"
        }
    }

    /// Whether it takes something away, so that a person who presses a key is always asked.
    package var takesAway: Bool {
        switch self {
        case .delete, .empty, .purge, .removeSnapshots: true
        default: false
        }
    }

    /// Whether what it does depends on what was done before it.
    package var isAboutHistory: Bool {
        switch self {
        case .undo, .redo: true
        default: false
        }
    }

    /// Whether something of the person's would be lost if it were given up, even before it is begun.
    package var isPrecious: Bool {
        if case .save = self { return true }
        return false
    }

    /// The roots in which it changes something; none where that is found out later.
    var changedRoots: Set<Root> {
        switch self {
        case .copy(_, let destination): [destination.item.root]
        case .move(let items, let destination): items.roots.union([destination.item.root])
        case .rename, .delete, .empty, .setExclusion, .purge, .removeSnapshots: subjects.roots
        case .makeDirectory(let item), .makeFile(let item), .edit(let item), .save(let item, _): [item.root]
        case .deliver(_, let root, _, _): [root]
        case .undo, .redo: []
        }
    }

    /// The items that it is about; none where that is found out later.
    package var subjects: ItemSet {
        switch self {
        case .copy(let items, _), .move(let items, _), .delete(let items), .empty(let items),
            .setExclusion(let items, _), .purge(_, let items), .removeSnapshots(let items):
            items
        case .rename(let names): ItemSet(names.map(\.item))
        case .deliver(let items, _, _, _): ItemSet(items)
        case .makeDirectory, .makeFile, .edit, .save, .undo, .redo: []
        }
    }
}

/// Titles that are read again where the journal names operations.
enum OperationTitle {
    static let copy = "copy"
    static let `import` = "import"
    static let export = "export"
    static let move = "move"
    static let delete = "delete"
    static let deliver = "deliver"
    static let edit = "edit"
}
