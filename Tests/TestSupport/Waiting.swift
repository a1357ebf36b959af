import System

/// Polls until there is a result, for conditions without notification. Open files and their locks are such a case: a
/// process that another test is about to start holds those of this process until it executes its program.
/// - Parameter what: A description of the result, for the error message.
/// - Throws: `WaitingError` after a minute, and the errors of `attempt`.
package func waitFor<Result>(_ what: String, _ attempt: () throws -> Result?) throws -> Result {
    let end = time(nil) + 60
    while true {
        if let result = try attempt() { return result }
        guard time(nil) < end else { throw WaitingError(what: what) }
        usleep(1_000)
    }
}

/// Polls until a condition is true.
package func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
    try waitFor(what) { try condition() ? () : nil }
}

/// The timeout of a wait.
package struct WaitingError: Error {
    package let what: String
}
