import Previews
package import Screen

/// The keys of actions, as the user's keymap has them. Everything on the screen that names a key asks here.
extension BrowserState {
    /// Adopts the user's keys.
    package mutating func adopt(_ keymap: Keymap) { self.keymap = keymap }

    /// Returns the keys of an action.
    func keys(of action: Action) -> [KeySequence] { keymap.keys[action.name] ?? action.keys }

    /// Returns the action of a list that a single key performs.
    func action(of key: Key, in actions: [Action]) -> Action? {
        actions.first { keys(of: $0).contains { $0.keys == [key] } }
    }

    /// Returns the keys of an action as shown on screen; empty if it has none.
    func keyNames(of action: Action) -> String { keys(of: action).map(\.description).joined(separator: "  ") }

    /// Returns the first key of an action for a sentence such as "y copies"; if it has none, its name as the palette
    /// finds it.
    func key(_ name: String) -> String { key(name, preferring: nil) }

    /// Returns a key of an action for a sentence.
    /// - Parameter preferred: The key to be named if it is one of several.
    func key(_ name: String, preferring preferred: Key?) -> String {
        guard let action = Action.named(name) else { return name }
        let keys = keys(of: action)
        return (keys.first { $0.keys == [preferred] } ?? keys.first)?.description ?? ":\(name)"
    }

    /// Returns a hint for the first key of an action; nil if it has none.
    func hint(_ name: String, _ title: String) -> KeyHint? {
        Action.named(name).flatMap { keys(of: $0).first }.map { KeyHint(sequences: [$0], title) }
    }

    /// Returns a hint for the first keys of two actions that belong together; nil if one of them has none.
    func hint(_ one: String, _ other: String, _ title: String) -> KeyHint? {
        let sequences = [one, other].compactMap { Action.named($0).flatMap { keys(of: $0).first } }
        return sequences.count == 2 ? KeyHint(sequences: sequences, title) : nil
    }

    /// Returns a hint for the keys that move the focus in a question.
    func focusHint(hasYesAndNo: Bool) -> KeyHint? {
        let names = ["question-next"] + (hasYesAndNo ? ["question-yes", "question-no"] : [])
        let sequences = names.compactMap { Action.named($0).flatMap { keys(of: $0).first } }
        guard sequences.count == 3 else { return hint("question-next", "moves") }
        return KeyHint(sequences: sequences, "move")
    }

    /// The keys that a new user has to know.
    var firstHints: [KeyHint?] { [hint("help", "help"), hint("palette", "commands"), hint("quit", "quit")] }

    /// The keys that somebody who is new to the viewer has to know.
    var viewerHints: [KeyHint?] {
        let hasForms = (viewer?.level.forms.count ?? 0) > 1
        return [
            hasForms ? hint("viewer-form", "text or bytes") : nil, hint("viewer-find", "search"),
            viewer?.level.page.hasCursor == true ? hint("viewer-open", "opens") : nil,
            hint("viewer-back", "back"), hint("viewer-help", "help"),
        ]
    }
}
