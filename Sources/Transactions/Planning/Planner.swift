import ContainerModel
package import FileTree
package import Jobs

/// Looks at what somebody wants to have changed, and changes nothing.
package struct Planner: Sendable {
    private let environment: TransactionEnvironment
    private let roots: RootTable

    /// - Parameters:
    ///   - environment: whose trash will be used.
    ///   - roots: the handles of what requests name.
    package init(environment: TransactionEnvironment, roots: RootTable) {
        self.environment = environment
        self.roots = roots
    }

    /// Counts, and finds conflicts and what has to be refused.
    ///
    /// - Parameter progress: told of items and bytes as they are counted.
    /// - Throws: `TransactionError`, with `cancelled` where it was cancelled. What is wrong with single changes is
    ///   among the plan's refusals.
    package func plan(
        _ request: ChangeRequest,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> Plan {
        var planning = Planning(request, environment, roots, progress, cancellation)
        for change in request.changes { try planning.add(change) }
        for batch in request.batches { try planning.add(batch) }
        return planning.finished()
    }
}
