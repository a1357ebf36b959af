import ContainerModel
package import FileTree
package import Jobs

/// Plans changes without making any.
package struct Planner: Sendable {
    private let environment: TransactionEnvironment
    private let roots: RootTable

    /// Creates a planner.
    /// - Parameters:
    ///   - environment: The environment whose trash will be used.
    ///   - roots: The open roots of the requests' addresses.
    package init(environment: TransactionEnvironment, roots: RootTable) {
        self.environment = environment
        self.roots = roots
    }

    /// Plans a request: counts its items, and finds conflicts and changes that have to be refused.
    ///
    /// - Parameter progress: Updated with items and bytes as they are counted.
    /// - Throws: `TransactionError` with code `cancelled` if planning was cancelled. Problems of single changes are
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
