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
        // The variables may contain arguments or a shell function, so a shell parses them; the path is passed as an
        // argument of its own. ^C is meant for the editor, so the shell traps it and keeps running.
        let script = "trap : INT QUIT; \(editor) \"$1\""
        let words = ["/bin/sh", "-c", script, "sh"].map { Array($0.utf8) } + [hostPath]
        let arguments = words.map { word in strdup((word + [0]).map { CChar(bitPattern: $0) }) }
        defer { for argument in arguments { free(argument) } }
        let status = (arguments.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { buffer in
            sandglass_run(buffer.baseAddress)
        }
        guard status == 0 else { throw EditorError(editor, status: status) }
    }

    private static var command: String {
        for name in ["VISUAL", "EDITOR"] {
            if let value = getenv(name), value[0] != 0 { return String(cString: value) }
        }
        return "vi"
    }
}
