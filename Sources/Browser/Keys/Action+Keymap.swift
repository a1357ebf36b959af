package import Screen

extension Action {
    /// Actions whose keys are looked up together.
    package struct Context: Sendable {
        /// The name of its table in a keymap file; the browser's table is `keys`.
        package let name: String
        /// What help calls it.
        package let title: String
        /// The actions.
        package let actions: [Action]
        /// The names of the actions of which one keeps a key.
        let exits: [String]
        let input: KeyTable.Input

        fileprivate init(
            _ name: String, _ title: String, _ actions: [Action], exits: [String] = [],
            _ input: KeyTable.Input = .singleKeys
        ) {
            (self.name, self.title, self.actions, self.exits, self.input) = (name, title, actions, exits, input)
        }
    }

    /// All contexts, those of the whole screen first.
    package static let contexts: [Context] = [
        Context("browser", "In the browser", all, exits: ["quit", "palette"], .sequences),
        Context("viewer", "In the viewer", viewer, exits: ["viewer-close", "viewer-back"], .sequences),
        Context("sheet", "On the contact sheet", sheet, .sequences),
        Context("panel", "In every panel", panel, exits: ["panel-close"]),
        Context("question", "In questions", question),
        Context("prompt", "While a line is entered", prompt, exits: ["prompt-cancel"], .text),
        Context("tasks", "In the list of tasks", TasksPanel.ownActions),
        Context("usage", "In the usage view", UsagePanel.ownActions),
        Context("time-points", "In the list of time points", TimePointsPanel.ownActions),
        Context("recent", "In the list of recent containers", RecentPanel.ownActions),
        Context("changes", "In the list of changes", ChangesPanel.ownActions),
        Context("audit", "In the list of findings", AuditPanel.ownActions),
        Context("sort", "In the choice of the order", SortPanel.ownActions),
        Context("explanation", "In an explanation", ExplanationPanel.ownActions),
        Context("advice", "In advice", AdvicePanel.ownActions),
        Context("purge", "In the plan of a purge", PurgePanel.ownActions),
    ]

    /// The actions that can be performed by their names.
    package static let performable = all + viewer

    /// The table that a keymap file is read against.
    package static var keyTable: KeyTable {
        KeyTable(
            contexts: contexts.map { context in
                .init(
                    name: context.name, rows: context.actions.map { .init(name: $0.name, keys: $0.keys) },
                    exits: context.exits, input: context.input)
            },
            presets: [("vim", Keymap()), ("mc", midnightCommander)])
    }

    /// Makes the table of all actions before it is first needed. That takes a quarter of a millisecond.
    package static func prepareNames() { _ = byName }

    /// Returns the action with a name.
    package static func named(_ name: String) -> Action? {
        byName[name]
    }

    private static let byName = Dictionary(contexts.flatMap(\.actions).map { ($0.name, $0) }) { one, _ in one }

    /// The keys of GNU Midnight Commander (mc(1), "KEYS"), as far as it has the action. Letters stay as they are: here
    /// they are no command line. `^o` starts a shell, and `^r` reads again.
    private static let midnightCommander = Keymap([
        "select": ["Ins", "^t", "Space"],
        "select-pattern": ["+"],
        "deselect-pattern": ["-", "\\"],
        "select-none": ["M-\\"],
        "shell": ["^o", "!"],
        "palette": ["F9", ":"],
        "back": ["M-y", "["],
        "forward": ["M-u", "]"],
        "reload": ["^r", "^l"],
        "redo": ["M-r"],
        "hidden": ["M-.", "."],
        "go-to-path": ["M-c", "g Space", "g /"],
        "find": ["M-?", "f"],
        "filter": ["^s", "M-s", "/"],
        "new": ["F16", "a"],
        "rename": ["F18", "r"],
        "page-down": ["PgDn", "^v", "^f"],
        "page-up": ["PgUp", "M-v", "^b"],
        "top": ["Home", "M-<", "g g"],
        "bottom": ["End", "M->", "G"],
        "viewer-wrap": ["F2", "w"],
        "viewer-form": ["F4", "Tab"],
        "viewer-go-to": ["F5", ":"],
        "viewer-find": ["F7", "/"],
        "viewer-find-next": ["n", "F19"],
        "viewer-reload": ["^r", "^l"],
        "viewer-redo": ["M-r"],
    ])
}
