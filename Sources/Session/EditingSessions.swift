import FileSharing
import Jobs
import Synchronization

/// Files that the editor has, or gets next, by the errand that made each of them ready.
final class EditingSessions: Sendable {
    private let sessions = Mutex<[Ticket: EditingSession]>([:])

    /// Keeps a session until somebody takes it.
    subscript(ticket: Ticket) -> EditingSession? {
        get { sessions.withLock { $0[ticket] } }
        set { sessions.withLock { $0[ticket] = newValue } }
    }

    /// The session, which is kept no longer.
    func take(_ ticket: Ticket) -> EditingSession? { sessions.withLock { $0.removeValue(forKey: ticket) } }

    /// Gives all files up: the locks, and the copies for the editor.
    func end() { sessions.withLock { $0.removeAll() } }
}
