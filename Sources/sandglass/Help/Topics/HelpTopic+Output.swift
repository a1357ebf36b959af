extension HelpTopic {
    /// Output for people and for programs.
    static let output = HelpTopic(
        "output", "Output", summary: "Sanitized and exact output; locales and terminals.",
        text: """
            Output into a pipe has neither colours nor progress. Where the locale is not UTF-8, it is plain ASCII: `.`
            for `·`, `% x ^ = #` for `⟳ ⊘ ⊖ ⇄ ⚿`, `?` for other characters; JSON and XML escape them.

            # Sizes

            Sizes are in powers of 1024, here and in conditions: 1 KB is 1,024 bytes, 1 MB is 1,048,576. A size is that of
            the contents, unless disk usage is named. JSON has bytes.

            # Tables

            `show` and `sql` print tables for people: a column is at most 40 cells of a terminal wide, the last one 300, and
            what is longer ends with `…`, in a pipe as well. A line of a log in a timeline ends so after 300 bytes. CSV,
            JSON and `show FILE:ADDRESS` have all of each value; `timeline --csv` and `--json` have 64 KiB of a line.

            # Sanitized output

            No name, no contents and no message of a library acts on the terminal. Text, warnings and errors show
            control characters, controls of writing direction and bytes that are not UTF-8 as visible stand-ins (`␛`,
            `‹9B›`, `‹RLO›`, `\\xFF`), in a pipe as well. JSON and XML write them as escapes and character references.
            XML cannot contain most control characters: it is refused for those, with the path to the value.

            # Exact output

            Output for programs has the exact bytes in a pipe or a file, whatever the locale, and is sanitized on a
            terminal:

            - `show --as csv`, `sql --csv`
            - `show --as raw` (a note on standard error says if something was replaced)
            - `--print0` (on a terminal, a path on each line)
            - `hash --sha256sum`
            - the output of `browse --choose` and `demo --no-browse`

            $ sandglass show --as raw File.plist > copy.plist; cmp copy.plist File.plist :: Copy a file byte by byte.

            # Accounts

            Names of owners and groups come from `/etc/passwd` and `/etc/group`; other accounts are shown by their
            numbers.
            """)
}
