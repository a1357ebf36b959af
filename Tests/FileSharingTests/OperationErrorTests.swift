import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@testable import FileSharing

/// The consequences of an unreadable item for a command: `sandglass help statuses`, after sysexits.h.
@Suite("Errors of operations", .onManyThreads)
struct OperationErrorTests {
    @Test(
        "an item that is not there is missing input, one behind a link is bad data, and a failing disk is an I/O error",
        arguments: [
            (ENOENT, OperationError.Code.noInput, "no such file or directory"),
            (EACCES, .noInput, "could not read the file: permission denied on this computer"),
            (ENOTDIR, .noInput, "could not read the file: a component of the path is not a directory"),
            (EMFILE, .noInput, "could not read the file: too many files are open; raise `ulimit -n`"),
            (ELOOP, .data, "could not read the file: a symbolic link is in the path; not followed"),
            (EIO, .inputOutput, "could not read the file: Input/output error"),
        ])
    func numbers(number: Int32, code: OperationError.Code, message: String) {
        let error = FileTreeError(errno: number, operation: "read the file", path: "Documents/a")
        let reported = OperationError(error, at: .init(.computer, "Documents/a"))
        #expect(reported.code == code && reported.message == message)
        #expect(reported.hostPath == Array("/Documents/a".utf8))
        // The cause is kept down to the system call.
        #expect(reported.cause == ErrorCause(error) && reported.systemError == Errno(rawValue: number))
    }

    @Test("a damaged item is bad data, an unusable one is missing input, and no system call has failed")
    func words() {
        let damaged = FileTreeError(operation: "read the file", damaged: "the archive is truncated")
        let unusable = FileTreeError(operation: "read the file", unusable: "it is encrypted")
        for (error, code) in [(damaged, OperationError.Code.data), (unusable, .noInput)] {
            let reported = OperationError(error, at: .init(.computer, "a"))
            #expect(reported.code == code && reported.systemError == nil)
        }
    }
}
