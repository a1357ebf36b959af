extension HelpTopic {
    /// The command palette.
    static let palette = HelpTopic(
        "palette", "The palette", summary: "Find actions, places and settings by name with `:`.",
        text: """
            `:` opens the palette. It begins with the actions for the item under the cursor, or for the selected items,
            followed by the entries used last. Type characters of an action, a place or a setting in their order:
            `gtocac` goes to `Library/Caches`. The best match comes first. Characters count at the beginnings of words
            and in a row. Actions that may change something match only by the beginnings of their words: `Enter`
            performs nothing by accident.

            :e PATH, :cd PATH :: go to a path; `..` goes up
            :vs PATH :: shows a container on the right
            :12 :: goes to a row
            :set sort size :: changes a setting until the program ends: sort, hidden, preset, theme, cover-after,
            cover-on-focus-loss; `config.toml` and `keymap.toml` stay unchanged
            :w PATH, :r PATH :: export to a path of this computer, import it
            :help WORD :: opens help at a word
            :q!, :x :: quit
            :w, :journal :: name the action to use instead

            `mkdir`, `rm`, `grep` and other names from vim and shells are known, too, and so are words for what an
            action is about, such as `legend`, `space` or `icloud`. For an operation that sandglass lacks, such as
            `chmod`, `compress` or `tabs`, the palette names the command or the program to use instead. Help (`?`, then
            `/`) knows the same words. The palette also lists the containers that were open before.
            """)
}
