package import AppLifecycle
package import ContainerModel
package import ContainerStore
package import Encryption
package import FileSharing
package import FileTree
import Inspection
package import Jobs
import Queries
package import Search
package import Transactions

/// Work that the browser requests. It is done elsewhere, by workers, and its result is a `BrowserEvent`.
package enum BrowserEffect: Sendable {
    /// Read a directory. Answers: `directoryRead`, several times for a large one, or `directoryFailed`.
    case readDirectory(DirectoryRequest)
    /// Run a query on a worker. Answer: `answered`, if there is one.
    case ask(any PendingQuery)
    /// Open another container instead of this one. Answers: `opening`, any number of times, then `containerOpened`,
    /// `containersFound` or `openingFailed`.
    case openContainer(HostPath)
    /// Open a container at a path as the user typed it, which may begin with `~`. Answers: as `openContainer`.
    case openTyped([UInt8])
    /// Make the demonstration, if that has not been done, and open it. Answers: as `openContainer`.
    case openDemonstration
    /// Look for containers near the working directory and in the usual places, until a container is open. Answers:
    /// `nearbyFound`, several times.
    case findNearby
    /// Unlock the encrypted backup that a path leads to or into, and open the path. Answers: as `openContainer`, and
    /// `openingLocked` for a wrong passphrase.
    case unlockContainer(HostPath, Passphrase)
    /// Open a container in the place of this computer, at a directory of it if that is there.
    case openBeside(HostPath, at: ContainerPath? = nil)
    /// Look for devices on cables from now on, or no longer. Answer: `devicesFound`, at first and whenever they change.
    case watchDevices(Bool)
    /// Open an item outside of the open container, at a path as the user typed it, which may begin with `~` or name a time
    /// point. Answer: `asideOpened`.
    case openAside([UInt8], for: AsidePurpose)
    /// Read the containers of simulator devices. Answer: `deviceRead` for each device.
    case readDevices([ContainerCandidate])
    /// Measure the containers of apps. Answer: `appMeasured` for each app.
    case measureApps([ContainerCandidate])
    /// Stop opening another container.
    case cancelOpening
    /// Watch these directories, and no others, for changes. Answers: `changed`, as long as they are shown.
    case watch(Set<ItemAddress>)
    /// Watch the contents of the container from now on, or stop that. Answers: `watched`, as long as it is open.
    case followChanges(Bool)
    /// Determine what an operation would do, without changing anything. Answers: `prepared` or `operationFailed`.
    case prepare(Ticket, FileOperation, for: Requester)
    /// Run a prepared operation after those already running, with one policy for each name conflict. Answers:
    /// `operationBegun`, then `progressed` repeatedly, then `operationEnded`.
    case run(Ticket, Preparation, [ConflictPolicy])
    /// Discard a plan, or stop the operation that carries it out; finished items stay.
    case cancelOperation(Ticket)
    /// Open a prepared file in `$EDITOR`. Answer: `editorClosed`.
    case openEditor(EditableFile)
    /// Edit the names of items in `$EDITOR`. Answer: `editorClosed`.
    case editNames([ItemAddress])
    /// Edit a list of names again. Answer: `editorClosed`.
    case editNamesAgain(NamesRejection)
    /// Start a program that has the terminal until it exits. Answer: `outsideEnded`.
    case startOutside(OutsideProgram)
    /// Release a file or a list of names that was prepared for the editor. Answer: `report`, if any of it is kept.
    case giveUpEditing(EditingTicket)
    /// Stop all workers.
    case cancel
    /// Stop counting and queries; directories are still read.
    case cancelCounts
    /// Change what is remembered of the open container.
    case remember(MemoryChange)
    /// Read what is remembered of the open container again. Answer: `memoryRead`, if anything is.
    case readMemory
    /// Read which containers were open before. Answer: `recentRead`.
    case readRecent
    /// Forget the container at a path, with its marks. Answer: `recentRead`.
    case forget(hostPath: [UInt8])
    /// Change a setting until the program ends.
    case adjust(SessionSetting)
    /// Cancel a task, if it is not over, by its number.
    case cancelTask(Int)
    /// Tell the terminal, if the user wants that, that a long task has ended. The text names no item.
    case notify(String)
    /// Put bytes on the clipboard of the terminal.
    case copyToClipboard([UInt8])
    /// Redraw every cell, whatever the terminal is thought to show.
    case repaint
    /// Perform a lifecycle action on the screen and the process.
    case lifecycle(Lifecycle.Action)
    /// End the program, after cancelling running operations.
    case quit
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
