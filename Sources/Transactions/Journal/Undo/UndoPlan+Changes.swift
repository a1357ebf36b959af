import ContainerModel
import Copying
import FileTree

// A change time alone says only that something touched an item: SQLite gives the log of a database its owner again
// whenever somebody opens it. So what it says is compared with what the item was made of.
extension UndoPlan {
    /// Returns whether an item with an unexplained change time still is what the transaction made.
    ///
    /// Of a directory, that is the list of its entries, which are checked on their own.
    /// - Parameters:
    ///   - original: What the item was copied from; nil if it was not.
    ///   - isSame: Whether a file has its recorded size and modification time.
    ///   - keepsModes: Whether the file system keeps permissions.
    func isAsMade(_ item: TreeWalk.Item, from original: ItemAddress?, isSame: Bool, keepsModes: Bool) -> Bool {
        let isKnown =
            switch item.status.kind {
            case .file: isSame
            case .directory: SelfMadeChanges.moment(item.status.modified, item.status.modifiedNanoseconds) <= stamp
            default: false
            }
        guard isKnown || item.status.kind != .directory else { return false }
        guard let original, let tree = try? roots.tree(of: original.root) else { return isKnown }
        return CopyProof(of: tree).holds(
            for: item, madeFrom: original.path, keepsModes: keepsModes, comparesContents: !isKnown) ?? isKnown
    }
}

extension UndoRecord {
    /// What the item was copied from.
    var original: ItemAddress? { if case .made(_, let from, _) = self { from } else { nil } }
}

extension ItemAddress {
    /// Returns the address that has the same place below this one as an item has below another path.
    func descendant(at path: ContainerPath, below top: ContainerPath) -> ItemAddress? {
        if path == top { return self }
        return path.relative(to: top).map { ItemAddress(root, self.path.appending($0)) }
    }
}
