/// What the palette and help say about something that no action of the browser does.
struct PaletteAnswer: Sendable {
    /// The words that people type for it, in small letters.
    let words: [String]
    /// The answer; the names of actions in braces stand for their keys.
    let sentence: String

    private init(_ words: [String], _ sentence: String) {
        self.words = words
        self.sentence = sentence
    }

    /// What needs no command, or has one outside of the browser.
    static let elsewhere: [PaletteAnswer] = [
        PaletteAnswer(
            ["w", "w!", "wa", "write", "save", "up", "update"],
            "Nothing to save: each change is on disk at once; {undo} undoes the last one, {export} exports a copy"),
        PaletteAnswer(
            ["history", "his", "hist", "journal", "changes", "undolist"],
            "`sandglass journal` lists all operations and `sandglass undo NUMBER` undoes one; {tasks} shows this "
                + "session's"),
        PaletteAnswer(
            ["hash", "checksum", "md5", "sha256", "sha256sum"],
            "`sandglass hash` prints a manifest of a directory with the SHA-256 of each file"),
        PaletteAnswer(
            ["screenshot", "screenshots"],
            "{contact-sheet} shows the app-switcher snapshots; `sandglass snapshots` lists, exports or removes them"),
        PaletteAnswer(
            ["map", "nmap", "noremap", "unmap", "bind", "keymap"],
            "Keys are set in keymap.toml, which `sandglass help keymap` describes"),
        PaletteAnswer(
            ["config", "configure", "configuration", "settings", "options"],
            "Settings are in config.toml, which `sandglass help configuration` describes; the commands that begin "
                + "with Set change them for this session"),
        PaletteAnswer(
            ["colorscheme", "themes"],
            "The commands that begin with Set theme try a theme; `theme` in config.toml keeps it, as `sandglass help "
                + "themes` describes"),
        PaletteAnswer(
            ["suspend", "background", "bg"],
            "^z covers the screen and suspends sandglass, and fg in the shell brings it back; {cover} covers at once"),
        PaletteAnswer(
            ["excluded"],
            "b:no in a filter ({filter}) shows what is not backed up; {exclude} excludes an item or includes it again, "
                + "{backup-set} lists the next backup"),
        PaletteAnswer(
            ["sql", "sqlite", "sqlite3", "query"],
            "{view} shows a database; {viewer-query} there queries it in SQL, and {viewer-edit} changes a cell. "
                + "`sandglass sql` and `sandglass set` do so in a shell"),
        PaletteAnswer(
            ["change", "modify", "value", "values", "plutil", "plistbuddy"],
            "{view} shows the values in a file; {viewer-edit} there changes one, {viewer-add} adds and {viewer-delete} "
                + "removes one, as `sandglass set` does"),
        PaletteAnswer(
            ["ssh", "sftp", "ftp", "scp", "rsync", "mount", "umount", "connect", "network"],
            "`sandglass ssh://HOST` opens containers on another computer, which `sandglass help hosts` describes; "
                + "{containers} lists those on devices on a cable"),
    ]

    /// What the program does not do.
    static let limits: [PaletteAnswer] = [
        PaletteAnswer(
            ["chmod", "chown", "chgrp", "umask", "setfacl", "permissions"],
            "sandglass does not change modes, owners or access control lists, which count in the badges; {shell} "
                + "starts a shell for chmod"),
        PaletteAnswer(
            ["chattr", "setfattr", "xattr", "attributes"],
            "sandglass sets a single attribute, the exclusion from backups ({exclude}); `sandglass hash` prints "
                + "the others"),
        PaletteAnswer(["dates", "mtime", "utime"], "sandglass does not set the dates of items"),
        PaletteAnswer(
            ["compress", "zip", "gzip", "tar", "7z", "archive", "pack"],
            "sandglass does not compress single items: `sandglass pack` copies a container into a package, a zip "
                + "archive or a backup"),
        PaletteAnswer(
            ["unzip", "gunzip", "untar", "uncompress", "decompress", "extract", "unpack"],
            "sandglass does not unpack archives in place: it opens a container in an archive as a directory, and "
                + "{export} copies items out of it; `sandglass unpack` copies a domain of a backup into a directory"),
        PaletteAnswer(
            ["encrypt", "gpg", "openssl"],
            "sandglass does not encrypt single items: `sandglass pack --backup --encrypt` makes an encrypted "
                + "backup of a container"),
        PaletteAnswer(
            ["ln", "link", "symlink", "hardlink"],
            "sandglass does not create links; {shell} starts a shell for ln"),
        PaletteAnswer(
            ["erase", "shred", "wipe", "empty-trash"],
            "sandglass erases nothing: {delete} moves items to the trash of this computer, which other programs "
                + "empty"),
        PaletteAnswer(
            ["launch", "install", "uninstall", "simulate", "debug"],
            "sandglass does not install or run apps; {device-state} sets the state of the app and the device that "
                + "the rules go by"),
        PaletteAnswer(
            ["tab", "tabs", "tabe", "tabedit", "tabn", "tabnext", "tabp", "tabprevious", "tabclose"],
            "sandglass has no tabs: {beside} shows another container beside this one, {sharing} this computer, and "
                + "{recent} lists the recent containers"),
        PaletteAnswer(
            ["swap", "exchange"],
            "The panes do not change places: the container stays on the left. {next-pane} goes to the other pane, {copy} "
                + "copies and {move} moves there"),
        PaletteAnswer(
            ["macro", "record", "plugin", "plugins", "lua", "autocmd"],
            "sandglass has no macros and no plugins; {open-with} and {shell} start other programs, and `sandglass "
                + "run` performs actions at the start"),
    ]

    /// What the palette says where nothing is found.
    static let nothing =
        "No command matches. sandglass does not change modes, owners or dates, make links, compress or encrypt single "
        + "items, or run apps."

    /// Returns the answers of a table that a text is a word of.
    static func named(_ text: String, in table: [PaletteAnswer]) -> [PaletteAnswer] {
        table.filter { $0.words.contains(text) }
    }

    /// Returns the answers that a text is the beginning of a word of, if it is long enough to mean it.
    static func beginning(with text: String) -> [PaletteAnswer] {
        guard text.count >= Action.minCharacters else { return [] }
        return (limits + elsewhere).filter { $0.words.contains { $0.hasPrefix(text) } }
    }
}
