import AppLifecycle
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
        let title = Self.json("sandglass: who sees the screen of a suspended app?")
        var lines = ["{\"version\": 2, \"width\": \(size.columns), \"height\": \(size.rows), \"title\": \(title)}"]
        lines += events.map { "[\(Self.seconds($0.milliseconds)), \"o\", \(Self.json($0.text))]" }
        // The last picture stays as well.
        lines.append("[\(Self.seconds(end)), \"o\", \(Self.json("\u{1b}[?25h\r\n"))]")
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    private static func seconds(_ milliseconds: Int) -> String {
        let rest = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    /// Returns a text as a string of JSON (RFC 8259, section 7).
    private static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(Character(scalar))
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
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
