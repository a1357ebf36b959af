import Documents
import Jobs
import Previews
import Screen

/// Queries in SQL about the database in the viewer.
extension BrowserState {
    /// Asks for a query: the one whose rows are shown, or one for all rows of the table on the screen.
    mutating func promptForQuery() -> [BrowserEffect] {
        guard let level = viewer?.level, level.subject.compared == nil,
            level.page.table != nil || !level.subject.steps.isEmpty
        else {
            say("only databases are queried", isError: true)
            return []
        }
        let steps = level.subject.steps
        if let shown = steps.compactMap({ QueryStep.query(in: $0) }).last {
            panels.prompt = Prompt(.query, proposing: shown)
            return []
        }
        let table = level.page.table == nil ? nil : steps.last.map { String(decoding: $0, as: UTF8.self) }
        let text = table.map { "SELECT * FROM \"\($0.replacing("\"", with: "\"\""))\"" }
        panels.prompt =
            text.map { Prompt(.query, proposing: Array($0.utf8)) } ?? Prompt(.query, beginning: "SELECT ")
        return []
    }

    /// Shows the rows of the query in a prompt; the prompt opens again with one that cannot be run.
    mutating func query(_ prompt: Prompt) -> [BrowserEffect] {
        guard let subject = viewer?.level.subject else { return [] }
        return [
            .ask(PrepareSQLQuery(subject, prompt.bytes), for: .background) { answer, state in
                guard state.viewer?.level.subject == subject else { return [] }
                switch answer {
                case .mistake(let sentence):
                    guard state.panels.prompt == nil else { return [] }
                    return state.correct(prompt, sentence)
                case .steps(let steps):
                    let rows = ViewQuery.Subject(subject.file, steps: steps)
                    // A query that is changed takes the place of the one before.
                    if subject.steps.last.flatMap({ QueryStep.query(in: $0) }) != nil {
                        state.viewer?.levels.removeLast()
                    }
                    state.viewer?.levels.append(Viewer.Level(subject: rows))
                    return state.view(.page(.from(0), .first))
                }
            }
        ]
    }
}

extension Prompt {
    /// The most names that are shown.
    private static let maxContinuations = 100

    /// Completes the name before the caret of a query, and shows what can follow.
    func completeQuery(in state: inout BrowserState) -> [BrowserEffect] {
        var prompt = self
        let beginning = bytesBeforeCaret
        let rest = Array(bytes.dropFirst(beginning.count))
        let ticket = state.nextTicket()
        prompt.completion = ticket
        state.panels.prompt = prompt
        guard let subject = state.viewer?.level.subject else { return [] }
        return [
            .ask(CompleteSQLQuery(subject, beginning: beginning, rest: rest), for: .background) { answer, state in
                // Whoever has typed on does not wait for it any longer.
                guard var prompt = state.panels.prompt, prompt.completion == ticket,
                    prompt.bytesBeforeCaret == beginning
                else { return [] }
                prompt.completion = .none
                if !prompt.complete(by: answer, state.screen) { state.say("nothing begins like this", isError: true) }
                state.panels.prompt = prompt
                return []
            }
        ]
    }

    /// Inserts what continues a query.
    /// - Returns: Whether anything does.
    private mutating func complete(by answer: CompleteSQLQuery.Answer, _ screen: ScreenContext) -> Bool {
        guard let first = answer.names.first else { return false }
        let common = answer.names.dropFirst().reduce(Array(first.utf8)) { common, name in
            zip(common, name.utf8).prefix { $0 == $1 }.map { $0.0 }
        }
        if answer.names.count == 1 || common.count > answer.wordCount {
            // The case of what was typed may be another one.
            let word = RawByte.characters(Array(bytesBeforeCaret.suffix(answer.wordCount)))
            for _ in word { edit(.backspace) }
            insert(name: common)
        }
        guard answer.names.count > 1 else { return true }
        let names = answer.names.prefix(Self.maxContinuations).map { screen.display(Array($0.utf8)).description }
        continuations = names.joined(separator: "  ")
        return true
    }
}
