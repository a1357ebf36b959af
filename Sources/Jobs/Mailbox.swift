import Synchronization
import System

/// Messages from workers to the one thread that runs the loop, with a descriptor that wakes its `poll`.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    /// Becomes readable when there is something in the mailbox.
    package let descriptor: Int32

    /// - Throws: `JobsError` where the system has no descriptors left.
    package init() throws(JobsError) {
        descriptor = sandglass_event_descriptor()
        guard descriptor >= 0 else { throw JobsError(operation: "make an event descriptor", errno: -descriptor) }
    }

    deinit { close(descriptor) }

    /// Puts a message in, from any thread, and wakes the loop if it was empty.
    package func post(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        guard wasEmpty else { return }
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes everything out, oldest first, and lets the descriptor rest.
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

/// A failure of the machinery itself: no descriptor or no thread could be had.
package struct JobsError: Error, CustomStringConvertible {
    /// What was tried, as it follows "could not".
    package let operation: String
    /// The system's reason.
    package let errno: Int32

    package var description: String { "could not \(operation): \(String(cString: strerror(errno)))" }
}
