import ContainerModel
import FileSharing
import Jobs
import Previews
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

    // MARK: Keys

    mutating func press(_ key: Key) -> [BrowserEffect] {
        // Before the message goes: behind it, nothing has been explained.
        Introduction.advance(in: &self)
        panels.message = nil
        if panels.prompt != nil || panels.current != nil || viewer != nil { keys.ignoresNext = false }
        if panels.prompt != nil { return pressInPrompt(key) }
        if panels.current != nil { return pressInPanel(key) }
        if let pending = keys.pendingMark {
            keys.pendingMark = nil
            return useMark(pending, key)
        }
        return pressAction(key)
    }

    /// Performs the action bound to a key, together with the keys pressed before it.
    private mutating func pressAction(_ key: Key) -> [BrowserEffect] {
        guard !listContinuations(key) else { return [] }
        switch keys.resolve(key, among: Action.current(self)) {
        case .none: break
        case .action(let action, let count): return perform(action, count: count)
        case .unbound(let sequence): sayUnbound(sequence)
        }
        return []
    }

    /// Performs an action, as often as the number says that was typed before its key.
    private mutating func perform(_ action: Action, count: Int?) -> [BrowserEffect] {
        guard !putOff(action) else { return [] }
        keys.onlyMovedCursor = action.onlyMovesCursor
        guard let count else { return action.perform(&self) }
        guard let repeated = action.performCounted else {
            say("\(keys.key(action.name)) takes no number before it")
            return []
        }
        return repeated(&self, count)
    }

    private mutating func useMark(_ pending: KeyInput.PendingMark, _ key: Key) -> [BrowserEffect] {
        guard case .character(let letter) = key, let listing = panes.listing else { return [] }
        // As in vim, the quotes stand for the place before the last jump.
        if letter == "'" || letter == "`" {
            guard pending == .set else { return browse { $0.returnFromJump(&$1) } }
            panes.noteJump()
            say("'' returns here")
            return []
        }
        switch pending {
        case .set:
            bookmarks.marks[letter] = listing.path
            say("mark \(Character(letter)) set")
            return [.memory(.change(.mark(letter, listing.path)))]
        case .goTo:
            guard let path = bookmarks.marks[letter] else {
                say("mark \(Character(letter)) is not set; \(self.keys.key("set-mark")) sets a mark", isError: true)
                return []
            }
            return browse { $0.goToPlace(path, &$1) }
        }
    }

    // MARK: Panels

    /// Opens a panel, replacing the open one.
    mutating func open(_ panel: any Panel) {
        self.panels.current = OpenPanel(content: panel, ticket: nextTicket(), cursor: panel.firstChoice(self))
    }

    /// Shows a panel as soon as no other panel or prompt is open.
    mutating func show(_ next: any Panel) {
        if panels.isEmpty { open(next) } else { panels.waiting.append(next) }
    }

    /// Shows the next waiting panel if no other panel or prompt is open.
    mutating func showWaitingPanel() {
        if panels.isEmpty, !panels.waiting.isEmpty { open(panels.waiting.removeFirst()) }
    }

    /// Drops the panels that wait to be shown, except reports: they concern the container being left.
    mutating func dismissWaitingPanels() -> [BrowserEffect] {
        let waiting = panels.waiting
        panels.waiting = []
        var effects: [BrowserEffect] = []
        for panel in waiting where !(panel is ReportPanel) { effects += panel.dismissed(in: &self) }
        panels.waiting = waiting.filter { $0 is ReportPanel }
        return effects
    }

    /// Closes the panel without making a choice; while the user looks for a row in it, only leaves the search.
    mutating func closePanel() -> [BrowserEffect] {
        guard let closed = panels.current else { return [] }
        if let search = closed.content.search, search.isOptional, search.isActive {
            return leavePanelSearch(closed)
        }
        if let effects = closed.content.interrupted(in: &self) { return effects }
        panels.current = nil
        return closed.content.dismissed(in: &self)
    }

    mutating func pressInPanel(_ key: Key) -> [BrowserEffect] {
        guard let panel = panels.current else { return [] }
        if panel.isTyping, panels.typeInPanel(key) { return self.panels.current?.content.searched(in: &self) ?? [] }
        if panel.isQuestion { return pressInQuestion(key) }
        if !panel.isTyping {
            if let action = keys.action(of: key, in: panel.content.actions(self)) { return action.perform(&self) }
            if let effects = panel.content.press(key, on: panel.cursor, in: &self) { return effects }
            // Closing the container chooser ends the program, which a user who asks for help does not expect.
            if key == .character("?"), container == nil,
                panel.content is ContainersPanel || panel.content is StartPanel
            {
                open(HelpPanel())
                return []
            }
        }
        return keys.action(of: key, in: Action.panel)?.perform(&self) ?? []
    }

    /// Returns whether a key is one that gives an answer to a question, or would if undo brought it back.
    func isAnswering(_ key: Key) -> Bool {
        ["question-yes", "question-no"].contains(keys.action(of: key, in: Action.question)?.name)
    }

    /// Handles keys in a question: all but Enter, those that close it, and Yes and No where undo brings it back, only move
    /// the focus or do nothing, because a question may appear while the user is typing.
    private mutating func pressInQuestion(_ key: Key) -> [BrowserEffect] {
        if key == .enter { return chooseInPanel(closes: true) }
        guard key != .character("?"), key != .character(" ") else { return [] }
        let others = Action.panel.filter { $0.name != "panel-choose" && $0.name != "panel-open" }
        return (keys.action(of: key, in: Action.question) ?? keys.action(of: key, in: others))?.perform(&self) ?? []
    }

    /// Chooses the row under the cursor.
    /// - Parameter closes: Whether a panel without choices is closed.
    mutating func chooseInPanel(closes: Bool) -> [BrowserEffect] {
        guard let panel = panels.current else { return [] }
        let choices = PanelLayout(panel, self).choices
        guard choices.isEmpty else { return choices.indices.contains(panel.cursor) ? choices[panel.cursor](&self) : [] }
        return closes && panel.content.search?.isActive != true ? closePanel() : []
    }

    /// Moves the panel's cursor, or scrolls a panel without choices; moving by 0 only brings the cursor into view.
    mutating func movePanel(by rows: Int) {
        guard var panel = panels.current else { return }
        panel.move(by: rows, PanelLayout(panel, self))
        panels.current = panel
        guard panel.content.unfoldsCurrent else { return }
        panel.showUnfolded(PanelLayout(panel, self))
        panels.current = panel
    }

    /// Moves the cursor of a panel by pages; in a question that is too long for the screen, scrolls the text.
    mutating func pagePanel(by pages: Int) {
        guard let panel = panels.current else { return }
        let layout = PanelLayout(panel, self)
        guard layout.lastTextTop != nil else { return movePanel(by: pages * max(1, layout.capacity - 1)) }
        scrollPanel(by: pages * max(1, layout.visible.count { layout.lines[$0].choice == nil }))
    }

    /// Scrolls the panel.
    mutating func scrollPanel(by rows: Int) {
        guard var panel = panels.current else { return }
        panel.scroll(by: rows, PanelLayout(panel, self))
        panels.current = panel
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

    // MARK: Items

    /// Goes to an item, on the side that shows its root.
    /// - Parameter lookingUp: Whether it may be gone, and is looked up before the container on the left is changed.
    mutating func go(to item: ItemAddress, lookingUp: Bool = false) -> [BrowserEffect] {
        panels.current = nil
        guard let side = panes.side(showing: item.root) else {
            say("it is no longer shown", isError: true)
            return []
        }
        panes.focus = side == .container ? .listing : .computer
        let (directory, name) = (item.path.parent ?? .root, item.path.lastComponent.map(Array.init))
        return browse { panes, context in
            lookingUp && side == .container
                ? [panes.locate(item.path, &context)]
                : panes.goToPlace(directory, entry: name, on: side, &context)
        }
    }

    /// Opens the viewer on a value in a file, with a level for each value around it, or on a line.
    mutating func view(_ file: ItemAddress, at steps: [[UInt8]], line: UInt64? = nil) -> [BrowserEffect] {
        viewer = Viewer(file, at: steps)
        return view(line.map { .seek(.target(.line($0))) } ?? .page(.from(0), .first))
    }

    /// Sends bytes to the terminal's clipboard.
    /// - Parameter what: What they are, for messages.
    mutating func copy(_ bytes: [UInt8], as what: String) -> [BrowserEffect] {
        // Pasted into a shell, a line break in a name would end a command.
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
            say("\(what) has control characters and was not copied", isError: true)
            return []
        }
        say("\(what) was sent to the terminal's clipboard")
        return [.terminal(.copy(bytes))]
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
        return effects + (hasFollowed ? [.memory(.read)] : []) + viewAgain(after: operation)
    }
}
