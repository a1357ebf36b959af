import Synchronization
import System

/// Messages from workers to the thread that runs the event loop, with a descriptor that wakes its `poll`.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    /// Readable while messages are waiting.
    package let descriptor: Int32

    /// Creates an empty mailbox.
    /// - Throws: `JobsError` if the system is out of descriptors.
    package init() throws(JobsError) {
        descriptor = sandglass_event_descriptor()
        guard descriptor >= 0 else { throw JobsError("make an event descriptor", Errno(rawValue: -descriptor)) }
    }

    deinit { close(descriptor) }

    /// Adds a message, from any thread, and wakes the loop if the mailbox was empty.
    package func post(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        guard wasEmpty else { return }
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Removes and returns all messages, oldest first, and resets the descriptor.
    package func drain() -> [Message] {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        return messages.withLock { messages in
            let taken = messages
            messages = []
            return taken
        }
    }
}
