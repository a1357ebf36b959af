package import AppLifecycle
package import ContainerModel
package import ContainerStore
package import FileSharing
package import Jobs
package import Screen

/// An event for the browser: input from the user, or a result from a worker. Those of a component are its own kind.
package enum BrowserEvent: Sendable {
    case input(InputEvent)
    /// The time has changed. Comes before the other events of a batch.
    case clock(LocalTime, secondsSince1970: Int64)
    /// No other event came for a moment: the parts of the screen that may lag behind the cursor are updated.
    case settled
    /// A lifecycle event of the program.
    case lifecycle(Lifecycle.Event)
    /// The reply to a query.
    case answered(QueryReply)
    case directory(DirectoryEvent)
    case opening(OpeningEvent)
    case operation(Ticket, OperationEvent)
    case outside(OutsideEvent)
    /// A report about a query or a reading that takes long, or has failed.
    case task(BackgroundTask)
    /// News of the container whose contents are watched.
    case watched(WatchNews)
    /// What is remembered of the open container has been read again.
    case memoryRead(ContainerMemory)
    case theme(ThemeEvent)
    /// A request that cannot be fulfilled: a sentence to show.
    case failed(String)
    /// Something to warn of in the status line.
    case warned(String)
    /// Notices to show in a panel, such as about work left unfinished by a killed program or kept by an editor.
    case report(title: String, [Notice])
}
