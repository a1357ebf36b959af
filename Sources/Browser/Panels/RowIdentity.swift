import ContainerModel
import Jobs

/// What tells a row from the others of its list, whatever it says by now.
enum RowIdentity: Hashable, Sendable {
    /// A name or a path, as bytes.
    case name([UInt8])
    /// An item of a container or of this computer, by its root and its path.
    case item(ItemAddress)
    /// What the row says, where nothing else is known of it.
    case text(String)
    /// A task.
    case task(Ticket)
    /// A line of the viewer.
    case line(UInt64)
}
