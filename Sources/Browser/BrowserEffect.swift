package import AppLifecycle
package import ContainerModel
package import ContainerStore
package import FileSharing
package import FileTree
package import Jobs
import System
package import Transactions

/// What the browser wants done. It is done elsewhere, on workers, and comes back as a `BrowserEvent`.
package enum BrowserEffect: Sendable {
    /// Read a directory. Answers: `directoryRead`, several times for a large one, or `directoryFailed`.
    case readDirectory(DirectoryRequest)
    /// Ask a worker. Answers: `answered`, if there is one.
    case ask(any PendingQuery)
    /// Leave this container for another. Answer: `containerOpened`, `containersFound` or `failed`.
    case openContainer(HostPath)
    /// Tell of changes in these directories, and of no others any more. Answers: `changed`, as long as they are shown.
    case watch(Set<ItemAddress>)
    /// Look at what an operation would do and change nothing. Answers: `prepared` or `operationFailed`.
    case prepare(Ticket, FileOperation, for: Requester)
    /// Do what was prepared, after what is being done; one answer for each name that is taken. Answers:
    /// `operationBegun`, `progressed` as long as it takes, `operationEnded`.
    case run(Ticket, Preparation, [ConflictPolicy])
    /// Forget a plan, or stop what is being done by it: what is finished stays.
    case cancelOperation(Ticket)
    /// Have a file edited in `$EDITOR` that is ready for it. Answer: `edited` or `editorFailed`.
    case openEditor(EditableFile)
    /// Let go of a file that was made ready for the editor.
    case giveUpEditing(EditingTicket)
    /// Have the names of items edited in `$EDITOR`, again where there is a list already, with what was wrong with it
    /// above. Answer: `namesEdited`, `namesRejected` or `editorFailed`.
    case editNames(NamesList, problem: String?)
    /// Forget an edited list of names: it was used, or nothing was changed.
    case dropNames(NamesList)
    /// Leave an edited list of names in its file. Answer: `report`.
    case keepNames(NamesList)
    /// Stop everything that runs.
    case cancel
    /// Stop counting and answering; reading goes on.
    case cancelCounts
    /// Draw every cell anew, whatever the terminal was thought to show.
    case repaint
    /// Do with the screen and the process what the program's life wants.
    case lifecycle(Lifecycle.Action)
    /// End the program; operations that run are cancelled first.
    case quit
}

/// A list of names that the person edits. Where its file is and what is in it is known elsewhere.
package struct NamesList: Hashable, Sendable {
    /// Tells it from others.
    package var ticket: Ticket
    /// Those whose names are edited, in the order of the lines.
    package var items: [ItemAddress]

    /// A list that is new where the ticket is.
    package init(ticket: Ticket, items: [ItemAddress]) {
        self.ticket = ticket
        self.items = items
    }
}

/// A directory to be read.
package struct DirectoryRequest: Sendable {
    package var ticket: Ticket
    package var directory: ItemAddress
    package var order: EntryOrder
    package var filter: EntryFilter
    /// How many rows the screen shows.
    package var rows: Int
    /// The entry that the cursor goes to, if it is there.
    package var wanted: [UInt8]?

    /// The directory's path below its root.
    package var path: ContainerPath { directory.path }
    /// Which of the two places it is in.
    package var side: Side { directory.side }
}
