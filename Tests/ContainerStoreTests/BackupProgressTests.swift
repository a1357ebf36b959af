import System
import TestSupport
import Testing

@testable import ContainerStore

@Suite("The output of idevicebackup2")
struct BackupProgressTests {
    /// Receives an output in parts of a size.
    private func progress(_ output: String, inParts size: Int = .max) -> BackupProgress {
        var progress = BackupProgress()
        var rest = Array(output.utf8)[...]
        while !rest.isEmpty {
            progress.readOutput(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        return progress
    }

    // As idevicebackup2 1.3.0 prints it with the device double: bars of files, and bars of the whole backup.
    private static func bar(_ count: Int, _ text: String) -> String {
        "\r[" + String(repeating: "=", count: count) + String(repeating: " ", count: 50 - count) + "] " + text
    }

    @Test("the last complete bar counts, whatever pieces the output comes in", arguments: [1, 2, 7, .max])
    func bars(size: Int) {
        let output =
            "Backup directory is \"/b\"\nFull backup mode.\nReceiving files\n"
            + Self.bar(2, "  3% (9 Bytes/722 Bytes)     ")
            + Self.bar(23, " 45% Finished\n") + Self.bar(40, " 80% (9 Bytes/722 Bytes)     ") + "\r[====="
        #expect(progress(output, inParts: size).thousandths == 450)
        #expect(progress("Requesting backup from device...\n", inParts: size).thousandths == nil)
        #expect(progress(Self.bar(50, "100% Finished\n"), inParts: size).thousandths == 1_000)
    }

    @Test("names with percent signs and absurd numbers are no progress")
    func others() {
        #expect(progress("Receiving 99% files\n").thousandths == nil)
        #expect(progress("\r[==] 101% Finished\r[==] 99999999999999999999% Finished\n").thousandths == nil)
    }

    @Test("errors are found by their first line")
    func errors() {
        let failed = progress(
            "ERROR: Could not perform backup protocol version exchange, error code -1\nERROR: other\n")
        #expect(failed.complaint == "Could not perform backup protocol version exchange, error code -1")
        #expect(progress("Backup Failed (Error Code 104).\n").hasFailed)
        #expect(!progress("Backup Successful.\n").hasFailed)
    }
}
