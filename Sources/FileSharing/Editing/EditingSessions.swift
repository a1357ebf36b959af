import ContainerModel
import Synchronization

/// Names the editing session of a file.
package struct EditingTicket: Hashable, Sendable {
    let number: Int
}

/// Files that an editor has, gets next, or had, until what it saved is in its place.
package final class EditingSessions: Sendable {
    private struct State {
        var sessions: [EditingTicket: EditingSession] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// No file is edited.
    package init() {}

    /// The session of a ticket; nil where it has ended.
    package subscript(ticket: EditingTicket) -> EditingSession? { state.withLock { $0.sessions[ticket] } }

    func add(_ session: EditingSession) -> EditingTicket {
        state.withLock { state in
            state.last += 1
            let ticket = EditingTicket(number: state.last)
            state.sessions[ticket] = session
            return ticket
        }
    }

    /// Ends a session: the lock, and the copy unless it is kept.
    func remove(_ ticket: EditingTicket) {
        // What ends with it touches the disk, and nobody has to wait for that.
        let session = state.withLock { $0.sessions.removeValue(forKey: ticket) }
        _ = session
    }

    /// Gives all files up: the locks, and the copies that were not changed.
    /// - Returns: what there is to say of those that were.
    package func end() -> [Notice] {
        let sessions = state.withLock { state in
            defer { state.sessions = [:] }
            return state.sessions.values.map { $0 }
        }
        return sessions.filter(\.isCopyKept).map { session in
            let kept = session.keepCopy().map { ": \($0)" } ?? ""
            return Notice("\(String(decoding: session.original.name, as: UTF8.self)) was not saved" + kept)
        }
    }
}
