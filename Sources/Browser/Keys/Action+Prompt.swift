import Screen

extension Action {
    /// The actions while a line is entered. Characters are text.
    static let prompt: [Action] = [
        Action("prompt-accept", "Accept the text", .program, keys: ["Enter"]) { $0.acceptPrompt() },
        Action("prompt-cancel", "Leave the prompt", .program, keys: ["Esc", "^c"]) { $0.cancelPrompt() },
        Action("prompt-expression", "Find a regular expression, or a plain text again", .movement, keys: ["^x"]) {
            $0.toggleExpression()
        },
        Action("prompt-up", "Previous match", .movement, keys: ["Up"]) { state in
            state.moveInFilter(by: -1)
        },
        Action("prompt-down", "Next match", .movement, keys: ["Down"]) { state in
            state.moveInFilter(by: 1)
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

extension BrowserState {
    /// Moves the cursor among the matches while a filter is entered.
    mutating func moveInFilter(by rows: Int) -> [BrowserEffect] {
        guard panels.prompt?.isFilter == true else { return [] }
        panels.prompt?.entry = nil
        return move(by: rows)
    }
}
