import System

/// The user's editor: `$VISUAL`, `$EDITOR`, or vi.
package enum Editor {
    /// Opens a file in the editor on this terminal, which nothing else may use meanwhile, and waits for the editor to
    /// exit.
    /// - Parameter hostPath: The path on this computer, without NUL.
    /// - Throws: `EditorError` if the editor cannot be run, or exits with an error.
    package static func open(_ hostPath: [UInt8]) throws(EditorError) {
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
