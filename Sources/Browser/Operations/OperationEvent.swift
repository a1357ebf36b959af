package import FileSharing
package import Jobs
package import Transactions

/// What is to be done with an operation. `.cancel(.operation)` discards its plan, or stops it.
package enum OperationRequest: Sendable {
    /// Determine what an operation would do, without changing anything. Answers: `planned` or `failed`.
    case plan(FileOperation, for: Requester)
    /// Run a planned operation after those already running, with one policy for each name conflict. Answers: `begun`,
    /// then `progress` repeatedly, then `ended`.
    case run(Preparation, [ConflictPolicy])
}

/// What a worker reports about an operation.
package enum OperationEvent: Sendable {
    /// What the operation would do.
    case planned(Preparation)
    /// The operation is impossible.
    case failed(OperationError)
    case begun
    case progress(Progress)
    case ended(OperationEnding)
}

/// The user's answer to a question about an operation.
enum OperationAnswer: Sendable {
    case confirm
    /// Answer one name conflict, or all remaining ones.
    case resolve(ConflictAnswers.Offer)
    /// Begin again, with the destination that the user meant.
    case redirect(Destination)
    case giveUp
}
