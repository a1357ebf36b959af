import ArgumentParser
import ContainerModel
import FileSharing
import Jobs
import Screen
import System

/// Editing files and lists of names as part of an operation.
extension OperationRun {
    /// Opens a file in the editor.
    /// - Returns: The operation that saves the edited text; nil if nothing was changed.
    /// - Throws: `EditorError`, after reporting what is kept of the user's work.
    func edit(_ file: EditableFile) throws -> FileOperation? {
        let saving: FileOperation?
        do throws(EditorError) {
            saving = try pipeline.openEditor(file)
        } catch {
            if let ticket = file.ticket { say(pipeline.giveUp(ticket)) }
            throw error
        }
        // From here on ^C cancels: ending the program at once would lose what the user wrote.
        Interruption.watch()
        if saving == nil { writeError("sandglass: edit: nothing was changed") }
        return saving
    }

    /// Saves the edited text.
    /// - Throws: As `run`, after reporting what is kept of the user's work.
    func save(_ file: EditableFile, by saving: FileOperation) throws -> Completion? {
        do {
            return try run(try prepare(saving)).completion
        } catch {
            // Does nothing if the file was released already.
            if let ticket = file.ticket { say(pipeline.giveUp(ticket)) }
            throw error
        }
    }

    // MARK: Lists of names

    /// Renames items to the names that the user enters in the editor, which are never discarded before they are
    /// applied.
    func rename(inEditor items: [ItemAddress]) throws {
        var ending = pipeline.editNames(of: items)
        while true {
            switch ending {
            case .unchanged: return writeError("sandglass: rename: \(NamesEnding.unchangedSentence)")
            case .failed(let error, let kept):
                say(kept)
                throw Failure(error)
            case .rejected(let rejection):
                ending = try editAgain(rejection, after: Failure(OperationError(rejection.code, rejection.sentence)))
            case .renaming(let operation):
                do {
                    return try carryOut(operation)
                } catch {
                    // If the names were applied, something else failed.
                    guard let list = operation.namesList, pipeline.isPending(list) else { throw error }
                    ending = try editAgain(NamesRejection(list, Self.reason(error)), after: error)
                }
            }
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard let failure = error as? Failure else { return "it failed" }
        return failure.status == 128 + SIGINT ? NamesRejection.abandoned : failure.message
    }

    /// Asks whether to edit a list again, and opens it.
    /// - Throws: The error if the user declines or cannot be asked; the list is kept.
    private func editAgain(_ rejection: NamesRejection, after error: any Error) throws -> NamesEnding {
        guard Self.canAsk, !Interruption.cancellation.isCancelled else {
            say(pipeline.giveUp(rejection.list.ticket))
            throw error
        }
        let failure = error as? Failure
        failure?.report()
        // ^C is also an answer: the user must be told where the list is kept.
        Interruption.watch()
        writeQuestion("\(NamesRejection.question) [Y/n] ")
        let answer = answerLine()?.filter { !$0.isWhitespace }.lowercased()
        if answer == "" || answer == "y" || answer == "yes" { return pipeline.editNames(again: rejection) }
        say(pipeline.giveUp(rejection.list.ticket))
        throw ExitCode(failure?.status ?? (error as? ExitCode)?.rawValue ?? ExitStatus.data.rawValue)
    }
}
