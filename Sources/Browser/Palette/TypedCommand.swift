import ContainerModel
import FileSharing
import FileTree
import Screen

/// A line of the palette as the user has typed it: a command, and what follows it.
private struct TypedLine {
    let command: String
    let argument: String

    /// - Returns: nil without a command.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        guard let first = words.first else { return nil }
        command = String(first)
        argument = words.count > 1 ? String(words[1].drop { $0 == " " }) : ""
    }
}

/// Commands that people type as in vim or a shell, and that no action corresponds to.
extension BrowserState {
    /// The commands that go to a path.
    private static let goingWords: Set = ["e", "e!", "edit", "cd", "tabe", "tabedit"]
    /// The commands that show a container on the right.
    private static let splittingWords: Set = ["sp", "split", "vs", "vsplit", "tab", "tabnew"]
    /// The commands that explain something.
    private static let helpingWords: Set = ["h", "help", "man"]
    /// The commands that save and quit.
    private static let quittingWords: Set = ["x", "x!", "xa", "wq", "wq!", "wqa", "exit!"]

    /// Returns the answer to a command typed with its argument; nil for anything else.
    func typedCommand(_ text: String) -> PaletteCommand? {
        guard let line = TypedLine(text) else { return nil }
        let argument = line.argument
        if Self.quittingWords.contains(line.command) {
            return typed("Quit", "", note: "nothing to save") { $0.quit() }
        }
        if line.command.hasPrefix("!"), text.count > 1, let shell = Action.named("shell") {
            return typed(shell.title, "", note: keys.key("shell"), noteRole: .key) { shell.perform(&$0) }
        }
        // Without a path, the action asks for one.
        guard !argument.isEmpty else { return nil }
        if Self.goingWords.contains(line.command) {
            let note = isFileHere(argument) ? "then \(keys.key("view")) views, \(keys.key("edit")) edits" : ""
            return typed("Go to ", argument, note: note) { state in
                state.accept(Prompt(.goTo, text: Array(argument.utf8)))
            }
        }
        if Self.helpingWords.contains(line.command) {
            return typed("Help about: ", argument, note: keys.key("help"), noteRole: .key) { state in
                var help = HelpPanel()
                help.search?.isActive = true
                help.search?.insert(argument)
                state.open(help)
                return []
            }
        }
        if Self.splittingWords.contains(line.command) {
            return typed("Show on the right: ", argument, note: keys.key("beside"), noteRole: .key) { state in
                state.accept(Prompt(.secondContainer, text: Array(argument.utf8)))
            }
        }
        return nil
    }

    /// Returns the command of an action that asks for a text, with the text that was typed behind its name; nil for
    /// anything else.
    func commandWithArgument(_ text: String) -> PaletteCommand? {
        guard let line = TypedLine(text), !line.argument.isEmpty,
            let command = ArgumentCommand.named(line.command)
        else { return nil }
        let argument = Array(line.argument.utf8)
        return typed(command.title + ": ", line.argument, note: keys.key(command.action), noteRole: .key) { state in
            command.perform(argument, in: &state)
        }
    }

    private func typed(
        _ title: String, _ argument: String, note: String, noteRole: Role = .panelNote,
        perform: @escaping PanelRow.Choice
    ) -> PaletteCommand {
        PaletteCommand(
            "", DisplayText(title) + screen.display(argument.utf8), bytes: Array((title + argument).utf8), note: note,
            noteRole: noteRole, perform: perform)
    }

    /// In a larger directory, nothing is looked for with each key.
    private static let maxSearched = 10_000

    /// Returns whether a name is that of a file in the directory on screen.
    private func isFileHere(_ name: String) -> Bool {
        guard let listing = panes[panes.side], listing.entries.count <= Self.maxSearched else { return false }
        let entry = (0..<listing.entries.count).first { listing.entries.name($0).elementsEqual(name.utf8) }
        return entry.map { listing.kind(of: UInt32($0)) == .file } ?? false
    }

    /// Goes on in a prompt with the path that is typed behind a command in the palette, and completes it there.
    mutating func completeInPalette() -> [BrowserEffect] {
        guard let palette = panels.current?.content as? PalettePanel, let line = TypedLine(palette.search?.text ?? "")
        else { return [] }
        let argument = Array(line.argument.utf8)
        let command = ArgumentCommand.named(line.command)
        if Self.goingWords.contains(line.command) || Self.splittingWords.contains(line.command) {
            panels.current = nil
            panels.prompt = Prompt(Self.goingWords.contains(line.command) ? .goTo : .secondContainer)
        } else if let command, command.isPath {
            panels.current = nil
            _ = command.ask(&self)
        }
        guard panels.prompt != nil else { return [] }
        panels.prompt?.replace(with: argument)
        return Prompt.complete(in: &self)
    }
}

/// A command that is typed with its argument, as in vim or a shell, and the action that asks for it.
struct ArgumentCommand: Sendable {
    /// The names of the command.
    let words: [String]
    /// What it does with the argument.
    let title: String
    /// The name of the action.
    let action: String
    /// Whether the argument is a path, which the user may complete or look at before it is used.
    let isPath: Bool
    /// Whether the argument is accepted at once: nothing is lost by a mistake, or undo reverts it.
    let isAccepted: Bool
    /// Opens the prompt for the argument.
    let ask: PanelRow.Choice

    private init(
        _ words: [String], _ title: String, _ action: String, isPath: Bool = false, isAccepted: Bool = false,
        ask: PanelRow.Choice? = nil
    ) {
        self.words = words
        self.title = title
        self.action = action
        self.isPath = isPath
        self.isAccepted = isAccepted
        if let ask {
            self.ask = ask
        } else {
            self.ask = { state in Action.named(action)?.perform(&state) ?? [] }
        }
    }

    /// All of them.
    static let all: [ArgumentCommand] = [
        ArgumentCommand(["find", "fd", "locate"], "Find by name", "find"),
        ArgumentCommand(
            ["grep", "rg", "ag", "search", "vimgrep", "find-contents"], "Find in contents", "find-contents",
            isAccepted: true),
        ArgumentCommand(["filter"], "Filter", "filter"),
        ArgumentCommand(["select"], "Select", "select-pattern"),
        ArgumentCommand(["deselect"], "Deselect", "deselect-pattern"),
        ArgumentCommand(["touch", "new", "create"], "New file", "new", isAccepted: true),
        ArgumentCommand(["mkdir", "md", "new-directory"], "New directory", "new-directory", isAccepted: true),
        ArgumentCommand(["rename"], "Rename to", "rename", isAccepted: true) { state in
            guard state.subjects(on: state.panes.side).count <= 1 else {
                state.say("only one item gets this name; \(state.keys.key("rename")) renames several", isError: true)
                return []
            }
            return Action.named("rename")?.perform(&state) ?? []
        },
        ArgumentCommand(["export", "download", "w", "w!", "write", "saveas"], "Export to", "export", isPath: true) {
            state in
            let items = state.subjects(on: .container)
            if !items.isEmpty { state.panels.askForPath(.exportTo(items)) }
            return []
        },
        ArgumentCommand(["import", "upload", "r", "read"], "Import", "import", isPath: true) { state in
            guard !state.options.isReadOnly else { return state.refuseChange() }
            state.panels.askForPath(.importFrom)
            return []
        },
        ArgumentCommand(["cp", "copy"], "Copy to", "copy", isPath: true) { $0.askForTarget(isMove: false) },
        ArgumentCommand(["mv", "move"], "Move to", "move", isPath: true) { $0.askForTarget(isMove: true) },
    ]

    /// Returns the command with a name.
    static func named(_ name: String) -> ArgumentCommand? { all.first { $0.words.contains(name) } }

    /// Does what the command is for with an argument, or leaves that in the prompt.
    func perform(_ argument: [UInt8], in state: inout BrowserState) -> [BrowserEffect] {
        let effects = ask(&state)
        guard state.panels.prompt != nil else { return effects }
        state.panels.prompt?.replace(with: argument)
        return effects + (isAccepted ? state.acceptPrompt() : state.promptChanged())
    }
}

extension BrowserState {
    /// Asks for the path in the container that items are copied or moved to.
    fileprivate mutating func askForTarget(isMove: Bool) -> [BrowserEffect] {
        guard !isMove || !options.isReadOnly else { return refuseChange() }
        let items = subjects(on: panes.side)
        if !items.isEmpty { panels.prompt = Prompt(.transfer(items, isMove: isMove)) }
        return []
    }
}
