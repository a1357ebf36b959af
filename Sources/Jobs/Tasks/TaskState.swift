/// How far a task is.
package enum TaskState: Hashable, Sendable {
    case running
    case done
    /// It was cancelled, by the user or because its answer was no longer needed.
    case stopped
    /// It has no answer. The reason is for the user; not sanitized.
    case failed(String)

    /// Whether it has no answer.
    package var isFailure: Bool {
        if case .failed = self { return true }
        return false
    }
}

/// A report about a task: that it takes long, how much of it is done, or that it is over.
package struct TaskReport: Sendable {
    /// Tells the task from the others of its register.
    package let number: Int
    /// How far it is.
    package let state: TaskState
    /// How much of it is done.
    package let progress: Progress

    /// Creates a report.
    package init(number: Int, state: TaskState, progress: Progress) {
        (self.number, self.state, self.progress) = (number, state, progress)
    }
}
