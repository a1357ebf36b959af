extension HelpTopic {
    /// State that is kept between sessions.
    static let memory = HelpTopic(
        "memory", "Remembered state", summary: "State that the browser keeps between sessions.",
        text: """
            The next session of a container begins where the last one ended: the directory, the cursor, the pane, the
            unfolded places, changed widths of panes, the right side of sharing mode, and the order and hidden names
            where they differ from your settings. Marks (`m` and a letter) and tags (`t`) stay, too.

            A path on the command line takes precedence, and `--no-restore` begins at the root. Nothing of a session is
            kept for an app that declares `UIApplicationExitsOnSuspend`, or with `--exit-on-suspend`. `remember = false`
            in `config.toml` turns the memory off.

            `g r` lists the containers that were open before, with the place in each. Absent ones are marked, and `x`
            forgets one after asking. The palette lists them as well, and so does `sandglass` without a path where the
            working directory is in no container.

            $ sandglass recent :: List the containers.
            $ sandglass recent --forget App.xcappdata :: Forget one (66 if it was not open).
            $ sandglass recent --forget :: Forget all.

            # Where it is

            State is in `$XDG_STATE_HOME/sandglass/containers` (or `~/.local/state/…`): paths, names of apps and times,
            one file for each container, readable by you alone, and nothing in a container. A copy of a container, or a
            new one at the same path, inherits nothing. Beyond a hundred containers, the oldest without marks and tags
            are forgotten. Several browsers may run at once. An unreadable file is renamed to `….damaged`, and a newer
            version's stays unchanged; a message says so in both cases.
            """)
}
