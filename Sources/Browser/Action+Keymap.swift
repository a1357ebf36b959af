package import Screen

extension Action {
    /// The actions whose keys are looked up together.
    package static let contexts: [(name: String, actions: [Action], exits: [String])] = [
        ("browser", all, ["quit", "palette"]), ("viewer", viewer, ["viewer-close", "viewer-back"]),
    ]

    /// The table that a keymap file is read against.
    package static var keyTable: KeyTable {
        KeyTable(
            contexts: contexts.map { name, actions, exits in
                .init(name: name, rows: actions.map { .init(name: $0.name, keys: $0.keys) }, exits: exits)
            },
            presets: [("vim", Keymap()), ("mc", midnightCommander)])
    }

    /// Returns the action with a name.
    package static func named(_ name: String) -> Action? {
        all.first { $0.name == name } ?? viewer.first { $0.name == name }
    }

    /// The keys of GNU Midnight Commander (mc(1), "KEYS"), as far as it has the action. Letters stay as they are: here
    /// they are no command line. `^o` starts a shell, and `^r` reads again.
    private static let midnightCommander = Keymap([
        "select": ["Ins", "^t", "Space"],
        "shell": ["^o", "!"],
        "palette": ["F9", ":"],
        "back": ["M-y", "["],
        "forward": ["M-u", "]"],
        "reload": ["^r", "^l"],
        "redo": ["M-r"],
        "hidden": ["M-.", "."],
        "go-to-path": ["M-c", "g /", "o"],
        "find": ["M-?", "f"],
        "filter": ["^s", "M-s", "/"],
        "new": ["F14", "a"],
        "rename": ["F16", "r"],
        "page-down": ["PgDn", "^v", "^f"],
        "page-up": ["PgUp", "M-v", "^b"],
        "top": ["Home", "M-<", "g g"],
        "bottom": ["End", "M->", "G"],
        "viewer-wrap": ["F2", "w"],
        "viewer-form": ["F4", "Tab"],
        "viewer-go-to": ["F5", ":"],
        "viewer-find": ["F7", "/"],
        "viewer-find-next": ["n", "F17"],
        "viewer-reload": ["^r", "^l"],
    ])
}
