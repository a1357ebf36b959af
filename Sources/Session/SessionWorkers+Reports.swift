import Browser
import ContainerModel
import Inspection
import Jobs

/// Questions that take a walk through the container to answer.
extension SessionWorkers {
    func answer(_ question: ContainerQuestion) {
        guard let container else { return }
        let cancellation = presentBackground
        submit(walks) { answer in
            guard let found = question.answer(for: container, cancellation: cancellation) else { return }
            answer(.answered(question, found))
        }
    }

    func sizeBackup(_ ticket: Ticket, below path: ContainerPath) {
        guard let container else { return }
        let cancellation = presentReading(.container)
        submit(walks) { answer in
            guard let sizes = BackupSizes(below: path, of: container, cancellation: cancellation) else { return }
            answer(.backupSized(ticket, sizes))
        }
    }
}
