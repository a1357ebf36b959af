/// The interpreter that many expected values come from.
package enum Python {
    /// Whether there is one.
    package static let isAvailable = hasCommand("python3")

    /// Runs a script and gives back what it printed.
    /// - Throws: `PythonError` where the script failed.
    @discardableResult
    package static func run(_ script: String, _ arguments: [String]) throws -> [UInt8] {
        let result = try runCommand(["python3", "-c", script] + arguments)
        guard result.status == 0 else { throw PythonError(message: String(decoding: result.stderr, as: UTF8.self)) }
        return result.stdout
    }

    /// The lines that a script printed.
    /// - Throws: `PythonError` where the script failed.
    package static func lines(_ script: String, _ arguments: [String]) throws -> [String] {
        String(decoding: try run(script, arguments), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    }
}

/// What a script said on its way out.
package struct PythonError: Error {
    package let message: String
}
