import ContainerModel
import FileSharing
import Jobs
import Synchronization
import Transactions

/// Files that the editor has, gets next, or had, until what it saved is in its place; by the errand that made each ready.
final class EditingSessions: Sendable {
    private let sessions = Mutex<[Ticket: EditingSession]>([:])

    subscript(ticket: Ticket) -> EditingSession? {
        get { sessions.withLock { $0[ticket] } }
        set { sessions.withLock { $0[ticket] = newValue } }
    }

    /// Gives all files up: the locks, and the copies that were not changed.
    /// - Returns: what there is to say of those that were, for people; the names are not safe for a terminal.
    func end() -> [String] {
        sessions.withLock { sessions in
            defer { sessions = [:] }
            return sessions.values.filter(\.isCopyKept).map { session in
                let name = String(decoding: session.original.name, as: UTF8.self)
                return "\(name) was not saved" + (session.keepCopy().map { ": \($0)" } ?? "")
            }
        }
    }
}
