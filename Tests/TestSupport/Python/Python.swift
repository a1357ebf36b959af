package import System

/// The Python interpreter, from which many expected values come.
package enum Python {
    /// The words that start the interpreter: itself, because `python3` may be a script of a version manager, and
    /// without the module `site`, which examines every installed package. Either takes longer than most of the scripts.
    package static let command: [String] = {
        let found = try? runCommand(["python3", "-c", "import sys; print(sys.executable)"])
        guard let path = found?.lines.first else { return ["python3"] }
        return [String(path), "-S"]
    }()

    /// Runs a script and waits for its end, as `python3 -c` would.
    /// - Parameter input: The script's standard input; empty if nil.
    package static func result(
        of script: String, _ arguments: [String] = [], input: [UInt8]? = nil
    ) throws -> CommandResult {
        if let server = PythonServer.shared, server.isInSameNamespace {
            return try server.run(script, arguments, input: input)
        }
        return try runCommand(command + ["-c", script] + arguments, input: input)
    }

    /// Runs a script and returns its standard output.
    /// - Throws: `PythonError` if the script fails.
    @discardableResult
    package static func run(_ script: String, _ arguments: [String], input: [UInt8]? = nil) throws -> [UInt8] {
        let result = try result(of: script, arguments, input: input)
        guard result.status == 0 else { throw PythonError(message: result.errors) }
        return result.stdout
    }

    /// Starts a script that goes on while the test does; the caller ends it and waits for its end.
    package static func start(_ script: String, _ arguments: [String]) throws -> pid_t {
        var words: [UnsafeMutablePointer<CChar>?] = (command + ["-c", script] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        var attributes = try defaultSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        let failure = posix_spawnp(&process, command[0], nil, &attributes, &words, environ)
        guard failure == 0 else { throw CommandError(call: "posix_spawnp", number: failure) }
        return process
    }

    /// Runs a script and returns the nonempty lines of its output.
    /// - Throws: `PythonError` if the script fails.
    package static func lines(_ script: String, _ arguments: [String]) throws -> [String] {
        String(decoding: try run(script, arguments), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    }

    /// Runs a script and returns the nonempty lines of its output.
    /// - Throws: `PythonError` if the script fails.
    package static func lines(_ script: String, _ arguments: String...) throws -> [String] {
        try lines(script, arguments)
    }
}

/// The failure of a script, with its standard error.
package struct PythonError: Error {
    package let message: String
}
