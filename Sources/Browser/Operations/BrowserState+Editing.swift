import ContainerModel
import FileSharing
import Screen
import Transactions

/// The results of the editor, renaming of one item, and lists of names that cannot be applied.
extension BrowserState {
    /// Applies what the user edited, or says why not.
    mutating func receiveEditorEnding(_ ending: EditorEnding) -> [BrowserEffect] {
        if let summary = ending.summary { say(summary, isError: ending.isFailure) }
        switch ending {
        case .changed(let operation): return beginOperation(operation)
        case .unchanged(let kind): undo.noteIneffective(kind, .unchanged)
        case .inPlace(let item):
            undo.noteIneffective(.edit, .inPlace)
            return Side.allCases.filter { root(of: $0) == item.root }.flatMap { refresh($0) }
        case .mistaken(let mistake):
            undo.noteIneffective(.edit, .failed)
            show(MistakePanel(mistake))
        case .rejected(let rejection):
            undo.noteIneffective(.rename, .failed)
            show(NamesPanel(rejection))
        case .failed(let kind, let error, let kept):
            undo.noteIneffective(kind, .failed)
            guard !kept.isEmpty else { break }
            show(ReportPanel(kind.title, lines: ([error.notice] + kept).flatMap { $0.text(showing: pathText) }))
        }
        return []
    }

    /// Begins to rename an item to the name that the user entered.
    mutating func rename(_ item: ItemAddress, to name: [UInt8]) -> [BrowserEffect] {
        receiveEditorEnding(FileOperation.renaming([item], to: [name]).map { .changed($0) } ?? .unchangedNames)
    }

    /// Asks what to do with the edited list of names of an operation that did not apply them.
    /// - Parameter problem: The reason, a sentence that is not sanitized.
    mutating func offerNames(of operation: FileOperation, _ problem: String) {
        guard let list = operation.namesList else { return }
        show(NamesPanel(NamesRejection(list, problem)))
    }
}

extension EditorEnding {
    fileprivate var isFailure: Bool {
        if case .failed = self { return true }
        return false
    }
}
