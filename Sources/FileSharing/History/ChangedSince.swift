package import Transactions

/// What is said where an undo or a redo would put into the trash what somebody has changed since.
///
/// Names in the texts are not safe for a terminal.
package struct ChangedSince: Hashable, Sendable {
    /// Which item it is: "/…/Documents/a.txt was changed since".
    package let reason: String
    private let verb: String

    /// What becomes of the item where the person insists.
    package static let consequence = "items changed since then go to the trash"

    /// Nil where something else is the reason for a failure.
    package init?(_ error: TransactionError, isUndo: Bool) {
        guard error.code == .changed else { return nil }
        reason = error.message
        verb = isUndo ? "undo it" : "redo it"
    }

    /// The sentences before a question.
    package var question: [String] {
        ["\(reason).", "\(Self.capitalized(verb)) anyway? \(Self.capitalized(Self.consequence))."]
    }

    /// The answer that insists.
    package var yes: String { "Yes, \(verb): \(Self.consequence)" }

    /// What is said where nobody is asked.
    /// - Parameter option: what insists.
    package func refusal(insistingWith option: String) -> String {
        "\(reason), so nothing was changed; to \(verb) anyway, add \(option): \(Self.consequence)"
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
