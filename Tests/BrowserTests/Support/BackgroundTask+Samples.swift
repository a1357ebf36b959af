import ContainerModel
import Jobs
import Queries

@testable import Browser

extension BackgroundTask {
    /// Creates a task that has just been reported.
    init(number: Int, title: String, subject: ContainerPath?, effect: BrowserEffect) {
        let nothing = Progress(filesDone: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0, name: [], nanoseconds: 0)
        self.init(
            TaskReport(number: number, state: .running, progress: nothing), title: title, subject: subject,
            effect: effect)
    }
}
