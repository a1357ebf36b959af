import ContainerModel
import FileSharing
import Jobs
import Screen
import Search
import Transactions

/// Routes between components: what one asks is done by those that it concerns.
extension BrowserState {
    /// Has a component handle something, and does what it asks of others.
    /// - Returns: The work that it requests, after that of the others.
    mutating func update<Component>(
        _ component: WritableKeyPath<BrowserState, Component>,
        _ handle: (inout Component, inout ComponentContext) -> [BrowserEffect]
    ) -> [BrowserEffect] {
        var context = ComponentContext(self)
        let effects = handle(&self[keyPath: component], &context)
        return adopt(context) + effects
    }

    /// Adopts what a component has said, and does what it has asked of others.
    mutating func adopt(_ context: ComponentContext) -> [BrowserEffect] {
        (lastTicket, panels.message) = (context.lastTicket, context.message)
        return context.requests.flatMap { perform($0) }
    }

    private mutating func perform(_ request: ComponentRequest) -> [BrowserEffect] {
        switch request {
        case .open(let panel): open(panel)
        case .show(let panel): show(panel)
        case .closeQuestion(let ticket): panels.closeQuestion(about: ticket)
        case .prompt(let prompt): panels.prompt = prompt
        case .endRange: panes.endRange()
        case .reflect(let operation, let completion): return reflect(operation, completion)
        case .reread(let root):
            return browse { panes, context in
                Side.allCases.filter { panes.root(of: $0) == root }.flatMap { panes.refresh($0, &context) }
            }
        }
        return []
    }

    // MARK: Prompts

    mutating func pressInPrompt(_ key: Key) -> [BrowserEffect] {
        panels.prompt?.continuations = nil
        if let action = keys.action(of: key, in: Action.prompt) { return action.perform(&self) }
        guard case .character(let scalar) = key else {
            panels.prompt?.keepReplaced()
            return []
        }
        panels.prompt?.insert(String(Character(scalar)))
        return promptChanged()
    }

    /// Updates the filter while it is entered.
    mutating func promptChanged() -> [BrowserEffect] {
        guard let prompt = panels.prompt, prompt.isFilter, prompt.bytes != panes[filterOf: panes.side].text else {
            return []
        }
        return browse { $0.filter(by: prompt.bytes, &$1) }
    }

    /// Does what the prompt is for.
    mutating func acceptPrompt() -> [BrowserEffect] {
        guard let prompt = panels.prompt else { return [] }
        panels.prompt = nil
        return accept(prompt)
    }

    /// Does what a prompt is for, with its text.
    mutating func accept(_ prompt: Prompt) -> [BrowserEffect] {
        if let realm = prompt.purpose.path?.realm(self) { panels.paths.note(prompt, realm) }
        return prompt.text.isEmpty && !prompt.purpose.takesEmpty ? [] : prompt.purpose.accept(prompt, &self)
    }

    /// Says what is wrong with the text of a prompt, which stays to be corrected.
    mutating func correct(_ prompt: Prompt, _ mistake: String) -> [BrowserEffect] {
        panels.prompt = prompt
        say(mistake, isError: true)
        return []
    }

    /// Closes the prompt.
    mutating func cancelPrompt() -> [BrowserEffect] {
        guard let prompt = panels.prompt else { return [] }
        panels.prompt = nil
        return prompt.purpose.cancel(prompt, &self)
    }

    // MARK: Operations

    /// Begins an operation.
    /// - Parameter actor: The actor of this operation alone; nil for the one that the browser acts as.
    mutating func beginOperation(_ operation: FileOperation, as actor: ActingParty? = nil) -> [BrowserEffect] {
        update(\.tasks) { $0.begin(operation, as: actor, &$1) }
    }

    /// Answers the question about an operation.
    mutating func answer(_ answer: OperationAnswer, about ticket: Ticket?) -> [BrowserEffect] {
        ticket.map { ticket in update(\.tasks) { $0.update(answer, about: ticket, &$1) } } ?? []
    }

    /// Refuses a change because of read-only mode.
    mutating func refuseChange() -> [BrowserEffect] {
        say(OperationError.readOnlyMode.message, isError: true)
        return []
    }

    /// Ends the program, or asks first if operations are at work.
    mutating func quit() -> [BrowserEffect] { update(\.tasks) { $0.quit(&$1) } }

    /// Updates what is on screen after an operation, whether or not it is watched.
    private mutating func reflect(_ operation: FileOperation, _ completion: Completion) -> [BrowserEffect] {
        if completion.state == .done, case .move(let items, _) = operation, clipboard?.isCut == true,
            clipboard?.items == items
        {
            clipboard = nil
        }
        let effects = browse { $0.reflect(operation, completion, &$1) }
        // Tags and marks have followed what was moved, and tags may have come back from the trash.
        let hasFollowed = !bookmarks.tags.isEmpty || !bookmarks.marks.isEmpty || operation.kind.isAboutHistory
        return effects + (hasFollowed ? [.memory(.read)] : [])
    }
}
