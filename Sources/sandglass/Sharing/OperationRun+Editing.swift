import ArgumentParser
import ContainerModel
import FileSharing
import Jobs
import Screen
import System

/// Editing files and lists of names as part of an operation.
extension OperationRun {
    /// Opens a file in the editor, and saves the edited text.
    /// - Returns: The completion; nil if nothing was changed.
    /// - Throws: `Failure` or as `runPlanned`, after reporting the kept copy of the user's work.
    func edit(_ file: EditableFile) throws -> Completion? {
        var ending = pipeline.openEditor(file)
        // From here on ^C cancels: ending the program at once would lose the user's edits.
        Interruption.watch()
        while case .mistaken(let mistake) = ending { ending = try editAgain(mistake) }
        guard let saving = try operation(ending) else { return nil }
        do {
            return try runPlanned(try planCounting(saving)).completion
        } catch {
            // Does nothing if the file was released already.
            if let ticket = file.ticket { say(pipeline.giveUp(ticket)) }
            throw error
        }
    }

    /// Returns the operation that applies the edits; nil, after reporting that, if nothing was changed.
    /// - Throws: `Failure`, after reporting the kept copy of the user's work.
    private func operation(_ ending: EditorEnding) throws -> FileOperation? {
        switch ending {
        case .changed(let operation): return operation
        case .unchanged, .inPlace, .mistaken: say(ending)
        case .failed(_, let error, let kept):
            say(kept)
            throw Failure(error)
        case .rejected(let rejection):
            throw Failure(OperationError(rejection.code, rejection.sentence))
        }
        return nil
    }

    /// Asks whether to edit a text again that cannot be saved, and opens it.
    /// - Throws: `Failure`, after reporting where the text is kept, if the user declines or cannot be asked.
    private func editAgain(_ mistake: EditingMistake) throws -> EditorEnding {
        let failure = Failure(OperationError(.data, at: mistake.file.item.hostPath, mistake.sentence))
        if Self.canAsk, !Interruption.cancellation.isCancelled {
            failure.report()
            writeQuestion("\(EditingMistake.question) [Y/n] ")
            let answer = answerLine()?.filter { !$0.isWhitespace }.lowercased()
            Interruption.watch()
            if answer == "" || answer == "y" || answer == "yes" { return pipeline.openEditor(mistake.file) }
            if let ticket = mistake.file.ticket { say(pipeline.giveUp(ticket)) }
            throw ExitCode(failure.status)
        }
        if let ticket = mistake.file.ticket { say(pipeline.giveUp(ticket)) }
        throw failure
    }

    /// Reports an ending that nothing follows.
    func say(_ ending: EditorEnding) {
        if let summary = ending.summary { writeError("sandglass: \(DisplayText(summary))") }
    }

    // MARK: Lists of names

    /// Renames items to the names that the user enters in the editor, which are never discarded before they are
    /// applied.
    func rename(inEditor items: [ItemAddress]) throws {
        var ending = pipeline.editNames(of: items)
        while true {
            do {
                guard let operation = try operation(ending) else { return }
                return try runAndEnd(operation)
            } catch {
                guard let rejection = rejection(ending, error) else { throw error }
                ending = try editAgain(rejection, after: error)
            }
        }
    }

    /// Why a list was not applied; nil if it is not pending any more, so that something else failed.
    private func rejection(_ ending: EditorEnding, _ error: any Error) -> NamesRejection? {
        if case .rejected(let rejection) = ending { return rejection }
        guard case .changed(let operation) = ending, let list = operation.namesList, pipeline.isPending(list) else {
            return nil
        }
        return NamesRejection(list, Self.reason(error))
    }

    private static func reason(_ error: any Error) -> String {
        guard let failure = Failure(of: error) else { return "it failed" }
        return failure.status == 128 + SIGINT ? NamesRejection.abandoned : failure.message
    }

    /// Asks whether to edit a list again, and opens it.
    /// - Throws: The error if the user declines or cannot be asked; the list is kept.
    private func editAgain(_ rejection: NamesRejection, after error: any Error) throws -> EditorEnding {
        guard Self.canAsk, !Interruption.cancellation.isCancelled else {
            say(pipeline.giveUp(rejection.list.ticket))
            throw error
        }
        let failure = Failure(of: error)
        failure?.report()
        // ^C is also an answer: the user must be shown where the list is kept.
        Interruption.watch()
        writeQuestion("\(NamesRejection.question) [Y/n] ")
        let answer = answerLine()?.filter { !$0.isWhitespace }.lowercased()
        if answer == "" || answer == "y" || answer == "yes" { return pipeline.editNames(again: rejection) }
        say(pipeline.giveUp(rejection.list.ticket))
        throw ExitCode(failure?.status ?? (error as? ExitCode)?.rawValue ?? ExitStatus.data.rawValue)
    }
}
