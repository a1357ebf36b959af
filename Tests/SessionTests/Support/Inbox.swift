import Jobs
import System
import Testing

/// Collects the messages of a mailbox in order, and waits for those that a test wants.
final class Inbox<Message: Sendable> {
    private let mailbox: Mailbox<Message>
    /// All messages received so far.
    private(set) var messages: [Message] = []

    init(_ mailbox: Mailbox<Message>) { self.mailbox = mailbox }

    /// Receives messages until the condition holds for all those received so far.
    func wait(
        for what: String,
        sourceLocation: SourceLocation = #_sourceLocation,
        until condition: ([Message]) throws -> Bool
    ) throws {
        while try !condition(messages) {
            var descriptor = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            let exists = poll(&descriptor, 1, 60_000) == 1
            try #require(exists, "timed out waiting for \(what)", sourceLocation: sourceLocation)
            messages += mailbox.drain()
        }
    }

    /// Waits for the first message for which `find` returns a value, and returns that value.
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

    /// Receives the messages that have arrived, without waiting.
    func takeWhatIsThere() { messages += mailbox.drain() }

    /// Forgets the messages received so far.
    func forget() { messages = [] }
}
