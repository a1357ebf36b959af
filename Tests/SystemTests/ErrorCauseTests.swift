import System
import Testing

/// An error as the modules have them.
private struct Problem: CausedError, Hashable {
    var message: String
    var cause: ErrorCause?

    init(_ message: String, _ cause: (any Error)? = nil) {
        self.message = message
        self.cause = cause.map { ErrorCause($0) }
    }
}

@Suite("Causes of errors")
struct ErrorCauseTests {
    @Test(
        "the system's error is found at the end of the causes, however many there are",
        arguments: [
            (Problem("a", Errno.noSpace), Errno.noSpace),
            (Problem("a", PathError(.isDirectory, Array("/d".utf8))), .isDirectory),
            (Problem("a", Problem("b", Problem("c", Errno.brokenPipe))), .brokenPipe),
            (Problem("a", Problem("b")), nil),
            (Problem("a"), nil),
        ] as [(Problem, Errno?)])
    private func system(problem: Problem, expected: Errno?) {
        #expect(problem.systemError == expected)
    }

    @Test("two errors with causes that say the same are equal, and with others they differ")
    func equality() {
        #expect(Problem("a", Errno.noSpace) == Problem("a", Errno.noSpace))
        #expect(Problem("a", Errno.noSpace) != Problem("a", Errno.fileExists))
        #expect(Problem("a", Errno.noSpace) != Problem("a"))
        #expect(Set([Problem("a", Errno.noSpace), Problem("a", Errno.noSpace)]).count == 1)
        // Of another type, although it says the same.
        #expect(ErrorCause(Problem("a")) != ErrorCause(Errno.noSpace))
    }
}
