package import ContainerModel
package import Jobs
import Queries

/// A query or a reading that takes long, as a worker reports it.
package struct BackgroundTask: Sendable {
    /// Tells it from the other tasks.
    package let number: Int
    /// The title, such as `count sizes`.
    package let title: String
    /// The item that it is about; nil for none.
    package let subject: ContainerPath?
    /// The request for it.
    package let effect: BrowserEffect
    /// How far it is.
    package var stage: TaskState
    /// How much of it is done.
    package var progress: Progress

    /// The request for a search in contents; nil for anything else. Such a search stays in the list when it is done.
    var contentsSearch: DirectoryRequest? {
        guard case .readDirectory(let request) = effect, request.reach.question != nil else { return nil }
        return request
    }

    /// Creates a task from a report about it.
    package init(_ report: TaskReport, title: String, subject: ContainerPath?, effect: BrowserEffect) {
        self.title = title
        self.subject = subject
        self.effect = effect
        number = report.number
        stage = report.state
        progress = report.progress
    }
}
