import Browser
import System
import Terminal

/// Programs that the user starts, and that have the terminal meanwhile.
extension Session {
    /// Runs a program to its end. The screen is covered and given back first, as for an editor.
    func start(_ program: OutsideProgram, on terminal: Terminal) {
        let status = terminal.withTerminalReleased { Self.run(program.command) }
        carryOut(state.update(.outsideEnded(program, status: status)), on: terminal)
    }

    /// - Returns: The exit status; less than 0 if no shell can be started.
    static func run(_ command: OutsideProgram.Command) -> Int32 {
        let words = ["/bin/sh", "-c", command.script, "sh"].map { Array($0.utf8) } + command.arguments
        let arguments = words.map { word in strdup((word + [0]).map { CChar(bitPattern: $0) }) }
        defer { for argument in arguments { free(argument) } }
        return (arguments.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { sandglass_run($0.baseAddress) }
    }
}

extension OutsideProgram {
    /// A script of the shell, and its arguments.
    struct Command: Hashable {
        var script: String
        var arguments: [[UInt8]]
    }

    /// The script that runs the program. Paths are arguments, so that no name is ever interpreted as a part of a
    /// script.
    var command: Command {
        switch self {
        case .shell(let directory):
            // In mc, a key returns; here the shell has the terminal to itself.
            let script = """
                cd -- "$1" || exit
                printf '[exit returns to sandglass]\\n'
                exec "${SHELL:-/bin/sh}"
                """
            return Command(script: script, arguments: [directory])
        case .command(let line, let paths, let directory):
            // ^C is meant for the program. Its output is gone once the browser is back.
            let script = """
                cd -- "$1" || exit
                shift
                trap : INT QUIT
                \(Self.filled(line))
                status=$?
                printf '\\n[Enter returns to sandglass] '
                read -r answer
                exit $status
                """
            return Command(script: script, arguments: [directory] + paths)
        case .pager(let path, let isReadOnly):
            // With LESSSECURE, less(1) neither edits nor writes nor starts anything.
            let secure = isReadOnly ? "export LESSSECURE=1; " : ""
            return Command(
                script: "\(secure)trap : INT QUIT; ${PAGER:-less} \"$1\"", arguments: [path])
        }
    }

    /// Returns a command line with all paths in place of each `%`; `%%` is a `%`.
    private static func filled(_ line: String) -> String {
        let all = "\"$@\""
        var filled = ""
        var isFilled = false
        var rest = Substring(line)
        while let next = rest.popFirst() {
            guard next == "%" else {
                filled.append(next)
                continue
            }
            if rest.first == "%" {
                filled.append(rest.removeFirst())
            } else {
                filled += all
                isFilled = true
            }
        }
        return isFilled ? filled : "\(filled) \(all)"
    }
}
