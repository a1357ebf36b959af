import ContainerModel
package import Jobs

/// What a removal did.
package struct RemovalReport: Sendable, Equatable {
    /// Items that are gone.
    package var items = 0
    /// What could not be removed; the directories around it are not told again.
    package var failures = BoundedList<ItemFailure>()
    /// Whether it ended before its end because somebody asked for that.
    package var isCancelled = false

    /// A report of nothing.
    package init() {}

    /// Whether nothing is left.
    package var isComplete: Bool { failures.isEmpty && !isCancelled }
}

/// Removes whole trees by handles and through no link.
package struct TreeRemover {
    /// Whose trees are removed.
    package enum Owner: Hashable, Sendable {
        /// The person's: what its permissions protect stays.
        case person
        /// This program's temporaries: directories that may not be written are made writable first.
        case program
    }

    private let owner: Owner
    private let progress: ProgressMeter
    private let cancellation: Cancellation
    private let onFailure: FailurePolicy

    /// A remover for one batch.
    package init(
        of owner: Owner,
        progress: ProgressMeter,
        cancellation: Cancellation,
        onFailure: FailurePolicy
    ) {
        self.owner = owner
        self.progress = progress
        self.cancellation = cancellation
        self.onFailure = onFailure
    }
}
