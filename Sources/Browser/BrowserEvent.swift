package import AppLifecycle
package import ContainerModel
package import ContainerStore
package import FileSharing
package import FileTree
package import Formats
package import Inspection
package import Jobs
package import Screen

/// Everything that can happen to the browser: what the person does, and what workers found out.
package enum BrowserEvent: Sendable {
    case input(InputEvent)
    /// The time went on. Comes before other events of a batch.
    case clock(LocalTime, secondsSince1970: Int64)
    /// Nothing else happened for a moment: what may lag behind the cursor is brought up to date.
    case settled
    /// Something happened to the program as a whole.
    case lifecycle(Lifecycle.Event)
    case containerOpened(ContainerDescription, at: ContainerStart)
    case containersFound([ContainerCandidate])
    case directoryRead(DirectorySnapshot)
    case directoryFailed(Ticket, ContainerPath, FileTreeError)
    /// A worker was asked and has found out something.
    case answered(QueryReply)
    /// Something went on in directories that are watched.
    case changed(Set<ItemAddress>)
    /// What an operation would do.
    case prepared(Ticket, Preparation)
    /// An operation cannot be done at all.
    case operationFailed(Ticket, OperationError)
    case operationBegun(Ticket)
    case progressed(Ticket, Progress)
    case operationEnded(Ticket, OperationEnding)
    /// Something to be told in a panel, notices for people: what was left half done by a program that was killed, what
    /// an editor left.
    case report(title: String, [Notice])
    /// The editor has ended well. What it saved waits to be brought to its place; nil where nothing was changed, or
    /// the file was edited where it is.
    case edited(ItemAddress, saving: FileOperation?)
    /// The person has written new names for items, in their order.
    case namesEdited(NamesList, [[UInt8]])
    /// What the person has written cannot be used, for this reason: a sentence for people.
    case namesRejected(NamesList, String)
    /// The editor failed: sentences for people, about that and about what is kept of the work.
    case editorFailed([String])
    /// Something that was asked for cannot be done: a sentence for people.
    case failed(String)
}

/// A directory as a worker read it, whole or so far.
package struct DirectorySnapshot: Sendable {
    package enum Stage: Hashable, Sendable {
        /// The directory is still being read; `order` holds the first rows of what is known.
        case reading
        /// Everything is read; `order` holds the first rows, the rest is being sorted.
        case sorting
        case complete
    }

    package var ticket: Ticket
    package var path: ContainerPath
    package var entries: EntryList
    /// Places in `entries`, in the order of the listing.
    package var order: [UInt32]
    package var stage: Stage
    /// What is known already of some entries.
    package var facts: [UInt32: EntryFacts]
    /// Which backups the directory and those above it keep everything here out of.
    package var covering: BackupKinds
    /// What is known of the directory itself.
    package var directory: EntryFacts?
    package var metadata: MetadataTable?

    package init(
        ticket: Ticket,
        path: ContainerPath,
        entries: EntryList,
        order: [UInt32],
        stage: Stage,
        facts: [UInt32: EntryFacts] = [:],
        covering: BackupKinds = [],
        directory: EntryFacts? = nil,
        metadata: MetadataTable? = nil
    ) {
        self.ticket = ticket
        self.path = path
        self.entries = entries
        self.order = order
        self.stage = stage
        self.facts = facts
        self.covering = covering
        self.directory = directory
        self.metadata = metadata
    }
}
