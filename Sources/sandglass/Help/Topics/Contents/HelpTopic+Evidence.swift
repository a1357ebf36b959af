extension HelpTopic {
    /// Read-only mode.
    static let evidence = HelpTopic(
        "evidence", "Read-only mode", summary: "Examine a container without changing it, and prove it.",
        text: """
            `--read-only` keeps containers unchanged, for evidence: every change is refused with status 77, in the
            browser as on the command line, and the top line of the browser says `read-only`. `SANDGLASS_READ_ONLY=1`
            and `read-only = true` in the configuration do the same for all commands.

            $ sandglass --read-only App.xcappdata :: Browse without changing anything.
            $ sandglass hash App.xcappdata --output before.json :: Record the state before the examination.
            $ sandglass hash --check before.json App.xcappdata :: Prove afterwards that nothing has changed.
            $ sandglass rm --read-only App.xcappdata/AppData/Documents/Checklist.txt :: A change is refused (77).
            $ sandglass export --read-only App.xcappdata/AppData/Documents --to out :: Copying out is allowed.

            Items can still be copied out, to directories of this computer that are in no container (nor in a directory
            that looks like one). An operation interrupted earlier stays half done, and a message says so.

            # Access times

            Reading leaves access times alone as far as Linux permits it (`O_NOATIME`, for root and the owner of a
            file). The time of a symbolic link is the time of its last reading on any mount without `noatime`.
            """)
}
