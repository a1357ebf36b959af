/// Words by which people look for an action, and which are neither in its title nor its name: those of vim, of shells
/// and other file managers, and of what the action is about.
enum Synonyms {
    /// A shorter beginning of a word could be that of many.
    static let fewestCharacters = 3

    /// The words of actions, by the actions' names.
    static let words: [String: [String]] = [
        // Moving
        "enter": ["cwd", "descend"],
        "leave": ["parent", "ascend"],
        "back": ["history", "return", "jumps"],
        "top": ["gg", "beginning"],
        "bottom": ["end"],
        "next-pane": ["focus", "window", "panel", "left", "right"],
        "find": ["fd", "locate", "fuzzy"],
        "find-everywhere": ["global"],
        "find-contents": ["grep", "rg", "search", "secret", "password", "token"],
        "flat": ["recursive"],
        "compare": ["diff", "diffthis", "cmp", "vimdiff", "changes", "history"],
        "compare-container": ["diff", "changes", "history"],
        "mark-differences": ["diff", "compare", "differences"],
        "time-points": ["history", "restore", "snapshot", "keeps", "checkpoint", "before", "rollback"],
        "audit": ["secret", "secrets", "security", "leak", "leaks", "findings", "passwords", "tokens", "masvs"],
        "keep": ["snapshot", "checkpoint", "time point", "backup"],
        "fold": ["collapse", "expand"],
        "view": ["preview", "less", "cat", "open", "read", "xxd", "hexdump"],

        // Places
        "root": ["home"],
        "go-to-path": ["cd", "e", "path", "jump", "address"],
        "set-mark": ["mark", "bookmark", "favorite"],
        "go-to-mark": ["marks", "bookmarks", "favorites", "hotlist"],
        "recent": ["history", "reopen", "hotlist", "zoxide"],
        "containers": ["apps", "switch"],

        // Selecting
        "select": ["check", "mark"],
        "select-all": ["everything"],
        "select-none": ["noh", "unselect", "deselect"],
        "select-range": ["visual"],
        "select-pattern": ["glob"],
        "tag": ["label", "color"],

        // Files
        "yank": ["clipboard"],
        "paste": ["put"],
        "delete": ["rm", "rmdir", "remove", "trash", "unlink", "dd"],
        "rename": ["mv", "move-to", "bulkrename"],
        "new": ["touch", "create"],
        "new-directory": ["mkdir", "folder"],
        "edit": ["vi", "vim", "nvim", "nano", "emacs"],
        "edit-bytes": ["hexedit"],
        "exclude": ["nobackup", "tmutil", "isexcludedfrombackup"],
        "undo": ["revert", "rollback", "history", "restore", "undelete", "untrash"],
        "tasks": ["jobs", "progress", "queue", "history"],

        // To and from this computer
        "sharing": ["host", "finder", "panel", "right", "two panes"],
        "beside": ["tab", "tabs", "tabnew", "sp", "split", "vs", "vsplit", "compare", "two panes"],
        "import": ["upload", "push"],
        "export": ["download", "pull"],
        "copy": ["cp"],
        "move": ["mv"],
        "deliver": ["airdrop", "mail", "receive"],

        // Other programs
        "shell": ["!", "sh", "bash", "zsh", "terminal"],
        "open-with": ["open", "xdg-open", "reveal"],
        "pager": ["less", "more"],
        "copy-host-path": ["pwd", "clipboard", "reveal"],
        "copy-container-path": ["clipboard"],
        "copy-device-path": ["clipboard"],

        // The rules
        "legend": ["badges", "rwdb", "flags", "letters", "symbols", "colors"],
        "explain": ["why", "rights", "permissions", "info", "stat", "properties"],
        "act-as": ["actor", "su", "sudo", "user", "owner"],
        "device-state": ["locked", "unlocked", "running", "foreground", "reset"],
        "advice": ["misplaced", "placement", "lint"],
        "backup-set": ["icloud", "itunes", "compare"],
        "usage": ["du", "ncdu", "space", "biggest"],
        "verify-seal": ["codesign", "signature", "integrity"],
        "bundle": ["ipa"],
        "purge-plan": ["cleanup", "evict"],

        // What is shown
        "sort": ["order", "arrange"],
        "reverse": ["descending", "ascending"],
        "filter": ["narrow"],
        "hidden": ["dotfiles", "invisible"],
        "reload": ["ls", "refresh", "redraw", "reset"],
        "clear": ["reset"],

        // The program
        "help": ["h", "man", "manual", "keys", "shortcuts"],
        "palette": ["menu"],
        "cover": ["secret", "privacy", "blank", "boss"],
        "cancel": ["stop", "abort", "kill"],
        "choose": ["pick"],
        "quit": ["q", "q!", "qa", "qa!", "exit", "bd", "close"],
    ]

    /// Returns whether a text is a word of an action.
    static func include(_ text: String, of action: String) -> Bool { words[action]?.contains(text) == true }

    /// Returns whether a word of an action begins with a text that is long enough to mean it.
    static func include(beginning text: String, of action: String) -> Bool {
        text.count >= fewestCharacters && words[action]?.contains { $0.hasPrefix(text) } == true
    }
}
