import ContainerModel
import Synchronization
package import Transactions

/// Identifies a file or a list of names that is being edited.
package struct EditingTicket: Hashable, Sendable {
    let number: Int
    /// The operation that it is for.
    package var kind = OperationKind.edit
}

/// The files and lists of names that are being edited, until the changes are applied.
package final class EditingSessions: Sendable {
    private struct State {
        var sessions: [EditingTicket: EditingSession] = [:]
        var names: [EditingTicket: NamesEditing] = [:]
        var last = 0

        mutating func nextTicket(for kind: OperationKind) -> EditingTicket {
            last += 1
            return EditingTicket(number: last, kind: kind)
        }
    }

    private let state = Mutex(State())

    /// Creates an empty set of sessions.
    package init() {}

    /// The session of a file; nil if it has ended.
    package subscript(ticket: EditingTicket) -> EditingSession? { state.withLock { $0.sessions[ticket] } }

    /// An edited list of names; nil if it was applied or released.
    func names(of ticket: EditingTicket) -> NamesEditing? { state.withLock { $0.names[ticket] } }

    func add(_ session: EditingSession) -> EditingTicket {
        state.withLock { state in
            let ticket = state.nextTicket(for: .edit)
            state.sessions[ticket] = session
            return ticket
        }
    }

    func add(_ names: NamesEditing) -> EditingTicket {
        state.withLock { state in
            let ticket = state.nextTicket(for: .rename)
            state.names[ticket] = names
            return ticket
        }
    }

    /// Ends a session: releases the lock, and removes the copy or the list unless it is kept.
    func remove(_ ticket: EditingTicket) {
        // Deallocated after the lock is released, because that accesses the disk.
        let ended = state.withLock { state in
            (state.sessions.removeValue(forKey: ticket), state.names.removeValue(forKey: ticket))
        }
        _ = ended
    }

    /// Ends all sessions: releases the locks, and removes the copies and lists that are not kept.
    /// - Returns: A notice for each that is kept.
    package func end() -> [Notice] {
        let (sessions, names) = state.withLock { state in
            defer { (state.sessions, state.names) = ([:], [:]) }
            return (state.sessions.values.map { $0 }, state.names.values.map { $0 })
        }
        let unsaved = sessions.filter(\.isCopyKept).map { session in
            let kept = session.keepCopy().map { ": \($0)" } ?? ""
            return Notice("\(String(decoding: session.original.name, as: UTF8.self)) was not saved" + kept)
        }
        return unsaved + names.flatMap { $0.keep() }
    }
}
