package import AppLifecycle
package import Comparison
package import ContainerModel
package import ContainerStore
package import FileSharing
package import FileTree
package import Formats
package import Inspection
package import Jobs
package import Screen
package import Search

/// An event for the browser: input from the user, or a result from a worker.
package enum BrowserEvent: Sendable {
    case input(InputEvent)
    /// The time has changed. Comes before the other events of a batch.
    case clock(LocalTime, secondsSince1970: Int64)
    /// No other event came for a moment: the parts of the screen that may lag behind the cursor are updated.
    case settled
    /// A lifecycle event of the program.
    case lifecycle(Lifecycle.Event)
    case containerOpened(ContainerDescription, at: ContainerStart)
    case containersFound([ContainerCandidate])
    /// A container was opened in the place of this computer.
    case besideOpened(ContainerDescription, at: ContainerStart)
    /// There are several containers where one was to be opened in the place of this computer.
    case besideFound([ContainerCandidate])
    /// An item outside of the open container can be used.
    /// - Parameter in: The container that it is in; nil for an item of this computer.
    case asideOpened(ItemAddress, in: ContainerDescription?, for: AsidePurpose)
    /// What has been found near the working directory and in the usual places, completely or so far.
    case nearbyFound(NearbyContainers)
    /// These devices are on cables.
    case devicesFound([ContainerCandidate])
    /// The containers of a device have been read.
    case deviceRead(ContainerCandidate)
    /// Containers at these paths, which are all of an app, were measured together.
    case appMeasured([HostPath], ContainerStatistics)
    /// The progress of opening a container.
    case opening(Progress)
    /// A container could not be opened. The reason is a sentence for the user.
    case openingFailed(String)
    /// The container is in an encrypted backup, and the passphrase is needed first.
    /// - Parameter isWrong: Whether a passphrase was given that is not the right one.
    case openingLocked(HostPath, isWrong: Bool)
    case directoryRead(DirectorySnapshot)
    case directoryFailed(Ticket, ContainerPath, FileTreeError)
    /// The reply to a query.
    case answered(QueryReply)
    /// Watched directories have changed.
    case changed(Set<ItemAddress>)
    /// The watch of directories has begun, which have neither got nor lost entries since they were read; files in them may have
    /// changed.
    case watchBegun(Set<ItemAddress>)
    /// News of the container whose contents are watched.
    case watched(WatchNews)
    /// The prepared form of an operation: what it would do.
    case prepared(Ticket, Preparation)
    /// An operation that is impossible.
    case operationFailed(Ticket, OperationError)
    case operationBegun(Ticket)
    case progressed(Ticket, Progress)
    case operationEnded(Ticket, OperationEnding)
    /// A report about a query or a reading that takes long, or has failed.
    case task(BackgroundTask)
    /// Notices to show in a panel, such as about work left unfinished by a killed program or kept by an editor.
    case report(title: String, [Notice])
    /// The editor has exited, or failed.
    case editorClosed(EditorEnding)
    /// What is remembered of the open container has been read again.
    case memoryRead(ContainerMemory)
    /// The containers that were open before have been read.
    case recentRead([ContainerMemoryStore.Recent])
    /// The themes to choose from have been listed.
    case themesListed([String])
    /// A theme that the user chose has been read.
    case themeRead(Theme)
    /// A program has exited, with its status; less than 0 if it could not be started.
    case outsideEnded(OutsideProgram, status: Int32)
    /// A request that cannot be fulfilled: a sentence to show.
    case failed(String)
    /// Something to warn of in the status line.
    case warned(String)
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
