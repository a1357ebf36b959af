extension HelpTopic {
    /// JSON for scripts.
    static let json = HelpTopic(
        "json", "JSON", summary: "The form of --json: lines, times, names, errors.",
        text: """
            A command with `--json` prints one object per line, and nothing if there is nothing, or a single object over
            several lines.

            one per line :: `apps`, `audit`, `backup-set`, `deliver`, `devices`, `diff`, `find`, `grep`, `hash`, `journal`,
            `keeps`, `keys`, `ls`, `purge`, `recent`, `sql`, `timeline`, `usage`, `watch`
            a single object :: `app-info`, `backup`, `cp`, `demo snapshot-hide`, `edit`, `explain`, `export`, `import`,
            `include`, `keep`, `mkdir`, `mv`, `new`, `pack`, `redo`, `rename`, `reset`, `restore`, `rm`, `set`,
            `snapshots`, `undo`, `unpack`, `verdict`, `verify`
            either :: `advise` (an object for a file, lines for a directory), `exclude` (lines with `--list`), `info`
            (lines for several containers), `show` (the value, and lines for a table)

            A command that fails, or a `verdict` that refuses, ends its JSON with `error`, which has `message` and
            `status`, in the report or in a separate object.

            Sizes are bytes, and times are ISO 8601 in UTC. A name that is not UTF-8 has `name` for people and
            `nameBytes` in base64 (`path` and `pathBytes` in reports with paths). In other values, such as the target \
            of a
            link, bytes that are not UTF-8 are written as `\\xff`.

            A date in a file that ISO 8601 cannot say exactly is `{"$date": NUMBER}`, with the number that is stored. \
            The
            second of several equal names in an object is `NAME~#2`.

            $ cd App.xcappdata/AppData :: Enter a container.
            $ sandglass ls -R --json . | jq 'select(.flags[] == "excluded").path' :: Excluded items.
            $ sandglass backup-set --json . | jq 'select(.reason == "excluded")' :: The same, with the items below
            excluded directories.
            $ sandglass usage --json . | jq 'select(.row == "total")' :: Totals.

            # Reports on bundles

            `verify --json` is an object:

            subject :: `bundle`, `file with code` (a Mach-O file by itself) or `static library`
            isIntact :: whether the seal is intact; false as well where there is none
            counts :: by status
            items :: each with `path`, `status` (`intact`, `altered`, `added`, `missing`, `unsealed` or `unreadable`)
            and `reasons`
            bundles :: each with its `code`: architecture, algorithms, `cdHashes`, `alteredPages`, and `parts` such as
            Info.plist with their status; of a static library, the number of `objects`
            unreadable :: seals, with `offset`
            notChecked :: the checks that were not made

            `info --json` has the parts of a bundle under `bundle`: `parts` of the table, `items` with their roles,
            `code`, `icons`, `settings`, `localizations`, `profile`, `usage`, `declarations`, `plugIns`.

            $ sandglass verify --json ../../App.ipa | jq .counts :: Count the items by status.

            # Copies

            `pack --without-secrets --json` has `masked`, each with `path`, `action`, `reason`, and `secrets` with their
            `rule`, `address`, `line` and `evidence`.

            # Changes

            Changes print `decisions` (`rulings` in earlier versions), one for each item; for a dry run, the `plan`
            with `undoLimits`, or the `values` of `set`, each with its `address` and, on one line, the `old` and the
            `new` value; and the `outcome` (`sandglass help undo`). `journal --json` gives the first hundred items
            of an operation, and `itemCount`.
            """)
}
