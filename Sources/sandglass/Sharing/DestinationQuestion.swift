import ArgumentParser
import ContainerModel
import FileSharing
import Glibc
import Jobs
import Screen
import Transactions

/// Asks what is meant by a destination that does not exist, or refuses it where there is no terminal to ask on.
struct DestinationQuestion {
    /// What the person means.
    enum Answer {
        case suggestion(ItemAddress)
        case name
        case directory
    }

    private let question: Destination.Question

    init(_ question: Destination.Question) { self.question = question }

    /// - Throws: `Failure` where nobody can be asked, there is nothing to choose from, or the person gives up.
    func answer() throws -> Answer {
        guard question.suggestion != nil || question.canBeDirectory else { throw refusal }
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { throw refusal }
        writeError(sentence)
        while true {
            writeQuestion("\(choices)? ")
            guard let line = answerLine() else { break }
            switch line.lowercased().filter({ !$0.isWhitespace }) {
            case "y": if let suggestion = question.suggestion { return .suggestion(suggestion) }
            case "n": if question.canBeName { return .name }
            case "m": if question.canBeDirectory { return .directory }
            case "c", "": throw Failure("cancelled; nothing was changed", code: 128 + SIGINT)
            default: continue
            }
        }
        throw Failure("cancelled; nothing was changed", code: 128 + SIGINT)
    }

    private var name: DisplayText { shownPath(question.item.hostPath) }

    private var sentence: String {
        if let suggestion = question.suggestion {
            return "\(name) does not exist. Did you mean \(shownPath(suggestion.hostPath))?"
        }
        let isAlone = !question.canBeName && !question.canBeDirectory
        return "\(name) does not exist" + (isAlone ? ", nor does the directory around it." : ".")
    }

    private var choices: String {
        let choices = [
            question.suggestion == nil ? nil : "[y]es",
            question.canBeName ? "[n]ew name" : nil,
            question.canBeDirectory ? "[m]ake the directory" : nil,
            "[c]ancel",
        ]
        return choices.compactMap(\.self).joined(separator: ", ")
    }

    private var refusal: Failure {
        let way =
            question.canBeName
            ? " If it is the new name, say --new-name."
            : question.canBeDirectory && question.suggestion == nil
                ? " Make the directory first, with `\(!question.item.root.isContainer ? "mkdir" : "sandglass mkdir")`."
                : ""
        return Failure(.noInput, sentence + way)
    }
}

/// What can be said about the last path, on every command that puts items somewhere.
struct DestinationOptions: ParsableArguments {
    @Flag(help: "The destination is the item's new name, even where something of nearly the same name is beside it.")
    var newName = false
}
