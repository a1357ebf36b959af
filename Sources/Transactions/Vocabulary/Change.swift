package import ContainerModel

/// One thing to be done, a whole tree named by its top item.
package enum Change: Hashable, Sendable {
    /// Makes a copy under a name; the address is the copy's own, not the directory around it.
    case copy(ItemAddress, to: ItemAddress)
    /// Gives an item another name, in the same directory or another one, on this file system or another one.
    case move(ItemAddress, to: ItemAddress)
    /// Puts an item into the home trash.
    case trash(ItemAddress)
    /// Makes an empty directory.
    case makeDirectory(ItemAddress)
    /// Makes a file with these contents.
    case writeFile(ItemAddress, [UInt8])
    /// Sets an extended attribute, by the name that the host gives it; nil removes it.
    case setAttribute(ItemAddress, name: String, value: [UInt8]?)

    /// The item that is there already; nil where the change makes one.
    package var source: ItemAddress? {
        switch self {
        case .copy(let source, _), .move(let source, _), .trash(let source), .setAttribute(let source, _, _): source
        case .makeDirectory, .writeFile: nil
        }
    }

    /// The name that something gets; nil where nothing gets one.
    package var target: ItemAddress? {
        switch self {
        case .copy(_, let target), .move(_, let target), .makeDirectory(let target), .writeFile(let target, _): target
        case .trash, .setAttribute: nil
        }
    }

    /// The item that it is about: the one that is there, or else the one that will be.
    package var item: ItemAddress {
        switch self {
        case .copy(let source, _), .move(let source, _), .trash(let source), .setAttribute(let source, _, _): source
        case .makeDirectory(let target), .writeFile(let target, _): target
        }
    }

    /// The same change with another target; a change without a target is left as it is.
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

/// What happens where something has the target's name already.
package enum ConflictPolicy: String, Hashable, Sendable, CaseIterable, Encodable {
    /// Somebody has to decide: a plan with such a conflict is not carried out.
    case ask
    /// The item is left out.
    case skip
    /// The new one gets a name of its own: `name 2.ext`.
    case keepBoth
    /// The old one goes to the trash.
    case replace
}

/// What happens to the others where one change fails.
package enum ErrorPolicy: String, Hashable, Sendable, CaseIterable, Encodable {
    /// The others are carried out.
    case goOn
    /// Everything done so far is taken back.
    case rollBack
}

/// What somebody wants to have changed, before anybody has looked whether that is possible.
package struct ChangeRequest: Sendable {
    /// What the person calls it, in the words of the journal: "import".
    package var title: String
    /// As whom it is done: "app", "user", "owner".
    package var actor: String
    /// What is to be done, in this order.
    package var changes: [Change]
    /// What is done to many items of a directory at a time, after `changes`.
    package var batches: [ChangeBatch]
    /// What happens where a name is taken.
    package var conflicts: ConflictPolicy
    /// What happens where a change fails.
    package var onError: ErrorPolicy
    /// Directories that are made on the way to something: one that is there already is what was wanted.
    package var directoriesOnTheWay: Set<ItemAddress> = []
    /// Targets that were understood as names, since no directory had them: one that has such a name came meanwhile.
    package var newNames: Set<ItemAddress> = []
    /// Whether names that a Mac or a Windows computer would take for one are told of: for exports.
    package var warnsOfMergedNames: Bool

    /// A request.
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
