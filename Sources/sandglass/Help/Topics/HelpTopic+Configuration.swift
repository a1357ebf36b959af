extension HelpTopic {
    /// The configuration file.
    static let configuration = HelpTopic(
        "configuration", "Configuration", summary: "The file config.toml, and the program's directories.",
        text: """
            `$XDG_CONFIG_HOME/sandglass/config.toml` (or `~/.config/…`), all of it optional:

              theme = "auto"     # by the background; or a name, or the path of a theme
              ls-colors = false  # true: the colours of files from LS_COLORS
              mouse = true
              hidden = false     # whether names that begin with a dot are shown
              sort = "name"      # name, size, time, created, added, kind, badges

              cover-after = "5m"            # after this time without a key; off by default
              cover-on-focus-loss = true    # false if focus reports are unreliable
              exit-on-suspend = false       # exit instead of stopping

              remember = true    # the place in a container, its order, marks and tags

              pictures = "auto"  # auto, kitty, sixel, iterm, cells, none: see help pictures

              notify = "off"     # "bell" or "osc9": report the end of long tasks

              read-only = false  # true: change nothing in any container

            `notify` reports tasks of more than ten seconds. `cover-on-focus-loss` depends on the terminal's focus
            reports. Each error in a file is reported with its line or key and the permitted values, and the default is
            used instead.

            # Directories

            $XDG_CONFIG_HOME/sandglass :: config.toml, keymap.toml, and themes
            $XDG_STATE_HOME/sandglass :: the journal, locks, remembered state, and declarations of apps
            $XDG_CACHE_HOME/sandglass :: reduced pictures
            $XDG_DATA_HOME/Trash :: deleted items (FreeDesktop trash)

            Without these variables, they are below `~/.config`, `~/.local/state`, `~/.cache` and `~/.local/share`.
            Nothing is stored in a container.
            """)
}
