/// One thing to be done, a whole tree named by its top item.
package enum Change: Hashable, Sendable {
    /// Makes a copy under a name; the spot is the copy's own, not the directory around it.
    case copy(Spot, to: Spot)
    /// Gives an item another name, in the same directory or another one, on this file system or another one.
    case move(Spot, to: Spot)
    /// Puts an item into the home trash.
    case trash(Spot)
    /// Makes an empty directory.
    case makeDirectory(Spot)
    /// Makes a file with these contents.
    case writeFile(Spot, [UInt8])
    /// Sets an extended attribute, by the name that the host gives it; nil removes it.
    case setAttribute(Spot, name: String, value: [UInt8]?)

    /// The item that is there already; nil where the change makes one.
    package var source: Spot? {
        switch self {
        case .copy(let source, _), .move(let source, _), .trash(let source), .setAttribute(let source, _, _): source
        case .makeDirectory, .writeFile: nil
        }
    }

    /// The name that something gets; nil where nothing gets one.
    package var target: Spot? {
        switch self {
        case .copy(_, let target), .move(_, let target), .makeDirectory(let target), .writeFile(let target, _): target
        case .trash, .setAttribute: nil
        }
    }

    /// The same change with another target; a change without a target is left as it is.
    package func retargeted(to target: Spot) -> Change {
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
    package var directoriesOnTheWay: Set<Spot> = []
    /// Targets that were understood as names, since no directory had them: one that has such a name came meanwhile.
    package var newNames: Set<Spot> = []
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
