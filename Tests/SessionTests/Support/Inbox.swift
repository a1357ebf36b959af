import Jobs
import System
import Testing

/// Takes what comes to a mailbox, in order, and waits for what is wanted of it.
final class Inbox<Message: Sendable> {
    private let mailbox: Mailbox<Message>
    /// All that has come.
    private(set) var messages: [Message] = []

    init(_ mailbox: Mailbox<Message>) { self.mailbox = mailbox }

    /// Takes messages as they come until the condition holds of all that have come.
    func wait(
        for what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        until condition: ([Message]) throws -> Bool
    ) throws {
        while try !condition(messages) {
            var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            let isThere = poll(&descriptor, 1, 60_000) == 1
            try #require(isThere, "waited in vain for \(what)", sourceLocation: sourceLocation)
            messages += mailbox.drain()
        }
    }

    /// Waits for the first message of which `find` makes something.
    func first<Found>(
        _ what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ find: (Message) -> Found?
    ) throws -> Found {
        var found: Found?
        try wait(for: what, sourceLocation: sourceLocation) { messages in
            found = messages.lazy.compactMap(find).first
            return found != nil
        }
        return try #require(found)
    }

    /// Takes what has come already, and waits for nothing.
    func takeWhatIsThere() { messages += mailbox.drain() }

    /// Forgets what has come.
    func forget() { messages = [] }
}
