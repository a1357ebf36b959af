import ContainerModel
import FileTree
import Jobs
import Previews
import Screen
import Search

/// What a line of input does.
extension LinearReader {
    /// Takes a line of input, without its end, and returns the work to be done.
    package mutating func enter(_ line: [UInt8], _ state: inout BrowserState) -> [BrowserEffect] {
        let place = LinearView(state).place
        guard shown == nil || shown?.place == place else {
            // It was meant for something else.
            wanted = .news
            return []
        }
        state.panels.message = nil
        wanted = .changes
        guard place != .covered else { return uncover(line, &state) }
        // A stand-in for what cannot be decoded would become a part of a name.
        guard let text = String(validating: line, as: UTF8.self) else {
            state.say(LinearWords.malformed, isError: true)
            wanted = .news
            return []
        }
        let effects: [BrowserEffect]
        switch place {
        case .nothing, .covered: effects = []
        case .mark: effects = text.unicodeScalars.first.map { state.press(.character($0)) } ?? forgetMark(&state)
        case .prompt(let purpose): effects = answer(purpose, with: text, &state)
        case .panel, .viewer, .listing: effects = perform(LinearLine(text), &state)
        }
        state.showWaitingPanel()
        return effects + state.browse { $0.lookUps(&$1) }
    }

    /// Shows the contents again. A command was not meant for what cannot be seen.
    private mutating func uncover(_ line: [UInt8], _ state: inout BrowserState) -> [BrowserEffect] {
        forget()
        let effects = state.update(.input(.key(.enter)))
        if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { state.say(LinearWords.covered, isError: true) }
        return effects
    }

    /// Cancels what is being done or asked, as the key for that does.
    package mutating func cancel(_ state: inout BrowserState) -> [BrowserEffect] {
        wanted = .page
        if state.panels.prompt != nil { return state.cancelPrompt() }
        if state.panels.current != nil { return state.closePanel() }
        if state.viewer != nil, !LinearView(state).isAtRest { return state.view(.back) + [.cancel(.all)] }
        return Action.named("cancel")?.perform(&state) ?? []
    }

    private mutating func perform(_ line: LinearLine, _ state: inout BrowserState) -> [BrowserEffect] {
        switch line {
        case .more: advance(&state)
        case .number(let number, let command): choose(number, then: command, &state)
        case .up: goUp(&state)
        case .help: list(&state)
        case .filter(let text): filter(by: text, &state)
        case .command(let text): perform(text, &state)
        }
    }

    private mutating func forgetMark(_ state: inout BrowserState) -> [BrowserEffect] {
        state.keys.pendingMark = nil
        return []
    }

    // MARK: Prompts

    private mutating func answer(
        _ purpose: Prompt.Purpose, with text: String, _ state: inout BrowserState
    ) -> [BrowserEffect] {
        wanted = .page
        guard !text.isEmpty else { return state.cancelPrompt() }
        if purpose.isExpression != nil, let toggle = Action.named("prompt-expression"),
            state.keys.keys(of: toggle).contains(where: { $0.description == text })
        {
            return toggle.perform(&state)
        }
        return Self.accept(text, in: &state)
    }

    // MARK: Numbers

    private mutating func choose(
        _ number: Int, then command: String, _ state: inout BrowserState
    ) -> [BrowserEffect] {
        guard let row = present(number, state) else {
            state.say(LinearWords.noNumber(number), isError: true)
            wanted = .news
            return []
        }
        let isPanel = state.panels.current != nil
        // An item that was not said can be chosen, which says it, but nothing is done with it unseen.
        let isSeen = said[number]?.identity == row.identity
        guard isSeen || said[number] == nil && command.isEmpty && !isPanel else {
            state.say(said[number] == nil ? LinearWords.unseen(number) : LinearWords.changed, isError: true)
            wanted = .pageOf(number)
            return []
        }
        let isAgain = chosen?.number == number && chosen?.identity == row.identity
        Self.moveToRow(number, in: &state)
        if isPanel {
            return command.isEmpty ? state.chooseInPanel(closes: true) : perform(command, &state)
        }
        chosen = row
        guard command.isEmpty else { return perform(command, &state) }
        guard isAgain else {
            wanted = .row
            return state.viewer == nil ? state.browse { $0.extendRange(&$1) } : []
        }
        chosen = nil
        return Action.named(state.viewer == nil ? "enter" : "viewer-open")?.perform(&state) ?? []
    }

    /// Returns what is under a number now.
    private func present(_ number: Int, _ state: BrowserState) -> LinearPage.Row? {
        switch LinearView(state).place {
        case .panel:
            return state.panels.current.flatMap { LinearView(state).rows(of: $0).first { $0.number == number } }
        case .viewer:
            return LinearView(state).page(from: 0, rows: .max).rows.first { $0.number == number }
        case .listing:
            guard let listing = state.panes[state.panes.side], listing.order.indices.contains(number - 1) else {
                return nil
            }
            return LinearView(state).row(number - 1, listing)
        case .nothing, .covered, .prompt, .mark: return nil
        }
    }

    // MARK: Other forms

    private mutating func goUp(_ state: inout BrowserState) -> [BrowserEffect] {
        if let panel = state.panels.current {
            let up = panel.content.actions(state).first { $0.name.hasSuffix("-up") }
            return up?.perform(&state) ?? state.closePanel()
        }
        return Action.named(state.viewer == nil ? "leave" : "viewer-back")?.perform(&state) ?? []
    }

    /// Lists the actions: the palette, or where there is none, those of the viewer.
    private mutating func list(_ state: inout BrowserState) -> [BrowserEffect] {
        guard state.panels.current == nil else {
            wanted = .page
            return []
        }
        guard state.viewer == nil else {
            state.open(LinearActionsPanel(Action.viewer))
            return []
        }
        return Action.named("palette")?.perform(&state) ?? []
    }

    private mutating func filter(by text: String, _ state: inout BrowserState) -> [BrowserEffect] {
        if state.panels.current != nil { return search(text, &state) }
        let effects = Action.named(state.viewer == nil ? "filter" : "viewer-find")?.perform(&state) ?? []
        guard state.panels.prompt != nil else { return effects }
        // Without a text, everything is shown again; there is nothing to search for.
        guard !text.isEmpty || state.viewer == nil else { return effects }
        return effects + Self.accept(text, in: &state)
    }

    /// Looks for rows of a panel.
    private mutating func search(_ text: String, _ state: inout BrowserState) -> [BrowserEffect] {
        guard state.panels.current?.content.search != nil else { return refuse(text, state: &state) }
        state.panels.current?.content.search = PanelSearch(isActive: true)
        state.panels.current?.insert(text)
        return state.panels.current?.content.searched(in: &state) ?? []
    }

    private mutating func refuse(_ text: String, state: inout BrowserState) -> [BrowserEffect] {
        let isQuestion = LinearView(state).isQuestioning
        state.say(isQuestion ? LinearWords.answer : LinearWords.unknown(text), isError: true)
        wanted = isQuestion ? .page : .news
        return []
    }

    // MARK: Commands

    private mutating func perform(_ text: String, _ state: inout BrowserState) -> [BrowserEffect] {
        let isTyped = text.first == ":"
        let words = isTyped ? String(LinearLine.trimmed(text.dropFirst())) : text
        if let command = LinearCommand(words, isTyped: isTyped, in: state) { return command.perform(&state) }
        if let panel = state.panels.current {
            if panel.isQuestion {
                return Self.answerQuestion(words, in: &state) ?? refuse(words, state: &state)
            }
            if panel.isTyping || panel.content.search != nil { return search(words, &state) }
            let letters = Array(words.unicodeScalars)
            if letters.count == 1,
                let effects = panel.content.press(.character(letters[0]), on: panel.cursor, in: &state)
            {
                return effects
            }
            return refuse(words, state: &state)
        }
        let parts = words.split(separator: " ", maxSplits: 1)
        if parts.count == 2, let command = LinearCommand(String(parts[0]), isTyped: isTyped, in: state) {
            return perform(command, String(parts[0]), with: String(LinearLine.trimmed(parts[1])), &state)
        }
        return find(words, &state)
    }

    /// Performs a command with the text that it asks for. One that asks for none does nothing.
    private mutating func perform(
        _ command: LinearCommand, _ name: String, with text: String, _ state: inout BrowserState
    ) -> [BrowserEffect] {
        // The state is a value: what the command does with it is kept only if the text belongs to it.
        var asked = state
        let effects = command.perform(&asked)
        if asked.panels.prompt != nil, state.panels.prompt == nil {
            state = asked
            return effects + Self.accept(text, in: &state)
        }
        if let panel = asked.panels.current, !panel.isQuestion {
            let wantedText = text.lowercased()
            let rows = LinearView(asked).rows(of: panel).filter {
                $0.number != nil && $0.text.lowercased().hasPrefix(wantedText)
            }
            if rows.count == 1, let number = rows[0].number {
                state = asked
                Self.moveToRow(number, in: &state)
                return effects + state.chooseInPanel(closes: true)
            }
        }
        state.say(LinearWords.noArgument(name), isError: true)
        wanted = .news
        return []
    }

    /// Lists the commands that words find.
    private mutating func find(_ words: String, _ state: inout BrowserState) -> [BrowserEffect] {
        guard state.viewer == nil, let palette = Action.named("palette") else { return refuse(words, state: &state) }
        var searched = state
        let effects = palette.perform(&searched)
        searched.panels.current?.insert(words)
        guard let panel = searched.panels.current,
            LinearView(searched).rows(of: panel).contains(where: { $0.number != nil })
        else { return refuse(words, state: &state) }
        state = searched
        return effects
    }
}

/// What a word or a key stands for.
struct LinearCommand {
    /// Does it.
    let perform: PanelRow.Choice

    /// Finds a command by its exact name, key or synonym.
    /// - Parameter isTyped: Whether it was typed after a colon, so that it is not a key.
    init?(_ text: String, isTyped: Bool, in state: BrowserState) {
        let here = LinearView(state).actions
        let name = text.lowercased()
        let isInBrowser = state.panels.current == nil && state.viewer == nil
        let named = here.first { $0.name == name } ?? here.first { !isInBrowser && $0.shortName == name }
        if let action = named ?? (isTyped ? nil : here.first { state.keys.has(text, of: $0) }) {
            perform = { state in state.putOff(action) ? [] : action.perform(&state) }
        } else if isInBrowser,
            let command = PaletteCommand.byUse(state).first(where: { $0.isCalled(name) })
                ?? TypedLine(text)?.paletteCommand(state)
        {
            perform = { state in
                state.panels.noteUse(of: command)
                return command.perform(&state)
            }
        } else if name == "quit", let quit = Action.named("quit"), !LinearView(state).isQuestioning {
            perform = { quit.perform(&$0) }
        } else {
            return nil
        }
    }
}

extension Action {
    /// The name without its context: `down` of `viewer-down`.
    fileprivate var shortName: String {
        let parts = name.split(separator: "-", maxSplits: 1)
        return parts.count == 2 ? String(parts[1]) : name
    }
}

extension KeyInput {
    /// Returns whether a text is a key of an action, as it is shown or without the blanks in it.
    fileprivate func has(_ text: String, of action: Action) -> Bool {
        keys(of: action).contains { keys in
            let shown = keys.description
            return shown == text || shown.filter { $0 != " " } == text
        }
    }
}

/// What a line does where keys would do it one by one.
extension LinearReader {
    /// Replaces the text of the prompt, and accepts it.
    private static func accept(_ text: String, in state: inout BrowserState) -> [BrowserEffect] {
        state.panels.prompt?.edit(.end)
        state.panels.prompt?.edit(.deleteToStart)
        state.panels.prompt?.insert(text)
        return state.promptChanged() + state.acceptPrompt()
    }

    /// Moves the cursor to the row with a number, which exists.
    private static func moveToRow(_ number: Int, in state: inout BrowserState) {
        if state.panels.current != nil {
            state.panels.current?.cursor = number - 1
        } else if state.viewer != nil {
            guard let level = state.viewer?.level, level.page.hasCursor,
                let line = level.page.lines.firstIndex(where: { Int(clamping: $0.position) == number - 1 })
            else { return }
            let rows = state.viewerRows
            state.viewer?.level.move(by: line - level.cursor, rows: rows)
        } else if var listing = state.panes[state.panes.side] {
            listing.chooseRow(number - 1, visibleRows: state.paneRows)
            state.panes[state.panes.side] = listing
        }
    }

    /// Answers a question with Yes or No.
    /// - Returns: nil for any other word, and for a question without such an answer.
    private static func answerQuestion(_ word: String, in state: inout BrowserState) -> [BrowserEffect]? {
        let answers: [String: PanelRow.Answer] = ["yes": .yes, "y": .yes, "no": .no, "n": .no]
        guard let answer = answers[word.lowercased()], let panel = state.panels.current else { return nil }
        let choices = panel.content.rows(state).filter { $0.choose != nil }
        guard choices.count(where: { $0.answer == answer }) == 1,
            let place = choices.firstIndex(where: { $0.answer == answer })
        else { return nil }
        state.panels.current?.cursor = place
        return state.chooseInPanel(closes: true)
    }
}
