import ContainerModel
import FileSharing
import FoundationEssentials
import Screen
import System
import Transactions

/// Questions on the terminal. Without a terminal, anything not decided by options is refused.
extension OperationRun {
    static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    private static let cancelled = Failure(OperationError.cancelled)

    /// Asks for confirmation. A command states the user's intent, so it asks only about facts that the user cannot have
    /// known.
    /// - Throws: `Failure` if the user declines or cannot be asked.
    func confirm(_ preparation: Preparation) throws {
        guard let confirmation = preparation.confirmation else { return }
        let reasons = confirmation.reasons
        if reasons.contains(.elsewhere), let step = preparation.history {
            let verb = preparation.operation.title
            guard Self.canAsk else {
                throw Failure(
                    .refused,
                    "nothing was changed: number \(step.number) did not concern the container of the working "
                        + "directory; give its number (`sandglass \(verb) \(step.number)`), or the container "
                        + "(`--container PATH`)")
            }
            try Self.askWhether("It did not concern the container of the working directory. \(verb.capitalized) it?")
        }
        if reasons.contains(.changedSince), let changed = confirmation.changed {
            throw Failure(.refused, DisplayText(changed.refusal(insistingWith: "--trash-changed")).description)
        }
        if reasons.contains(.apart), Self.canAsk {
            try Self.askWhether("Take them apart?")
        } else if reasons.contains(.apart), !options.isAlone {
            throw Failure(
                .refused, "nothing was changed: name the database, with which its log goes, or add --alone")
        }
        if reasons.contains(.undoLimit) || reasons.contains(.mergedNames), Self.canAsk {
            try Self.askWhether("Go on?")
        }
    }

    /// Asks a question that only a yes confirms.
    /// - Throws: `Failure` for any other answer.
    private static func askWhether(_ question: String) throws {
        writeQuestion("\(question) [y/N] ")
        let answer = answerLine()?.filter { !$0.isWhitespace }.lowercased()
        guard answer == "y" || answer == "yes" else { throw cancelled }
    }

    // MARK: Destinations

    /// Asks for the meaning of a destination that does not exist.
    /// - Throws: `Failure` if the user cannot be asked, has no choice, or cancels.
    func ask(_ question: DestinationQuestion) throws -> Destination {
        let sentence = question.sentence { shownPath($0).description }
        guard question.places.isEmpty || Self.canAsk else {
            let other = question.inside.map { "; `--to \(shownPath($0.hostPath))` puts them there as they are" } ?? ""
            throw Failure(.usage, "\(sentence) --merge does that\(other)")
        }
        guard !question.places.isEmpty || question.suggestion != nil || question.canBeDirectory, Self.canAsk else {
            let isInContainer = question.item.root.isContainer
            let way =
                question.canBeName
                ? " To use it as the new name, add --new-name."
                : question.canBeDirectory && question.suggestion == nil
                    ? ". Create the directory first, with `\(isInContainer ? "sandglass mkdir" : "mkdir")`." : ""
            throw Failure(.noInput, sentence + way)
        }
        writeError(sentence)
        let choices = question.answers.map(\.choice) + ["[c]ancel"]
        while true {
            writeQuestion("\(choices.joined(separator: ", "))? ")
            guard let key = answerLine()?.lowercased().filter({ !$0.isWhitespace }), key != "c", key != "" else {
                throw Self.cancelled
            }
            let answer = question.answers.first { $0.choice.hasPrefix("[\(key)]") }
            if let destination = answer.flatMap(question.destination) { return destination }
        }
    }

    // MARK: Name conflicts

    /// Decides name conflicts by asking on the terminal: nothing is replaced silently.
    /// - Throws: `Failure` if there is no terminal, or if the user cancels.
    func answers(to preparation: Preparation) throws -> [ConflictPolicy] {
        var conflicts = ConflictAnswers(to: preparation)
        guard conflicts.next == nil || Self.canAsk else { throw refusal(preparation.conflicts) }
        while let question = conflicts.next { conflicts.accept(try ask(question, conflicts.offers)) }
        return conflicts.answers
    }

    /// Reports the conflicts that cannot be asked about.
    private func refusal(_ questions: [ConflictQuestion]) -> Failure {
        say(questions.map { Notice(at: $0.target.hostPath, $0.refusal) })
        return Failure(
            .cannotCreate,
            options.conflicts == .replace
                ? "nothing was changed: --on-conflict replace never replaces a directory with a file, or a file with a "
                    + "directory, without asking. Remove or rename the existing item, or use --on-conflict "
                    + "skip or keep-both"
                : "nothing was changed: use --on-conflict skip, replace or keep-both")
    }

    private func ask(_ question: ConflictQuestion, _ offers: [ConflictAnswers.Offer]) throws -> ConflictAnswers.Offer {
        writeError("\(shownPath(question.target.hostPath)) already exists: \(question.occupant).")
        if question.conflict.changesKind { writeError(question.consequenceOfReplacing) }
        let other = question.conflict.otherName.map { " (as \(DisplayText(bytes: $0)))" } ?? ""
        let words: [ConflictPolicy: String] = [
            .replace: "[r]eplace", .keepBoth: "[k]eep both\(other)", .skip: "[s]kip",
        ]
        let order: [ConflictPolicy] = [.replace, .keepBoth, .skip]
        func offered(forAll: Bool) -> [ConflictPolicy] {
            order.filter { policy in offers.contains { $0.policy == policy && $0.isForAll == forAll } }
        }
        let single = offered(forAll: false).compactMap { words[$0] }.joined(separator: ", ")
        let forAll = offered(forAll: true).map { $0.key.uppercased() }.joined(separator: ", ")
        while true {
            writeQuestion("\(single);\(forAll.isEmpty ? "" : " \(forAll) for all;") [c]ancel? ")
            guard let key = answerLine()?.filter({ !$0.isWhitespace }), key != "c", key != "" else {
                throw Self.cancelled
            }
            if let offer = offers.first(where: { ($0.isForAll ? $0.policy.key.uppercased() : $0.policy.key) == key }) {
                return offer
            }
            if key == "r", let refusal = question.refusalToReplace {
                writeError("It cannot be replaced: \(DisplayText(refusal))")
            }
        }
    }
}

extension DestinationQuestion.Answer {
    /// The choice, with its key in brackets.
    fileprivate var choice: String {
        switch self {
        case .suggestion: "[y]es"
        case .name: "[n]ew name"
        case .directory: "[m]ake the directory"
        case .places: "[m]erge"
        case .inside: "[p]ut them into Documents as they are"
        }
    }
}

extension ConflictPolicy {
    /// The key that chooses the decision; in upper case for all conflicts.
    fileprivate var key: String {
        switch self {
        case .replace: "r"
        case .keepBoth: "k"
        case .skip: "s"
        case .ask: ""
        }
    }
}
