import System

/// A program that edits a file on this terminal, which it must have to itself.
package struct Editor: Sendable {
    /// Opens a file of this computer and waits until the editor has exited. The path has no NUL. Throws if the editor
    /// cannot be run or fails.
    package let open: @Sendable (_ hostPath: [UInt8]) throws(EditorError) -> Void

    /// Creates an editor from what opens a file.
    package init(open: @escaping @Sendable (_ hostPath: [UInt8]) throws(EditorError) -> Void) { self.open = open }

    /// The user's editor: `$VISUAL`, `$EDITOR`, or vi.
    package static let fromEnvironment = Editor { (hostPath) throws(EditorError) in
        let editor = command
        // The variables may contain arguments or a shell function, so a shell parses them, as everywhere else; the path is
        // a separate argument. ^C, and what asks this program to end, is meant for the editor: the shell waits for it.
        let status = TerminalProgram.runOnTerminal(
            script: "\(check(of: editor))trap : INT QUIT TERM HUP; \(editor) \"$1\"", [hostPath])
        guard status == 0 else { throw EditorError(editor, status: status) }
    }

    /// Returns a command that ends the shell, with the status and without the message it would have, if the editor is
    /// missing; empty if the editor is more than the name of a program and arguments.
    private static func check(of editor: String) -> String {
        let word = editor.prefix { $0 != " " }
        let isName = word.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || "/._+-".utf8.contains(byte)
        }
        return isName && !word.isEmpty && !word.hasPrefix("-") ? "command -v \(word) >/dev/null 2>&1 || exit 127; " : ""
    }

    private static var command: String {
        for name in ["VISUAL", "EDITOR"] {
            if let value = getenv(name), value[0] != 0 { return String(cString: value) }
        }
        return "vi"
    }
}
