import Jobs
import Screen

/// What lies over the panes: the open panel and those that wait, the prompt, and the message in the status line.
struct Panels: Sendable {
    /// A message that stays in the status line until the next key.
    struct Message: Hashable, Sendable {
        var text: String
        var isError: Bool
    }

    /// The open panel.
    var current: OpenPanel?
    /// Panels to show after the open panel or prompt.
    var waiting: [any Panel] = []
    /// The panel that the last click was in; nil if it was in a pane.
    var clicked: Ticket?
    var prompt: Prompt?
    var message: Message?
    /// The explanation of badges in the status line; nil unless the program runs for the first time.
    var introduction: Introduction?
    /// The commands chosen in the palette, the last one first.
    var usedCommands: [String] = []
    /// The last command line that opened items.
    var lastCommand = ""
    /// The paths that were entered in prompts.
    var paths = EnteredPaths()

    /// Whether neither a panel nor a prompt is open.
    var isEmpty: Bool { current == nil && prompt == nil }

    /// Whether typed characters are text, many of which may arrive at once.
    var isWriting: Bool { prompt != nil || current?.isTyping == true }

    /// Shows a message in the status line.
    mutating func say(_ text: String, isError: Bool) { message = Message(text: text, isError: isError) }

    /// Closes the question about an operation that no longer exists.
    mutating func closeQuestion(about ticket: Ticket) {
        if current?.content.ticket == ticket { current = nil }
        waiting.removeAll { $0.ticket == ticket }
    }

    /// Whether the list of tasks is on the screen.
    var isShowingTasks: Bool { current?.content is TasksPanel }

    /// Whether a container is being opened.
    var isOpening: Bool { current?.content is OpeningPanel }

    /// The greatest number of commands that are remembered as used.
    private static let maxUsed = 50

    /// Puts a command before the others from now on.
    mutating func noteUse(of command: PaletteCommand) {
        guard command.id != "palette", !command.id.isEmpty else { return }
        usedCommands.removeAll { $0 == command.id }
        usedCommands.insert(command.id, at: 0)
        usedCommands = Array(usedCommands.prefix(Self.maxUsed))
    }

    /// Asks for a path; one that was entered for the same use and led nowhere is offered again.
    mutating func askForPath(_ purpose: Prompt.Purpose) {
        let before = purpose.use.flatMap { paths.unsettled[$0] }
        prompt = Prompt(purpose, offering: before ?? [])
    }

    /// Takes a key that is typed to find a row.
    /// - Returns: Whether the key changed the text.
    mutating func typeInPanel(_ key: Key) -> Bool {
        switch key {
        case .character(let letter): current?.content.search?.insert(String(Character(letter)))
        case .backspace: current?.content.search?.removeLast()
        case .control("u"): current?.content.search?.removeAll()
        case .control("w"): current?.content.search?.removeLastWord()
        default: return false
        }
        current?.showFirstRow()
        return true
    }
}
