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

/// Waits until the last change at or below some paths is a while ago: files that changed just before are treated with
/// caution.
/// - Parameter seconds: How long ago it has to be.
package func waitUntilSettled(for seconds: Double, below paths: String...) throws {
    let times = try runCommand(["find"] + paths + ["-printf", "%C@\\n"]).lines.compactMap { Double($0) }
    let last = times.max() ?? 0
    try waitUntil("the last change to be \(seconds) seconds ago") {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9 - last > seconds
    }
}

/// The timeout of a wait.
package struct WaitingError: Error {
    package let what: String
}
