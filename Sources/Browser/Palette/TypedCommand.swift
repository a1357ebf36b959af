import ContainerModel
import FileSharing
import FileTree
import Screen

/// A line of the palette as the user has typed it: a command, and what follows it. Among them are commands that people
/// type as in vim or a shell, and that no action corresponds to.
struct TypedLine {
    private let text: String
    private let command: String
    private let argument: String

    /// - Returns: nil without a command.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        guard let first = words.first else { return nil }
        self.text = text
        command = String(first)
        argument = words.count > 1 ? String(words[1].drop { $0 == " " }) : ""
    }

    /// The commands that go to a path.
    private static let goingWords: Set = ["e", "e!", "edit", "cd", "tabe", "tabedit"]
    /// The commands that show a container on the right.
    private static let splittingWords: Set = ["sp", "split", "vs", "vsplit", "tab", "tabnew"]
    /// The commands that explain something.
    private static let helpingWords: Set = ["h", "help", "man"]
    /// The commands that save and quit.
    private static let quittingWords: Set = ["x", "x!", "xa", "wq", "wq!", "wqa", "exit!"]

    /// Returns the answer to a command typed with its argument; nil for anything else.
    func paletteCommand(_ state: BrowserState) -> PaletteCommand? {
        let keys = state.keys
        if Self.quittingWords.contains(command) {
            return typed("Quit", "", note: "nothing to save", state) { $0.quit() }
        }
        if command.hasPrefix("!") {
            let line = String(text.dropFirst().drop { $0 == " " })
            if !line.isEmpty {
                return typed("Run in this directory: ", line, note: "", state) { $0.startShell(for: line) }
            }
        }
        // Without a path, the action asks for one.
        guard !argument.isEmpty else { return nil }
        if Self.goingWords.contains(command) {
            let note = isFileHere(state) ? "then \(keys.key("view")) views, \(keys.key("edit")) edits" : ""
            return typed("Go to ", argument, note: note, state) { state in
                state.accept(Prompt(.goTo, text: Array(argument.utf8)))
            }
        }
        if Self.helpingWords.contains(command) {
            return typed("Help about: ", argument, note: keys.key("help"), noteRole: .key, state) { state in
                var help = HelpPanel()
                help.search?.isActive = true
                help.search?.insert(argument)
                state.open(help)
                return []
            }
        }
        if Self.splittingWords.contains(command) {
            return typed("Show on the right: ", argument, note: keys.key("beside"), noteRole: .key, state) { state in
                state.accept(Prompt(.secondContainer, text: Array(argument.utf8)))
            }
        }
        return nil
    }

    /// Returns the command of an action that asks for a text, with the text that was typed behind its name; nil for
    /// anything else.
    func argumentCommand(_ state: BrowserState) -> PaletteCommand? {
        guard !argument.isEmpty, let action = ArgumentCommand.named(command) else { return nil }
        let bytes = Array(argument.utf8)
        return typed(action.title + ": ", argument, note: state.keys.key(action.action), noteRole: .key, state) {
            state in
            action.perform(bytes, in: &state)
        }
    }

    private func typed(
        _ title: String, _ argument: String, note: String, noteRole: Role = .panelNote, _ state: BrowserState,
        perform: @escaping PanelRow.Choice
    ) -> PaletteCommand {
        PaletteCommand(
            "", DisplayText(title) + state.screen.display(argument.utf8), bytes: Array((title + argument).utf8),
            note: note,
            noteRole: noteRole, perform: perform)
    }

    /// In a larger directory, nothing is looked for with each key.
    private static let maxSearched = 10_000

    /// Returns whether the argument is the name of a file in the directory on screen.
    private func isFileHere(_ state: BrowserState) -> Bool {
        guard let listing = state.panes[state.panes.side], listing.entries.count <= Self.maxSearched else {
            return false
        }
        return listing.entry(named: argument.utf8).map { listing.kind(of: $0) } == .file
    }

    /// Goes on in a prompt with the path that is typed behind a command in the palette, and completes it there.
    static func complete(in state: inout BrowserState) -> [BrowserEffect] {
        guard let palette = state.panels.current?.content as? PalettePanel,
            let line = TypedLine(palette.search?.text ?? "")
        else { return [] }
        if goingWords.contains(line.command) || splittingWords.contains(line.command) {
            state.panels.current = nil
            state.panels.prompt = Prompt(goingWords.contains(line.command) ? .goTo : .secondContainer)
        } else if let command = ArgumentCommand.named(line.command), command.isPath {
            state.panels.current = nil
            _ = command.ask(&state)
        }
        guard state.panels.prompt != nil else { return [] }
        state.panels.prompt?.replace(with: Array(line.argument.utf8))
        return Prompt.complete(in: &state)
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
        ArgumentCommand(["touch"], "New file", "new", isAccepted: true),
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
        ArgumentCommand(["cp", "copy"], "Copy to", "copy", isPath: true) { askForTarget(isMove: false, &$0) },
        ArgumentCommand(["mv", "move"], "Move to", "move", isPath: true) { askForTarget(isMove: true, &$0) },
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

    /// Asks for the path in the container that items are copied or moved to.
    private static func askForTarget(isMove: Bool, _ state: inout BrowserState) -> [BrowserEffect] {
        guard !isMove || !state.options.isReadOnly else { return state.refuseChange() }
        let items = state.subjects(on: state.panes.side)
        if !items.isEmpty { state.panels.prompt = Prompt(.transfer(items, isMove: isMove)) }
        return []
    }
}
