import ContainerModel
package import Transactions

/// The messages for an undo or redo that would move items changed since then to the trash.
///
/// Names in the texts are not safe for a terminal.
package struct ChangedSince: Hashable, Sendable {
    /// The item concerned: "/…/Documents/a.txt was changed since".
    package let reason: String
    private let verb: String

    /// What happens to the items if the user insists.
    package static let consequence = "items changed since then go to the trash"

    /// Creates the messages; nil if the error has another cause.
    package init?(_ error: TransactionError, isUndo: Bool) {
        guard error.code == .changed else { return nil }
        reason = error.message
        verb = isUndo ? "undo it" : "redo it"
    }

    /// The sentences of the question.
    package var question: [String] {
        ["\(reason).", "\(verb.capitalizedFirst) anyway? \(Self.consequence.capitalizedFirst)."]
    }

    /// The answer that insists.
    package var yes: String { "Yes, \(verb): \(Self.consequence)" }

    /// Returns the message if the user cannot be asked.
    /// - Parameter option: The command-line option that insists.
    package func refusal(insistingWith option: String) -> String {
        "\(reason), so nothing was changed; to \(verb) anyway, add \(option): \(Self.consequence)"
    }
}
