package import ContainerModel
package import FileTree

/// A single change to one item; a directory stands for its whole tree.
package enum Change: Hashable, Sendable {
    /// Copies an item. The target is the address of the copy itself, not of its directory.
    case copy(ItemAddress, to: ItemAddress)
    /// Renames an item or moves it to another directory, possibly on another file system.
    case move(ItemAddress, to: ItemAddress)
    /// Moves an item to the home trash.
    case trash(ItemAddress)
    /// Creates an empty directory.
    case makeDirectory(ItemAddress)
    /// Creates a file with the given contents.
    case writeFile(ItemAddress, [UInt8])
    /// Sets an extended attribute, by its name on the host; a nil value removes it.
    case setAttribute(ItemAddress, name: String, value: [UInt8]?)

    /// The existing item that the change applies to; nil if the change creates one.
    package var source: ItemAddress? {
        switch self {
        case .copy(let source, _), .move(let source, _), .trash(let source), .setAttribute(let source, _, _): source
        case .makeDirectory, .writeFile: nil
        }
    }

    /// The address that receives an item; nil if the change gives no item a name.
    package var target: ItemAddress? {
        switch self {
        case .copy(_, let target), .move(_, let target), .makeDirectory(let target), .writeFile(let target, _): target
        case .trash, .setAttribute: nil
        }
    }

    /// The item that the change is about: the existing one or, failing that, the one to be created.
    package var item: ItemAddress {
        switch self {
        case .copy(let source, _), .move(let source, _), .trash(let source), .setAttribute(let source, _, _): source
        case .makeDirectory(let target), .writeFile(let target, _): target
        }
    }

    /// Returns the same change with another target; a change without a target is returned unchanged.
    package func retargeted(to target: ItemAddress) -> Change {
        switch self {
        case .copy(let source, _): .copy(source, to: target)
        case .move(let source, _): .move(source, to: target)
        case .makeDirectory: .makeDirectory(target)
        case .writeFile(_, let contents): .writeFile(target, contents)
        case .trash, .setAttribute: self
        }
    }
}

/// What to do when the target's name is already taken.
package enum ConflictPolicy: String, Hashable, Sendable, CaseIterable, Encodable {
    /// Leaves the decision to the caller: a plan with such a conflict is not carried out.
    case ask
    /// Skips the item.
    case skip
    /// Gives the new item a name of its own, `name 2.ext`.
    case keepBoth
    /// Moves the existing item to the trash.
    case replace
}

/// What happens to the remaining changes when one fails.
package enum ErrorPolicy: String, Hashable, Sendable, CaseIterable, Encodable {
    /// Carries out the remaining changes.
    case goOn
    /// Rolls back everything done so far.
    case rollBack
}

/// A set of changes to make, not yet checked for feasibility.
package struct ChangeRequest: Sendable {
    /// The title recorded in the journal, for example "import".
    package var title: String
    /// The role on whose behalf the changes are made: "app", "user" or "owner".
    package var actor: String
    /// The changes to make, in order.
    package var changes: [Change]
    /// The changes to many items of a directory, carried out after `changes`.
    package var batches: [ChangeBatch]
    /// What to do when a name is taken.
    package var conflicts: ConflictPolicy
    /// What to do when a change fails.
    package var onError: ErrorPolicy
    /// Intermediate directories to create; one that already exists is not a conflict.
    package var directoriesOnTheWay: Set<ItemAddress> = []
    /// Targets that were taken as new names because no such directory existed; a directory that has appeared there
    /// since is refused.
    package var newNames: Set<ItemAddress> = []
    /// Targets that get new contents on purpose: what is there goes to the trash without a question.
    package var rewritten: Set<ItemAddress> = []
    /// The checks whether items inside the items may be read and removed, by root; in other roots, this process's own
    /// permissions decide.
    package var access: [Root: AccessCheck] = [:]
    /// Whether to warn about names that macOS or Windows would treat as equal; used for exports.
    package var warnsOfMergedNames: Bool

    /// Creates a request.
    package init(
        title: String,
        actor: String = "owner",
        changes: [Change],
        batches: [ChangeBatch] = [],
        conflicts: ConflictPolicy = .ask,
        onError: ErrorPolicy = .goOn,
        warnsOfMergedNames: Bool = false
    ) {
        self.title = title
        self.actor = actor
        self.changes = changes
        self.batches = batches
        self.conflicts = conflicts
        self.onError = onError
        self.warnsOfMergedNames = warnsOfMergedNames
    }
}
