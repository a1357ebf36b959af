import ContainerModel
import Synchronization

/// Identifies an editing session.
package struct EditingTicket: Hashable, Sendable {
    let number: Int
}

/// The editing sessions from the time a file is prepared until its contents are saved.
package final class EditingSessions: Sendable {
    private struct State {
        var sessions: [EditingTicket: EditingSession] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Creates an empty set of sessions.
    package init() {}

    /// The session of a ticket; nil if it has ended.
    package subscript(ticket: EditingTicket) -> EditingSession? { state.withLock { $0.sessions[ticket] } }

    func add(_ session: EditingSession) -> EditingTicket {
        state.withLock { state in
            state.last += 1
            let ticket = EditingTicket(number: state.last)
            state.sessions[ticket] = session
            return ticket
        }
    }

    /// Ends a session: releases the lock, and removes the copy unless it is kept.
    func remove(_ ticket: EditingTicket) {
        // Deallocated after the lock is released, because that accesses the disk.
        let session = state.withLock { $0.sessions.removeValue(forKey: ticket) }
        _ = session
    }

    /// Ends all sessions: releases the locks, and removes the copies that are not kept.
    /// - Returns: A notice for each copy that is kept.
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
