package import ContainerModel
package import FileTree

/// Changes to make in one operation, and their conditions; not yet checked for feasibility.
package struct ChangeSet: Sendable {
    /// The changes, in order.
    package var changes: [Change]
    /// The changes to many items of a directory, carried out after `changes`.
    package var batches: [ChangeBatch]
    /// What to do when a name is taken.
    package var conflicts: ConflictPolicy
    /// Intermediate directories to create; one that already exists is not a conflict.
    package var directoriesOnTheWay: Set<ItemAddress> = []
    /// Targets that were taken as new names because no such directory existed; a directory that has appeared there
    /// since is refused.
    package var newNames: Set<ItemAddress> = []
    /// Targets that get new contents on purpose: the existing item goes to the trash without a question.
    package var rewritten: Set<ItemAddress> = []
    /// The files and directories that belong to a database, each with what it is and the address of the database before
    /// the change.
    package var companions: [ItemAddress: CompanionLink] = [:]
    /// The logs and journals that stay on purpose when their databases are changed.
    package var apart: Set<ItemAddress> = []
    /// The checks whether items inside the items may be read and removed, by root; in other roots, this process's own
    /// permissions decide.
    package var access: [Root: AccessCheck] = [:]

    /// Creates a set of changes.
    package init(_ changes: [Change] = [], batches: [ChangeBatch] = [], conflicts: ConflictPolicy = .ask) {
        self.changes = changes
        self.batches = batches
        self.conflicts = conflicts
    }

    /// Whether there is nothing to do.
    package var isEmpty: Bool { changes.isEmpty && batches.isEmpty }
}

/// What an item is to the file that it belongs to.
package struct CompanionLink: Hashable, Sendable {
    package let companion: Companion
    /// The address of the file.
    package let file: ItemAddress

    /// Creates a link.
    package init(_ companion: Companion, of file: ItemAddress) {
        self.companion = companion
        self.file = file
    }
}
