package import AppLifecycle
package import ContainerModel
package import Jobs

/// Work that the browser requests. It is done elsewhere, by workers, and its result is a `BrowserEvent`.
package enum BrowserEffect: Sendable {
    /// Read a directory. Answers: `.directory(.read)`, several times for a large one, or `.directory(.failed)`.
    case readDirectory(DirectoryRequest)
    /// Watch these directories, and no others, for changes. Answers: `.directory(.watchBegun)`, then
    /// `.directory(.changed)`, as long as they are shown.
    case watch(Set<ItemAddress>)
    /// Run a query on a worker. Answer: `answered`, if there is one.
    case ask(any PendingQuery)
    case opening(OpeningRequest)
    /// The ticket identifies the operation in the answers.
    case operation(Ticket, OperationRequest)
    case outside(OutsideRequest)
    /// Watch the contents of the container from now on, or stop that. Answers: `watched`, as long as it is open.
    case followChanges(Bool)
    case memory(MemoryRequest)
    case cancel(CancelledWork)
    /// Change a setting until the program ends.
    case adjust(SessionSetting)
    case terminal(TerminalRequest)
    /// Perform a lifecycle action on the screen and the process.
    case lifecycle(Lifecycle.Action)
    /// End the program, after cancelling running operations.
    case quit
}
