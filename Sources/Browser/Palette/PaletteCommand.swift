import ContainerModel
import ContainerStore
import Screen

/// A line of the palette.
struct PaletteCommand: Sendable {
    /// Identifies the command among those that were used.
    let id: String
    /// What it does.
    let title: DisplayText
    /// Its keys, or the present value of a setting.
    let note: String
    /// The bytes in which typed characters are found: the title as bytes, and the name of an action.
    let searched: [UInt8]
    /// The number of bytes of `searched` that the title takes.
    let length: Int
    /// Other names, such as those of commands of vim, which have to be typed exactly.
    let aliases: [String]
    /// Whether it may change something, so that it is offered only to those who clearly meant it.
    let isConsequential: Bool
    /// Whether it asks for a name or a confirmation before it changes anything.
    let asksFirst: Bool
    let perform: PanelRow.Choice

    init(
        _ id: String, _ title: DisplayText, bytes: [UInt8], name: String = "", note: String = "",
        aliases: [String] = [], isConsequential: Bool = false, asksFirst: Bool = false,
        perform: @escaping PanelRow.Choice
    ) {
        self.id = id
        self.title = title
        self.note = note
        self.aliases = aliases
        self.isConsequential = isConsequential
        self.asksFirst = asksFirst
        length = bytes.count
        searched = bytes + (name.isEmpty ? [] : [0x20] + Array(name.utf8))
        self.perform = perform
    }

    init(_ action: Action, note: String) {
        self.init(
            action.name, DisplayText(action.title), bytes: Array(action.title.utf8), name: action.name, note: note,
            aliases: Self.aliases[action.name] ?? [], isConsequential: action.isChange || action.reachesOutside,
            asksFirst: action.asksFirst
        ) { action.perform(&$0) }
    }

    /// What people who know vim, lf or a shell call an action.
    private static let aliases: [String: [String]] = [
        "quit": ["q", "q!", "qa", "qa!", "exit", "bd"],
        "go-to-path": ["cd", "e", "path", "jump"],
        "delete": ["rm", "remove", "trash", "dd"],
        "rename": ["mv", "move-to", "bulkrename"],
        "copy": ["cp"],
        "new": ["touch", "create"],
        "new-directory": ["mkdir"],
        "shell": ["!", "sh", "terminal"],
        "reload": ["ls", "refresh", "redraw"],
        "select-none": ["noh", "unselect", "deselect"],
        "select-range": ["visual"],
        "set-mark": ["mark", "bookmark"],
        "go-to-mark": ["marks", "bookmarks"],
        "find": ["fd", "locate"],
        "find-contents": ["grep", "rg", "search"],
        "view": ["preview", "less", "cat"],
        "help": ["h", "man", "keys"],
        "usage": ["du"],
        "tasks": ["jobs"],
        "beside": ["tab", "tabnew", "sp", "split", "vs", "vsplit"],
    ]

    /// Returns whether each word of a text begins a word of the title or of the name, in their order, or the text
    /// begins the name written as one word.
    func isNamed(by text: String) -> Bool {
        let typed = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        guard !typed.isEmpty else { return false }
        let words = String(decoding: searched, as: UTF8.self).lowercased().split { !$0.isLetter && !$0.isNumber }
        var rest = words[...]
        let isInOrder = typed.allSatisfy { part in
            guard let place = rest.firstIndex(where: { $0.hasPrefix(part) }) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
        return isInOrder || id.filter { $0 != "-" }.hasPrefix(typed.joined())
    }

    /// Returns the columns of the title in which bytes are shown.
    /// - Parameter places: Indices into `searched`.
    func columns(of places: [Int]) -> [Int] {
        places.filter { $0 < length }.map { DisplayText(bytes: searched.prefix($0)).width }
    }
}

extension BrowserState {
    /// The greatest number of commands that are remembered as used.
    private static let mostUsed = 50

    /// Puts a command before the others from now on.
    mutating func noteUse(of command: PaletteCommand) {
        guard command.id != "palette", !command.id.isEmpty else { return }
        panels.usedCommands.removeAll { $0 == command.id }
        panels.usedCommands.insert(command.id, at: 0)
        panels.usedCommands = Array(panels.usedCommands.prefix(Self.mostUsed))
    }

    /// What the palette offers, the commands used last first.
    var commandsByUse: [PaletteCommand] {
        let commands = commands
        let used = panels.usedCommands.compactMap { id in commands.first { $0.id == id } }
        return used + commands.filter { !panels.usedCommands.contains($0.id) }
    }

    private var commands: [PaletteCommand] {
        Action.all.map { PaletteCommand($0, note: keys.keyNames(of: $0)) } + placeCommands + recentCommands
            + settingCommands
    }

    private var recentCommands: [PaletteCommand] {
        (opening.recent ?? []).filter { $0.exists && $0.hostPath != container?.hostPath.bytes }.map { recent in
            let bytes = Array("Open \(recent.name)".utf8)
            return PaletteCommand(
                "open \(recent.hostPath)", DisplayText("Open ") + screen.display(recent.name.utf8), bytes: bytes,
                note: screen.display(recent.hostPath).description
            ) { $0.open(recent) }
        }
    }

    /// The places of the container, the unfolded ones of the tree included.
    private var placeCommands: [PaletteCommand] {
        panes.places.directories.filter { !$0.isRoot }.map { path in
            let bytes = Array("Go to ".utf8) + path.bytes
            return PaletteCommand("place \(path)", DisplayText("Go to ") + screen.display(path.bytes), bytes: bytes) {
                $0.goToPlace(path)
            }
        }
    }
}
