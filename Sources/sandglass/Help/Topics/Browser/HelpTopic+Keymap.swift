extension HelpTopic {
    /// The keymap file.
    static let keymap = HelpTopic(
        "keymap", "Your own keys", summary: "The file keymap.toml: change the keys of the browser.",
        text: """
            `$XDG_CONFIG_HOME/sandglass/keymap.toml` (or `~/.config/…`) gives actions other keys by their names, also in
            the viewer, panels, questions and prompts.

            $ sandglass keys :: List all actions with their keys.
            $ sandglass keys --toml > keymap.toml :: Print a file to start from.
            $ sandglass keys --preset mc :: List the keys of a preset.

            An example:

              preset = "vim"           # or "mc": the keys of Midnight Commander

              [keys]
              exclude = "^x"           # replaces the preset's keys
              delete = ["d d", "F8"]   # several keys; spaces separate consecutive keys
              containers = []          # no key: use the palette, a click or `sandglass run`

              [viewer]                 # also panel, question, prompt, and tasks etc.
              close = ["q", "^w"]      # or viewer-close

              [panel]
              down = ["j", "Down", "^n"]

              [prompt]
              delete-word = "M-w"

            # Spelling

            Keys are spelled as on the screen: `a`, `A`, `^d` with Control, `M-x` with Alt, `F5`, `Enter`, `Esc`, `Tab`,
            `S-Tab`, `Space`, `Backspace`, `Del`, `Ins`, `Up`, `Down`, `Left`, `Right`, `PgUp`, `PgDn`, `Home`, `End`.
            The spellings of vim, helix, yazi and mc (`C-d`, `<C-d>`, `ctrl-d`, `A-x`, `<CR>`, `ret`) mean the same.

            # Precedence

            A key that you give an action is removed from the action that had it. Help, the footer, the palette, the
            keys that can follow a pressed one, and messages name your keys. In panels and prompts one key is pressed at
            a time. A panel's keys (`tasks`, `usage`, `recent`, `sort`, `explanation`, `advice`, `purge`) take
            precedence over the keys of all panels, and in prompts characters are text. The letters of choices, such as
            `n` in the choice of the order, stay; so does `Enter`, which answers every question.

            # Errors

            Errors name the file, line and key, in the browser and on standard error, and leave that action its default:
            an unknown action or key, a key of two entries, a key that begins the keys of another action (`g` while
            there is `g g`), a digit, which is a number before a key, or a table that leaves no key to leave with.

            # Limits of terminals

            Terminals do not report every key. `^i` is `Tab`, `^m` and `^j` are `Enter`, `^h` is `Backspace` and `^[` is
            `Esc`, so none of them can have a separate action (`]` goes forward where vim has `^i`); `^z` and `^\\` are
            the terminal's, and `^\\` pressed twice ends the program, even one that hangs. Control goes with letters,
            `Space`, `]`, `^` and `_`, Alt with characters; on other keys neither is distinguished, and Shift only on
            letters and `Tab`. Most terminals send `F13` to `F24` for `F1` to `F12` with Shift.

            # The preset mc

            The preset `mc` adds the keys of Midnight Commander that have a meaning here: `F9` for the palette, `Ins`
            and `^t` to select, `^s` to filter, `M-?` to find, `M-c` for a path, `M-y` and `M-u` back and forward, `^r`
            to read again (`M-r` redoes), `M-.` for hidden names, Shift with `F4` and `F6` (`F16` and `F18`) for a new
            file and another name; in the viewer `F2`, `F4`, `F5`, `F7`. `:set preset = mc` tries it for a session.
            Letters keep their actions, since there is no command line to type them into, and `^o` has no action.
            """)
}
