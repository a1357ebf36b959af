import ContainerModel
import FileSharing
import Transactions

/// What the editor returns, and what the user is told before an undo.
extension TaskList {
    /// Applies what the user edited, or says why not.
    mutating func update(_ ending: EditorEnding, _ context: inout ComponentContext) -> [BrowserEffect] {
        if let summary = ending.summary { context.say(summary, isError: ending.isFailure) }
        switch ending {
        case .changed(let operation): return begin(operation, &context)
        case .unchanged(let kind): undo.noteIneffective(kind, .unchanged)
        case .inPlace(let item):
            undo.noteIneffective(.edit, .inPlace)
            context.request(.reread(item.root))
        case .mistaken(let mistake):
            undo.noteIneffective(.edit, .failed)
            context.request(.show(MistakePanel(mistake)))
        case .rejected(let rejection):
            undo.noteIneffective(.rename, .failed)
            context.request(.show(NamesPanel(rejection)))
        case .failed(let kind, let error, let kept):
            undo.noteIneffective(kind, .failed)
            guard !kept.isEmpty else { break }
            let lines = ([error.notice] + kept).flatMap { $0.text(showing: context.pathText) }
            context.request(.show(ReportPanel(kind.title, lines: lines)))
        }
        return []
    }

    /// Asks what to do with the edited list of names of an operation that did not apply them.
    /// - Parameter problem: The reason, a sentence that is not sanitized.
    func offerNames(of operation: FileOperation, _ problem: String, _ context: inout ComponentContext) {
        guard let list = operation.namesList else { return }
        context.request(.show(NamesPanel(NamesRejection(list, problem))))
    }

    /// Returns the first sentence of an undo's question if the undo may not be what the user means: the last operation changed
    /// nothing, so that an older one is undone, or it was not done in this session.
    func caution(before preparation: Preparation, _ context: ComponentContext) -> String? {
        if case .restore = preparation.operation {
            return "What differs is replaced, what is missing comes back, and what was added goes to the trash; "
                + "\(context.keys.key("undo")) undoes it."
        }
        guard preparation.operation.kind == .undo else { return nil }
        if let ineffective = undo.ineffective(in: context.shownRoots) { return ineffective.sentence }
        guard let history = preparation.history else { return nil }
        if context.shownRoots.contains(.computer) {
            // All of this computer counts as shown: whatever else was done there is not meant.
            let isOwn = undo.lastOperation.map { !$0.roots.contains(where: \.isContainer) } ?? false
            if !history.concernsContainer, !isOwn {
                return "This was done on this computer, and not just now in this browser."
            }
        }
        // It asks anyway, and names the operation.
        guard preparation.confirmation == nil else { return nil }
        return undo.ownOperations.contains(history.number) || history.number <= undo.agreedUndo
            ? nil : "This was done before this session, or by another process."
    }
}

extension EditorEnding {
    fileprivate var isFailure: Bool {
        if case .failed = self { return true }
        return false
    }
}
