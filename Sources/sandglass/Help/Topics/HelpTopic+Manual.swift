extension HelpTopic {
    /// Help, manual pages and completions.
    static let manual = HelpTopic(
        "manual", "Manual and completions", summary: "Install man pages and shell completions.",
        text: """
            Each command has a `--help`; `sandglass help` lists the topics. The manual has a page for each command
            (section 1) and for each topic (section 7), made from the same texts.

            $ sandglass manual --install prefix :: Install the pages, and completions for bash, zsh and fish.
            $ sandglass manual ls | man -l - | head -3 :: Show a page without that.
            $ sandglass manual backups > sandglass-backups.7 :: Print the page of a topic.
            $ sandglass --generate-completion-script bash > completions :: Print the completions of a shell alone.

            After `sandglass manual --install ~/.local`, `man sandglass` and `man sandglass-ls` show the pages. Themes,
            containers, their contents, and absent places are completed as they are at that moment.
            """)
}
