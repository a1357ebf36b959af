import Screen

extension Action {
    /// The actions while a line is entered. Characters are text.
    static let prompt: [Action] = [
        Action("prompt-accept", "Accept the text", .program, keys: ["Enter"]) { $0.acceptPrompt() },
        Action("prompt-cancel", "Leave the prompt", .program, keys: ["Esc", "^c"]) { $0.cancelPrompt() },
        Action("prompt-expression", "Find a regular expression, or a plain text again", .movement, keys: ["^x"]) {
            state in
            guard let isExpression = state.panels.prompt?.purpose.isExpression else {
                state.say("only \(state.keys.key("find-contents")) takes regular expressions", isError: true)
                return []
            }
            state.panels.prompt?.purpose = .findContents(isExpression: !isExpression)
            return []
        },
        Action("prompt-complete", "Complete the path, and list what can follow", .movement, keys: ["Tab"]) {
            Prompt.complete(in: &$0)
        },
        Action("prompt-up", "Previous match; of a path, the one entered before", .movement, keys: ["Up"]) {
            Prompt.move(by: -1, in: &$0)
        },
        Action("prompt-down", "Next match; of a path, the one entered after", .movement, keys: ["Down"]) {
            Prompt.move(by: 1, in: &$0)
        },
        edit("prompt-left", "Move the caret to the left", .left, keys: ["Left", "^b"]),
        edit("prompt-right", "Move the caret to the right", .right, keys: ["Right", "^f"]),
        edit("prompt-start", "Move the caret to the beginning", .start, keys: ["Home", "^a"]),
        edit("prompt-end", "Move the caret to the end", .end, keys: ["End", "^e"]),
        edit("prompt-backspace", "Delete the character before the caret", .backspace, keys: ["Backspace"]),
        edit("prompt-delete", "Delete the character after the caret", .delete, keys: ["Del", "^d"]),
        edit("prompt-delete-line", "Delete everything before the caret", .deleteToStart, keys: ["^u"]),
        edit("prompt-delete-word", "Delete the word before the caret", .deleteWord, keys: ["^w"]),
    ]

    private static func edit(_ name: String, _ title: String, _ edit: Prompt.Edit, keys: [KeySequence]) -> Action {
        Action(name, title, edit.isMovement ? .movement : .files, keys: keys) { state in
            // In place, since pasted text may be long.
            state.panels.prompt?.edit(edit)
            return state.promptChanged()
        }
    }
}
