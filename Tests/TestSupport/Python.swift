/// The Python interpreter, from which many expected values come.
package enum Python {
    /// Whether Python is available.
    package static let isAvailable = hasCommand("python3")

    /// Runs a script and returns its standard output.
    /// - Throws: `PythonError` if the script fails.
    @discardableResult
    package static func run(_ script: String, _ arguments: [String]) throws -> [UInt8] {
        let result = try runCommand(["python3", "-c", script] + arguments)
        guard result.status == 0 else { throw PythonError(message: String(decoding: result.stderr, as: UTF8.self)) }
        return result.stdout
    }

    /// Runs a script and returns the nonempty lines of its output.
    /// - Throws: `PythonError` if the script fails.
    package static func lines(_ script: String, _ arguments: [String]) throws -> [String] {
        String(decoding: try run(script, arguments), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    }
}

/// The failure of a script, with its standard error.
package struct PythonError: Error {
    package let message: String
}
