extension HelpTopic {
    /// The command palette.
    static let palette = HelpTopic(
        "palette", "The palette", summary: "Find actions, places and settings by name with `:`.",
        text: """
            `:` opens the palette. Type characters of an action, a place or a setting in their order: `gtocac` goes to
            `Library/Caches`. The best match comes first, and recently used entries come first while nothing is typed.
            Characters count at the beginnings of words and in a row. Actions that may change something match only by
            the beginnings of their words: `Enter` performs nothing by accident.

            :e PATH, :cd PATH :: go to a path
            :vs PATH :: shows a container on the right
            :12 :: goes to a row
            :set sort size :: changes a setting until the program ends: sort, hidden, preset, theme, cover-after,
            cover-on-focus-loss; `config.toml` and `keymap.toml` stay unchanged
            :q!, :x :: quit
            :w, :journal, :diff :: name the action to use instead

            `mkdir`, `rm`, `grep` and other names from vim and shells are known, too. The palette also lists the
            containers that were open before.
            """)
}
