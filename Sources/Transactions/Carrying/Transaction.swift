package import Jobs

/// Carries plans out.
package enum Transaction {
    /// Does what the plan says, durably, and writes it into the journal.
    ///
    /// - Parameters:
    ///   - lockTimeout: how many seconds to wait for another process that is changing one of the containers.
    ///   - progress: told of files and bytes as they are copied.
    ///   - cancellation: what is finished stays, and nothing half is left.
    /// - Throws: `TransactionError` where nothing was begun, or the journal could not be written. What is wrong with
    ///   single items is in the outcome.
    package static func carryOut(
        _ plan: Plan,
        in environment: TransactionEnvironment,
        lockTimeout: Double = 10,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> Outcome {
        throw TransactionError(.cancelled, "nothing was begun")
    }
}
