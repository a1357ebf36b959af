import ContainerStore
import Jobs

/// What workers have found out about the container as a whole.
struct Findings: Sendable {
    /// What has changed in the container while it was watched.
    var changes = WatchedChanges()
    /// What the audit of the container has found.
    var audit = ContainerAudit()
    /// The latest request for the usage that is shown; nil if none is.
    var usageRequest: Ticket?

    init() {}

    /// Creates the findings about a container that is being opened.
    /// - Parameter earlier: Those about the one before: an audit stays if the container was opened from its list.
    init(of container: ContainerDescription, keeping earlier: Findings) {
        audit = earlier.audit.kept(in: container)
    }
}
