package import AppLifecycle
package import ContainerModel
package import ContainerStore
package import Disk
package import Inspection
package import Jobs

/// What the browser wants done. It is done elsewhere, on workers, and comes back as a `BrowserEvent`.
package enum BrowserEffect: Sendable {
    /// Read a directory. Answers: `directoryRead`, several times for a large one, or `directoryFailed`.
    case readDirectory(DirectoryRequest)
    /// Put a listing in another order. Answer: `arranged`.
    case arrange(Ticket, ContainerPath, EntryList, EntryOrder, EntryFilter, MetadataTable?)
    /// Look at entries that come into view. Answer: `described`.
    case describe(Ticket, ContainerPath, EntryList, [UInt32])
    /// Find sizes and times of a whole listing. Answer: `measured`.
    case measure(Ticket, ContainerPath, EntryList)
    /// Find the subdirectories of directories. Answer: `treeRead`.
    case readTree([ContainerPath])
    /// Count what is below directories. Answers: `counted`.
    case count([ContainerPath])
    /// Find out what a path that the person named is. Answer: `located` or `failed`.
    case locate(ContainerPath)
    /// Find out where a link leads. Answer: `located` or `failed`.
    case follow(ContainerPath)
    /// Answer a question about the container. Answer: `answered`.
    case ask(ContainerQuestion)
    /// Find out how much of each entry of a directory is backed up. Answer: `backupSized`.
    case sizeBackup(Ticket, ContainerPath)
    /// Leave this container for another. Answer: `containerOpened`, `containersFound` or `failed`.
    case openContainer(HostPath)
    /// Stop everything that runs.
    case cancel
    /// Stop counting and answering; reading goes on.
    case cancelCounts
    /// Draw every cell anew, whatever the terminal was thought to show.
    case repaint
    /// Do with the screen and the process what the program's life wants.
    case lifecycle(Lifecycle.Action)
    case quit
}

/// A directory to be read.
package struct DirectoryRequest: Sendable {
    package var ticket: Ticket
    package var path: ContainerPath
    package var order: EntryOrder
    package var filter: EntryFilter
    /// How many rows the screen shows.
    package var rows: Int
    /// The entry that the cursor goes to, if it is there.
    package var wanted: [UInt8]?
}
