extension HelpTopic {
    /// The command palette.
    static let palette = HelpTopic(
        "palette", "The palette", summary: "Find actions, places and settings by name with `:`.",
        text: """
            `:` opens the palette. It begins with the actions for the item under the cursor, or for the selected items,
            followed by the entries used last. Type characters of an action, a place or a setting in their order:
            `gtocac` goes to `Library/Caches`. Exact names and titles come first, then titles whose words begin with what
            is typed (`sort by size`), then the best match; where nothing matches, the nearest commands. Actions that
            may change something match only by the beginnings of their words, and the first one is written out before
            `Enter` performs it: nothing is changed by accident. Only the commands below and `find`, `grep`, `filter`,
            `select`, `mkdir`, `touch`, `rename`, `export`, `import`, `cp` and `mv` take what is typed after them.

            :e PATH, :cd PATH :: go to a path; `..` goes up, and a name such as `app:com.example.notes` opens its container
            :vs PATH :: shows a container on the right
            :12 :: goes to a row
            :set sort size :: changes a setting until the program ends: sort, hidden, preset, theme, cover-after,
            cover-on-focus-loss; `config.toml` and `keymap.toml` stay unchanged
            :w PATH, :r PATH :: export to a path of this computer, import it
            :help WORD :: opens help at a word
            :!COMMAND :: runs a command of the shell in the pane's directory; `:!` alone starts a shell
            :q!, :x :: quit
            :w, :journal :: name the action to use instead

            `mkdir`, `rm`, `grep` and other names from vim and shells are known, too, and so are words for what an
            action is about, such as `legend`, `space` or `icloud`. For an operation that sandglass lacks, such as
            `chmod`, `compress` or `tabs`, the palette names the command or the program to use instead. Help (`?`, then
            `/`) knows the same words. The palette also lists the containers that were open before.
            """)
}
