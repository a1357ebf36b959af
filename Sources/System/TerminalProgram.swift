/// Programs that a person has chosen, and that have the terminal until they exit.
package enum TerminalProgram {
    /// Runs a program and waits for its end.
    /// - Parameters:
    ///   - words: Assignments to variables of its environment, if any; the program; its arguments. They have no NUL.
    ///   - directory: Where it runs; nil for the current directory.
    ///   - pauses: Whether Enter has to be pressed before this returns, so that its output can be read.
    /// - Returns: The exit status, 128 plus the signal if it was killed, 127 if there is no such program; less than 0, a
    ///   negated errno, if nothing could be started.
    package static func runOnTerminal(_ words: [[UInt8]], in directory: [UInt8]? = nil, pausing pauses: Bool = false)
        -> Int32
    {
        // ^C, and what asks this program to end, is meant for the other one first, so a shell between them stays. It
        // interprets none of the words, and env(1) keeps it from taking the first one for a command of its own.
        let script = """
            [ -z "$1" ] || cd -- "$1" || exit
            pauses=$2
            shift 2
            case $1 in *=*) ;; *) command -v "$1" >/dev/null 2>&1 || exit 127 ;; esac
            trap : INT QUIT TERM HUP
            env -- "$@"
            status=$?
            [ -z "$pauses" ] || { printf '\\n[Enter returns to sandglass] '; read -r answer; }
            exit $status
            """
        return runOnTerminal(script: script, [directory ?? [], pauses ? Array("yes".utf8) : []] + words)
    }

    /// Runs a script of the shell, with arguments, and waits for its end.
    /// - Returns: As above.
    package static func runOnTerminal(script: String, _ arguments: [[UInt8]]) -> Int32 {
        let words = ["/bin/sh", "-c", script, "sh"].map { Array($0.utf8) } + arguments
        let copies = words.map { word in strdup((word + [0]).map { CChar(bitPattern: $0) }) }
        defer { for copy in copies { free(copy) } }
        return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { sandglass_run($0.baseAddress) }
    }
}
