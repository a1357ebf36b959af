package import ContainerModel
package import Jobs

/// A query or a reading that takes long, as a worker reports it.
package struct BackgroundTask: Sendable {
    /// How far a task is.
    package enum Stage: Hashable, Sendable {
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

    /// Tells it from the other tasks.
    package let number: Int
    /// What it is, such as `count sizes`.
    package let title: String
    /// The item that it is about; nil for none.
    package let subject: ContainerPath?
    /// The request for it.
    package let effect: BrowserEffect
    /// How far it is.
    package var stage = Stage.running
    /// How much of it is done.
    package var progress = Progress(
        filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0, name: [], nanoseconds: 0)

    /// The request for a search in contents; nil for anything else. Such a search stays in the list when it is done.
    var contentsSearch: DirectoryRequest? {
        guard case .readDirectory(let request) = effect, request.reach.question != nil else { return nil }
        return request
    }

    /// Creates a running task.
    package init(number: Int, title: String, subject: ContainerPath?, effect: BrowserEffect) {
        self.number = number
        self.title = title
        self.subject = subject
        self.effect = effect
    }
}
