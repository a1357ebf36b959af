import ContainerModel
import FileSharing
import Jobs
import Queries
import Transactions

/// A task and how far it is.
struct TaskEntry: Sendable {
    /// What a task does.
    enum Subject: Sendable {
        /// - Parameter actor: The actor of this operation alone; nil for the one that the browser acts as.
        case operation(FileOperation, as: ActingParty?)
        /// A query or a reading, as last reported.
        case request(BackgroundTask)
    }

    enum Stage: Hashable, Sendable {
        /// Waits to be planned until the operations before it have ended, since what it applies to depends on them.
        case deferred
        /// Being planned.
        case planning
        /// Waits for the user; `conflicts` has the answers so far.
        case asking
        /// Waits to run after the operations before it.
        case waiting
        case running
        case ended(Completion.State)
    }

    /// Its place among all tasks, the latest having the greatest ticket.
    let ticket: Ticket
    private(set) var subject: Subject
    var stage: Stage
    /// The root of the container that was open when it began; it can be tried again only there. nil for a query or a
    /// reading whose container was left: opened again, it is read anew.
    private(set) var container: Root?
    /// What the operation would do, and what has to be asked.
    var preparation: Preparation?
    /// Why an undo may not be what the user means, which is asked first.
    var caution: String?
    /// The user's decisions about name conflicts.
    var conflicts = ConflictAnswers()
    var progress: Progress?
    var rate = ProgressRate()
    /// Whether the user cancelled it.
    var isCancelled = false
    /// Whether it failed, or did in part, and the user has not looked at the list of tasks since.
    var isUnseen = false
    /// A sentence that says how it ended; not sanitized.
    var summary = ""
    /// The number of files that a search in contents has found; nil until it is done.
    private(set) var found: Int?

    init(ticket: Ticket, _ subject: Subject, stage: Stage = .planning, container: Root) {
        self.ticket = ticket
        self.subject = subject
        self.stage = stage
        self.container = container
    }

    var title: String {
        switch subject {
        case .operation(let operation, _): operation.title
        case .request(let task): task.title
        }
    }

    /// The operation; nil for a query or a reading.
    var operation: FileOperation? {
        if case .operation(let operation, _) = subject { return operation }
        return nil
    }

    /// The actor of this operation alone.
    var actor: ActingParty? {
        if case .operation(_, let actor) = subject { return actor }
        return nil
    }

    /// The query or reading; nil for an operation.
    var request: BackgroundTask? {
        if case .request(let task) = subject { return task }
        return nil
    }

    /// Whether it is neither at work nor waiting.
    var isOver: Bool {
        if case .ended = stage { return true }
        return false
    }

    /// Whether it is an operation whose edited text is nowhere else.
    var holdsUnsavedEdit: Bool { operation?.holdsUnsavedEdit == true }

    /// Whether it has been submitted to be run and has not ended.
    var isSubmitted: Bool { stage == .waiting || stage == .running }

    /// Whether it is an operation that is at work or will be.
    var isBusy: Bool {
        guard let operation else { return false }
        return switch stage {
        case .deferred, .waiting, .running: true
        case .planning: operation.holdsUnsavedEdit
        case .asking, .ended: false
        }
    }

    /// Whether the user has to confirm, apart from deciding name conflicts.
    var isConfirmationNeeded: Bool { caution != nil || preparation?.confirmation != nil }

    /// Whether it failed or was cancelled, and can be tried again.
    var canBeRetried: Bool {
        guard case .ended(let end) = stage, end != .done else { return false }
        // The text of an edited file or list is kept elsewhere, as the message about the failure says.
        return !holdsUnsavedEdit && operation?.namesList == nil
    }

    /// Returns what is said of the operation before it is confirmed.
    /// - Parameters:
    ///   - keys: The keys that it names.
    ///   - pathText: Returns a path of this computer for display.
    func notices(_ keys: KeyInput, showing pathText: ([UInt8]) -> String) -> [String] {
        guard let preparation else { return [] }
        if let caution, operation?.kind.isAboutHistory == true {
            return [caution] + (preparation.history?.sentences.suffix(1) ?? [])
        }
        return [caution].compactMap(\.self)
            + (preparation.confirmation?.reasons.contains(.changedSince) == true
                ? [] : preparation.history?.sentences ?? [])
            + preparation.noticesGravestFirst(in: Wording(keys)).flatMap { $0.text(showing: pathText) }
    }

    /// Adopts what has to be asked before the operation runs, or goes on.
    mutating func ask(_ preparation: Preparation, caution: String? = nil) {
        self.preparation = preparation
        self.caution = caution
        conflicts = ConflictAnswers(to: preparation)
    }

    /// Notes that the operation runs. What was counted before is no progress of it.
    mutating func noteStart() {
        stage = .running
        progress = nil
        rate = ProgressRate()
    }

    /// Notes how far it is.
    mutating func receiveProgress(_ progress: Progress) {
        self.progress = progress
        rate.add(progress)
    }

    /// Notes that the user has cancelled the query or reading: its answer is not awaited.
    mutating func cancelRequest() {
        isCancelled = true
        stage = .ended(.cancelled)
    }

    /// Notes that the container of the query or reading was left.
    mutating func leaveContainer() { container = nil }

    /// Takes a report about the query or reading.
    /// - Returns: Whether it stays in the list.
    mutating func receiveTask(_ task: BackgroundTask, found: Int?, isShown: Bool) -> Bool {
        switch task.stage {
        case .running where isCancelled: return true
        case .running: break
        case .failed(let reason):
            stage = .ended(.failed)
            summary = reason
            isUnseen = !isShown && !isCancelled
        case .stopped:
            stage = .ended(.cancelled)
            guard isCancelled else { return false }
        case .done:
            guard task.contentsSearch != nil else { return false }
            stage = .ended(.done)
            self.found = found
        }
        subject = .request(task)
        receiveProgress(task.progress)
        return true
    }
}
