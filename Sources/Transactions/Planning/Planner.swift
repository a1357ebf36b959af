package import ContainerModel
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

    /// Plans changes: counts their items, and finds conflicts and changes that have to be refused.
    ///
    /// - Parameters:
    ///   - kind: The operation that makes the changes, as recorded in the journal. An export is warned of names that
    ///     macOS or Windows would treat as equal.
    ///   - actor: The role on whose behalf they are made.
    ///   - onError: What to do when a change fails.
    ///   - progress: Updated with items and bytes as they are counted.
    /// - Throws: `TransactionError` with code `cancelled` if planning was cancelled. Problems of single changes are
    ///   among the plan's refusals.
    package func plan(
        _ changes: ChangeSet,
        as kind: OperationKind,
        by actor: ActingParty = .owner,
        onError: ErrorPolicy = .goOn,
        progress: ProgressMeter,
        cancellation: Cancellation
    ) throws(TransactionError) -> Plan {
        var planning = Planning(changes, as: kind, environment, roots, progress, cancellation)
        for change in changes.changes { try planning.add(change) }
        for batch in changes.batches { try planning.add(batch) }
        return planning.finished(by: actor, onError)
    }
}
