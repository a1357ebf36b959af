package import ContainerModel
package import Documents
import FileTree
package import Formats

/// An operation on files, as requested by the user: a plain value. `OperationPipeline.planOperation` applies the rules to it
/// and determines the changes and questions.
package enum FileOperation: Hashable, Sendable {
    /// Copies items: an import if they come from this computer into a container, an export in the opposite direction.
    case copy(ItemSet, to: Destination)
    /// Moves items.
    case move(ItemSet, to: Destination)
    /// Renames items within their directories; several are renamed all together or not at all. A list in which the user
    /// edited the names is released once they are applied.
    case rename([NewName], from: NamesList? = nil)
    /// Creates a directory.
    case makeDirectory(ItemAddress)
    /// Creates an empty file.
    case makeFile(ItemAddress)
    /// Creates a directory or an empty file, and the missing directories between another one and it.
    case makePath(ItemAddress, below: ItemAddress, isDirectory: Bool)
    /// Moves items to the trash.
    case delete(ItemSet)
    /// Moves the contents of directories to the trash.
    case empty(ItemSet)
    /// Sets or removes the attribute that excludes items from backups.
    case setExclusion(ItemSet, excludes: Bool)
    /// Removes items that the system would purge, given by their topmost items.
    case purge(PurgeEvent, ItemSet)
    /// Moves app-switcher snapshots to the trash.
    case removeSnapshots(ItemSet)
    /// Delivers documents of this computer to the app whose container has the root.
    case deliver([ItemAddress], to: Root, from: DeliverySender, inPlaceOnly: Bool = false)
    /// Prepares a file for an editor; a file in an inbox is moved out on the first save. A binary property list is
    /// edited as text, and other files that are not text are not edited, unless the bytes themselves are wanted.
    case edit(ItemAddress, asBytes: Bool = false)
    /// Replaces the file with what the editor saved.
    case save(ItemAddress, EditingTicket)
    /// Changes values inside a file.
    case setValues(ItemAddress, ValueEdits)
    /// Makes a container, or a part of it, like another one.
    case restore(Restoration)
    /// Undoes an operation of the journal.
    case undo(HistorySelection)
    /// Redoes an operation of the journal.
    case redo(HistorySelection)

    /// An item and its new name.
    package struct NewName: Hashable, Sendable {
        /// The item.
        package var item: ItemAddress
        /// The new name in the item's directory.
        package var name: [UInt8]

        /// Creates a new name for an item.
        package init(item: ItemAddress, name: [UInt8]) {
            self.item = item
            self.name = name
        }
    }
}

extension FileOperation {
    /// The renaming of the items whose names change; nil if none does.
    /// - Parameters:
    ///   - names: The new names, in the order of the items.
    ///   - list: The list in which the user edited them.
    package static func renaming(
        _ items: [ItemAddress],
        to names: [[UInt8]],
        from list: NamesList? = nil
    ) -> FileOperation? {
        let changes = zip(items, names).filter { !$0.name.elementsEqual($1) }.map { NewName(item: $0, name: $1) }
        return changes.isEmpty ? nil : .rename(changes, from: list)
    }

    /// Returns the operation with another destination; the same operation if it has none.
    package func going(to destination: Destination) -> FileOperation {
        if case .copy(let items, _) = self { return .copy(items, to: destination) }
        if case .move(let items, _) = self { return .move(items, to: destination) }
        return self
    }

    /// The list in which the user edited the names; nil for every other operation.
    package var namesList: NamesList? {
        if case .rename(_, let list) = self { return list }
        return nil
    }
}

/// Changes to values inside one file, which are made together.
package struct ValueEdits: Hashable, Sendable {
    /// The changes, one after the other.
    package let edits: [ValueEdit]

    /// Whether triggers of a database run.
    package let runsTriggers: Bool

    /// The rows of a database that an asterisk stands for.
    package let rows: RowSelection

    /// Creates changes.
    package init(_ edits: [ValueEdit], runsTriggers: Bool = false, rows: RowSelection = RowSelection()) {
        (self.edits, self.runsTriggers, self.rows) = (edits, runsTriggers, rows)
    }
}

/// Selects the journal operation to undo or redo.
package enum HistorySelection: Hashable, Sendable {
    /// The last one. The user is asked first if it does not concern the given container.
    case last(standingIn: Root?)
    /// The last one that concerns any of these containers. A directory of this computer among them stands for
    /// operations that concern no container.
    case lastIn([Root])
    /// The one with the given number.
    case number(Int)
}
