import Formats
import Inspection
import Search

/// The texts that filter the listing while they are entered, or search it.
extension Prompt.Purpose {
    /// Shows the entries whose names contain the text, while it is entered.
    static let filter = Prompt.Purpose("filter", "filter: ", takesEmpty: true, cancel: restore, accept: keep)

    /// Shows the items below the directory whose paths match the text, while it is entered.
    static let findBelow = Prompt.Purpose(
        "find", "find: ", takesEmpty: true,
        cancel: { $0.returns ? restore($0, &$1) : $1.browse { $0.leaveFlatView(&$1) } }, accept: keep)

    /// A text to be found in what files below the directory hold.
    static func findContents(isExpression: Bool) -> Prompt.Purpose {
        Prompt.Purpose(
            "find-contents", isExpression ? "find in contents, regular expression: " : "find in contents: ",
            isExpression: isExpression
        ) { prompt, state in
            let question = ContentsQuestion(String(prompt.text), isExpression: isExpression)
            do throws(ContentsPattern.Mistake) {
                _ = try question.pattern()
            } catch {
                return state.correct(prompt, error.message)
            }
            return state.browse { $0.find(question, &$1) }
        }
    }

    /// What a filter says, to select what it would show, or to deselect it.
    static func select(_ isSelected: Bool) -> Prompt.Purpose {
        Prompt.Purpose(isSelected ? "select" : "deselect", isSelected ? "select: " : "deselect: ") { prompt, state in
            state.browse { $0.select(isSelected, matching: prompt.bytes, &$1) }
        }
    }

    /// Keeps the filter. The prompt stays open beside its mistake.
    private static let keep: Handler = { prompt, state in
        guard state.panes[filterOf: state.panes.side].mistake == nil else {
            state.panels.prompt = prompt
            return []
        }
        state.panes.filteredSide = state.panes.side
        if !prompt.bytes.isEmpty { state.panes.lastFilter = prompt.bytes }
        return []
    }

    /// Shows again what the filter of before shows.
    private static let restore: Handler = { prompt, state in
        let side = state.panes.side
        guard
            state.panes[filterOf: side].text != prompt.before || state.panes[side]?.currentName != prompt.entry
        else { return [] }
        state.panes[side]?.returning = prompt.entry
        return state.browse { $0.filter(by: prompt.before, &$1) }
    }
}

extension Prompt {
    /// Whether the text filters the listing.
    var isFilter: Bool { purpose == .filter || purpose == .findBelow }

    /// Moves the cursor among the matches while a filter is entered, and among the paths entered before while a path is.
    static func move(by rows: Int, in state: inout BrowserState) -> [BrowserEffect] {
        guard var prompt = state.panels.prompt else { return [] }
        guard prompt.isFilter else {
            if let realm = prompt.purpose.path?.realm(state) {
                state.panels.paths.recall(rows, in: &prompt, realm)
                state.panels.prompt = prompt
            }
            return []
        }
        state.panels.prompt?.entry = nil
        return state.browse { $0.move(by: rows, &$1) }
    }
}
