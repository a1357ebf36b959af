import System

/// Tries until there is a result: for what nobody tells of. An open file and its lock are such a case: a process that
/// another test is about to run has those of this one until it runs its program.
/// - Parameter what: what is waited for, for the message when it does not come.
/// - Throws: `WaitingError` after a minute, and what `attempt` throws.
package func waitFor<Result>(_ what: String, _ attempt: () throws -> Result?) throws -> Result {
    let end = time(nil) + 60
    while true {
        if let result = try attempt() { return result }
        guard time(nil) < end else { throw WaitingError(what: what) }
        usleep(1_000)
    }
}

/// Calls `waitFor` until a condition holds.
package func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
    try waitFor(what) { try condition() ? () : nil }
}

/// What did not come.
package struct WaitingError: Error {
    package let what: String
}
