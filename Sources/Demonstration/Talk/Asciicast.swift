import AppLifecycle
import Formats
package import Screen
import System

/// A recording of a terminal in the format of asciinema: asciicast, version 2
/// (https://docs.asciinema.org/manual/asciicast/v2/).
///
/// A line of JSON with the size, and one for each output: the time in seconds, "o", and the text.
package struct Asciicast: Sendable {
    private let size: Size
    private var events: [(milliseconds: Int, text: String)] = []
    private var end = 0

    /// Creates an empty recording.
    package init(size: Size) { self.size = size }

    /// Adds a picture, which stays for some time.
    package mutating func add(_ frame: Frame, milliseconds: Int) {
        let lines = String(decoding: SnapshotText.bytes(of: frame), as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        // The last line has no line feed, which would scroll the screen.
        let text = "\u{1b}[?25l\u{1b}[H\u{1b}[2J" + lines.prefix(frame.size.rows).joined(separator: "\r\n")
        events.append((end, text))
        end += milliseconds
    }

    /// The file.
    package var bytes: [UInt8] {
        let members: [(String, JSONValue)] = [
            ("version", .number(JSONNumber(2))), ("width", .number(JSONNumber(size.columns))),
            ("height", .number(JSONNumber(size.rows))),
            ("title", .string("sandglass: who sees the screen of a suspended app?")),
        ]
        // The last picture stays as well.
        let outputs = events + [(end, "\u{1b}[?25h\r\n")]
        let lines =
            [.object(members.map { .init(name: $0.0, value: $0.1) })]
            + outputs.map { milliseconds, text -> JSONValue in
                let seconds = JSONNumber(Double(milliseconds) / 1_000) ?? JSONNumber(0)
                return .array([.number(seconds), .string("o"), .string(text)])
            }
        return lines.flatMap { JSONWriter.line($0) + [0x0a] }
    }
}

/// A new file for a recording, made before there is one: a place that cannot be written to is found at once.
///
/// It is removed if nothing is written to it.
package final class AsciicastFile {
    private let path: [CChar]
    private let file: Int32
    private var isWritten = false

    /// Creates the file.
    /// - Throws: `DemonstrationError` if it exists or cannot be created.
    package init(at path: [UInt8]) throws(DemonstrationError) {
        let path = (path + [0]).map { CChar(bitPattern: $0) }
        let made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        // Before anything is stored: there is no file of ours to be removed.
        guard made >= 0 else { throw .current("make the file", path) }
        self.path = path
        file = made
    }

    /// Writes the recording.
    /// - Throws: `DemonstrationError` if it cannot be written.
    package func write(_ recording: Asciicast) throws(DemonstrationError) {
        do throws(Errno) {
            try writeAll(recording.bytes, to: file)
        } catch {
            throw DemonstrationError("write", DemonstrationError.text(path), error)
        }
        isWritten = true
    }

    deinit {
        if !isWritten { unlink(path) }
        close(file)
    }
}
