import Screen
import System
import TestSupport

/// A sample container and a directory of this computer, which tests open in the browser.
final class SharingBrowser {
    /// ^e, which does the same as F4.
    static let edit = "\u{5}"

    private static let rows = 50

    let folder = TemporaryDirectory()
    let container: SampleContainer

    init() throws {
        container = try SampleContainer()
        _ = try runCommand([
            "mkdir", "-p", folder.path + "/here", folder.path + "/state", folder.path + "/data",
            folder.path + "/temporary",
        ])
        try writeText("a letter\n", to: "here/zz letter.txt")
    }

    private func writeText(_ text: String, to name: String) throws { try folder.write(text.utf8, to: name) }

    /// Starts the browser on the sample's Documents, in a separate directory.
    /// - Parameters:
    ///   - sharing: Whether to enter sharing mode.
    ///   - editor: A shell script that gets the path of a file.
    func start(sharing: Bool = false, editor: String = "") throws -> PseudoTerminal {
        try writeText(editor, to: "editor")
        let terminal = try PseudoTerminal(
            sandglass,
            [container.path],
            environment: [
                "TERM": "xterm-256color", "TERM_PROGRAM": "contour", "XDG_STATE_HOME": folder.path + "/state",
                "XDG_DATA_HOME": folder.path + "/data", "XDG_CONFIG_HOME": folder.path + "/config",
                "TMPDIR": folder.path + "/temporary", "EDITOR": "f() { sh '\(folder.path)/editor' \"$@\"; }; f",
            ],
            size: Size(columns: 140, rows: Self.rows),
            directory: folder.path + "/here"
        )
        try terminal.waitFor("Documents/")
        try terminal.go(to: "Documents/note 1.txt")
        if sharing {
            try terminal.send("S")
            try terminal.waitFor("zz letter.txt")
        }
        return terminal
    }

    /// Returns whether something exists at a path of this computer.
    func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the remaining copies and lists for editors.
    func leftovers() throws -> [String] {
        try runCommand(["find", folder.path + "/temporary", "-mindepth", "1"]).lines.map(String.init)
    }

    /// Returns the contents of a file of the container.
    func text(_ path: String) throws -> String {
        String(decoding: try readFile(container.path + "/" + path), as: UTF8.self)
    }

    /// Adds an Inbox with a file.
    func makeInbox() throws {
        _ = try runCommand([
            "/bin/sh", "-c", "mkdir \"$1\"; printf mail > \"$1/mail.txt\"", "sh", container.path + "/Documents/Inbox",
        ])
    }

    /// Closes the report that is on screen.
    /// - Parameter text: The text of the report.
    func closeReport(on terminal: PseudoTerminal, saying text: String) throws {
        try terminal.send("\u{1b}")
        // In the middle of a redraw, the report is not there either, nor is the last row below it.
        try terminal.waitUntil("the report to go") { screen in
            let isDrawn = screen.lines.count == Self.rows && screen.lines.last?.contains { $0 != " " } == true
            return isDrawn && !screen.text.contains(text)
        }
    }
}
