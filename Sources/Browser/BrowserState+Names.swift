import ContainerModel
import FileSharing
import Screen

/// Renaming of one item or several, and lists of names that cannot be applied.
extension BrowserState {
    /// Begins to rename an item to the name that the user entered.
    mutating func rename(_ item: ItemAddress, to name: [UInt8]) -> [BrowserEffect] {
        guard let operation = FileOperation.renaming([item], to: [name]) else {
            sayUnchangedNames()
            return []
        }
        return begin(operation)
    }

    /// Begins to rename items to the names that the user edited, or says why not.
    mutating func receive(_ ending: NamesEnding) -> [BrowserEffect] {
        switch ending {
        case .renaming(let operation): return begin(operation)
        case .unchanged: sayUnchangedNames()
        case .rejected(let rejection):
            noteIneffective("rename", "failed and changed nothing")
            show(NamesPanel(rejection))
        case .failed(let error, let kept):
            failEditing("rename", ([error.notice] + kept).flatMap { $0.text(showing: pathText) })
        }
        return []
    }

    private mutating func sayUnchangedNames() {
        say("rename: \(NamesEnding.unchangedSentence)")
        noteIneffective("rename", "changed nothing")
    }

    /// Asks what to do with the edited list of names of an operation that did not apply them.
    /// - Parameter problem: The reason, a sentence that is not sanitized.
    mutating func offerNames(of operation: FileOperation, _ problem: String) {
        guard let list = operation.namesList else { return }
        show(NamesPanel(NamesRejection(list, problem)))
    }

    /// Reports that the editor failed.
    /// - Parameter lines: Sentences, the failure first; not sanitized.
    mutating func failEditing(_ title: String, _ lines: [String]) {
        say(lines[0], isError: true)
        noteIneffective(title, "failed and changed nothing")
        if lines.count > 1 { show(ReportPanel(title, lines: lines)) }
    }
}
