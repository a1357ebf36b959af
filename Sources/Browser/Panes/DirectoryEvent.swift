package import Comparison
package import ContainerModel
package import FileTree
package import Formats
package import Inspection
package import Jobs
package import Search

/// What workers report about directories.
package enum DirectoryEvent: Sendable {
    case read(DirectorySnapshot)
    case failed(Ticket, ContainerPath, FileTreeError)
    /// Watched directories have changed.
    case changed(Set<ItemAddress>)
    /// The watch of directories has begun, which have neither got nor lost entries since they were read; files in them
    /// may have changed.
    case watchBegun(Set<ItemAddress>)
}

/// A request to read a directory.
package struct DirectoryRequest: Sendable {
    /// Identifies the request in its answers.
    package var ticket: Ticket
    /// The address of the directory.
    package var directory: ItemAddress
    /// The side that shows it.
    package var side = Side.container
    /// What of it is listed.
    package var reach = ListingReach.entries
    /// The sort order.
    package var order: EntryOrder
    /// The filter.
    package var filter: ListingFilter
    /// The rules of the directory; nil on this computer.
    package var rules: DirectoryRules?
    /// The number of rows on screen.
    package var rows: Int
    /// The entry to put the cursor on, if it exists.
    package var wanted: [UInt8]?

    /// The directory's path below its root.
    package var path: ContainerPath { directory.path }
}

/// A directory as read by a worker, completely or so far.
package struct DirectorySnapshot: Sendable {
    /// How far the directory has been read.
    package enum Stage: Hashable, Sendable {
        /// The directory is still being read; `order` holds the first rows of the entries read so far.
        case reading
        /// All entries are read; `order` holds the first rows, and the rest is being sorted.
        case sorting
        case complete
    }

    /// The ticket of the request that this answers.
    package var ticket: Ticket
    /// The directory's path below its root.
    package var path: ContainerPath
    /// The entries read so far.
    package var entries: EntryList
    /// Indices into `entries`, in the order of the listing.
    package var order: [UInt32]
    /// What `order` was made by.
    package var sorting: EntryOrder
    /// The filter that was applied.
    package var filter: ListingFilter
    /// How far the directory has been read.
    package var stage: Stage
    /// The facts known so far about some of the entries.
    package var facts: [UInt32: EntryFacts]
    /// The backups that the directory and its ancestors exclude all of these entries from.
    package var covering: BackupKinds
    /// The facts about the directory itself.
    package var directory: EntryFacts?
    /// The sizes and times of all entries, if the sort order needs them.
    package var metadata: MetadataTable?
    /// The first hit in each of the first entries, if a text is looked for in contents.
    package var hits: [ContentsHit] = []
    /// What has become of each entry, if the directory is compared with another one.
    package var changes: [ItemChange] = []
    /// The number of entries that the filter leaves out because their names are hidden, once all are read.
    package var hidden: Int
    /// The bytes that are free on the file system of a directory of this computer; nil if it does not say.
    package var free: UInt64?
    /// Why entries may be missing, as a sentence without a full stop; nil if none are. Not sanitized.
    package var problem: String?

    /// Creates a snapshot.
    package init(
        ticket: Ticket,
        path: ContainerPath,
        entries: EntryList,
        order: [UInt32],
        by sorting: EntryOrder = EntryOrder(),
        filter: ListingFilter = ListingFilter(),
        stage: Stage,
        facts: [UInt32: EntryFacts] = [:],
        covering: BackupKinds = [],
        directory: EntryFacts? = nil,
        metadata: MetadataTable? = nil,
        hidden: Int = 0
    ) {
        self.ticket = ticket
        self.path = path
        self.entries = entries
        self.order = order
        self.hidden = hidden
        self.sorting = sorting
        self.filter = filter
        self.stage = stage
        self.facts = facts
        self.covering = covering
        self.directory = directory
        self.metadata = metadata
    }
}
