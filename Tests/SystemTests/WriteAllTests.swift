import System
import TestSupport
import Testing

@Suite("Writing all bytes")
struct WriteAllTests {
    /// Creates a pipe whose ends block, or fail instead.
    private func makePipe(waits: Bool) throws -> (reader: Descriptor, writer: Descriptor) {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            if !waits { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        }
        return (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    }

    private func takeSome(_ reader: Descriptor, into bytes: inout [UInt8]) {
        var some = [UInt8](repeating: 0, count: 10_000)
        let count = read(reader.number, &some, some.count)
        if count > 0 { bytes += some[..<count] }
    }

    @Test("a pipe that accepts some bytes at a time receives all of them in order")
    func parts() throws {
        let (reader, writer) = try makePipe(waits: false)
        // A pipe holds 65,536 bytes (pipe(7)).
        let sent = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        var received: [UInt8] = []
        var waits = 0
        try writeAll(sent, to: writer.number) {
            waits += 1
            takeSome(reader, into: &received)
        }
        while received.count < sent.count { takeSome(reader, into: &received) }
        #expect(received == sent && waits > 0)
    }

    @Test("a full pipe is an error if the caller cannot wait for it")
    func full() throws {
        let (reader, writer) = try makePipe(waits: false)
        #expect(throws: Errno(rawValue: EWOULDBLOCK)) {
            try writeAll([UInt8](repeating: 1, count: 300_000), to: writer.number)
        }
        withExtendedLifetime(reader) {}
    }

    @Test("writing no bytes succeeds, even with an invalid descriptor")
    func nothing() throws { try writeAll([], to: -1) }

    @Test("a failed write throws the system's error")
    func failures() throws {
        #expect(throws: Errno(rawValue: EBADF)) { try writeAll([1], to: -1) }
        let full = Descriptor(owning: open("/dev/full", O_WRONLY | O_CLOEXEC))
        #expect(throws: Errno.noSpace) { try writeAll([1], to: full.number) }
    }

    @Test("a write that signals interrupt continues to its end")
    func interrupted() throws {
        let (reader, writer) = try makePipe(waits: true)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        var before = sigaction()
        sigaction(SIGUSR2, &action, &before)
        defer { sigaction(SIGUSR2, &before, nil) }
        let sent = [UInt8](repeating: 7, count: 300_000)
        let reading = try ReadingThread(reader, interrupting: pthread_self(), until: sent.count)
        try writeAll(sent, to: writer.number)
        #expect(reading.wait() == sent.count)
    }
}

/// Reads a number of bytes from a pipe on its own thread, and sends another thread a signal before each read.
private final class ReadingThread: @unchecked Sendable {
    private let reader: Descriptor
    private let writer: pthread_t
    private let expected: Int
    private var thread = pthread_t()
    private var count = 0

    init(_ reader: Descriptor, interrupting writer: pthread_t, until expected: Int) throws {
        (self.reader, self.writer, self.expected) = (reader, writer, expected)
        let started = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<ReadingThread>.fromOpaque(argument).takeUnretainedValue().read() }
                return nil
            }, Unmanaged.passUnretained(self).toOpaque())
        try #require(started == 0)
    }

    private func read() {
        var some = [UInt8](repeating: 0, count: 5_000)
        while count < expected {
            pthread_kill(writer, SIGUSR2)
            let received = System.read(reader.number, &some, some.count)
            guard received > 0 else { return }
            count += received
        }
    }

    func wait() -> Int {
        pthread_join(thread, nil)
        return count
    }
}
