import System

/// The editor that the person uses: `$VISUAL`, `$EDITOR`, or vi.
package enum Editor {
    /// Has a file edited on this terminal, which nothing else may use meanwhile, and waits until the editor has ended.
    /// - Parameter hostPath: on this computer, without NUL.
    /// - Throws: `EditorError` where the editor cannot be run, or says that it failed.
    package static func open(_ hostPath: [UInt8]) throws(EditorError) {
        let editor = command
        // The variables may hold arguments, or a function of the shell: a shell takes them apart, and the path is passed
        // on as it is. ^C is for the editor; the shell between must outlive it.
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
