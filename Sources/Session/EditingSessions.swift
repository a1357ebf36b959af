import FileSharing
import Jobs
import Synchronization
import Transactions

/// Files that the editor has, or gets next, by the errand that made each of them ready.
final class EditingSessions: Sendable {
    private let sessions = Mutex<[Ticket: EditingSession]>([:])
    /// Those whose copy was changed, and is not in its place yet.
    private let unsaved = Mutex<[ObjectIdentifier: EditingSession]>([:])

    /// Keeps a session until somebody takes it.
    subscript(ticket: Ticket) -> EditingSession? {
        get { sessions.withLock { $0[ticket] } }
        set { sessions.withLock { $0[ticket] = newValue } }
    }

    /// The session, which is kept no longer.
    func take(_ ticket: Ticket) -> EditingSession? { sessions.withLock { $0.removeValue(forKey: ticket) } }

    /// Keeps what somebody wrote, whatever happens from now on.
    func keep(_ session: EditingSession) {
        session.keepCopy()
        unsaved.withLock { $0[ObjectIdentifier(session)] = session }
    }

    /// What somebody wrote is in its place, or the person was told where it is.
    func settle(_ session: EditingSession, isInPlace: Bool) {
        if isInPlace { session.releaseCopy() }
        _ = unsaved.withLock { $0.removeValue(forKey: ObjectIdentifier(session)) }
    }

    /// Gives all files up: the locks, and the copies that were not changed.
    /// - Returns: what there is to say of those that were, for people; the names are not safe for a terminal.
    func end() -> [String] {
        sessions.withLock { $0.removeAll() }
        return unsaved.withLock { sessions in
            defer { sessions = [:] }
            return sessions.values.map { session in
                "\(String(decoding: session.original.spot.name, as: UTF8.self)) was not saved: \(session.keepCopy())"
            }
        }
    }
}
