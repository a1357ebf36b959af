import TestSupport

/// Runs Python programs, which are independent of the code under test.
enum Python {
    static var isThere: Bool { hasCommand("python3") }

    /// - Returns: The lines that the program printed.
    static func lines(_ program: String, _ arguments: String...) throws -> [String] {
        let result = try runCommand(["python3", "-c", program] + arguments)
        guard result.status == 0 else { throw PythonError(message: String(decoding: result.stderr, as: UTF8.self)) }
        return String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

struct PythonError: Error {
    let message: String
}
