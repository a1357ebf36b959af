extension HelpTopic {
    /// Finding items by name, by condition, and by contents.
    static let search = HelpTopic(
        "search", "Search", summary: "Find items by name, by conditions, or by contents.",
        text: """
            # By name

            `f` in the browser, and `find`, search everything below a directory. The characters of the pattern need only
            be in their order in the path, spaces separate terms, lowercase letters also match uppercase, composed
            characters match decomposed ones, and the best match comes first. In the browser, `Enter` keeps the results
            as a list like any other, with badges, sorting, selection and all operations, which follows changes on the
            disk; `Enter` on a file goes to its place, `Esc` or `h` returns to the directory, with the cursor on what
            contains the item, or where nothing was found or looked for, on the item that it was on before. `|` lists
            everything below without a pattern. `/` filters the directory alone.

            While hidden names are not shown, a listing says how many were left out, and `.` includes them; going to a
            hidden item shows them.

            `g f` finds by name in all containers of the open container's simulator device, or of the folder that
            contains it, hidden items too. Results begin with the app's name; `Enter` opens the container at the item.

            $ sandglass find apsup App.xcappdata :: Finds `Library/Application Support`.
            $ sandglass find -l 'note png' App.xcappdata :: Prints sizes and times, too.

            # By conditions

            In both, terms can be conditions. `!` before a condition reverses it, and a backslash before a term makes it
            a part of the name. `sandglass find --help` lists all conditions.

            b:no :: not backed up; `r:` `w:` `d:` for the other badges
            is:purgeable :: also `is:excluded`, `is:shared`, `is:protected`, `is:misplaced`, `is:empty`
            kind:sqlite :: also `plist`, `json`, `image`, `directory` …
            size>1M :: larger than 1 MB, which is 1,048,576 bytes; `k`, `M` and `G` are powers of 1024
            changed<1h :: changed in the last hour
            created:today :: created today; `added>2026-01-31`: added to its directory after that day
            class:complete :: of a data protection class

            $ sandglass find 'b:no size>1M !kind:image' App.xcappdata :: Large files that no backup includes.
            $ sandglass find --print0 .tmp App.xcappdata | sandglass rm -0 --dry-run :: Pass the results to another
            command.

            # By contents

            `F` in the browser, and `grep`, search file contents as `show` decodes them: names of tables and columns,
            keys and values, certificates, the names and contents of files in archives, database rows, cookies, caches,
            values inside values, and data compressed with gzip, xz, Zstandard, bzip2 or zlib, in a file or in a value.

            $ sandglass grep 'night watch' App.xcappdata :: Search a container.
            $ sandglass grep -e 'bear[a-z]* of' App.xcappdata :: Search for a regular expression (PCRE2) (1).
            $ sandglass grep -l tide Backup :: List the matching files in all domains of a backup.

            `find` and `grep` print paths that begin with the given ones, so that `show` takes them in the same working
            directory; paths in JSON begin at the container's root. `grep` prints a path to each value, one that `show
            FILE:VALUE` takes: `Store.sqlite:ENTRY/3/data/User/0` is a string in a property list in a cell. It takes
            such paths too, and paths outside of containers; `sandglass help paths` explains them. A database is read
            with its write-ahead log, and `-wal`, `-shm` and `-journal` beside it are not searched again, unless their first
            bytes show that they are something else; if the
            database or its log cannot be read, both are searched as bytes and the status is 65. Deleted rows, free
            pages and journals of transactions that have ended are found with `--no-decode`, which searches bytes only, by line or by offset. Text in Latin 1, or in
            UTF-16 with a byte order mark, is searched as text. Matches do not extend over lines, and a byte order mark
            is not part of the first line. An expression that takes too many steps is given up for that file, with a
            warning. Of an archive, also the bytes before, between and behind its items are searched, and its comments,
            labels and unknown records, unless `--filter` chooses items; owners and extra fields of items are not searched,
            and the names in headers of compressed files are found with `--no-decode`. The targets of symbolic links are
            not searched, neither in directories nor in archives; `sandglass hash` lists them. A pattern that is not UTF-8 is looked
            for as it is, also in texts of values that are not.

            In the browser, `^x` makes the text a regular expression. The files appear as they are found, in a list like
            the list of `f`, each with the first line that matches, as far as there is room, and the preview begins at \
            that
            line. `Enter` opens the viewer at the hit; if a file has several, it lists them first. Files that
            the app may not read are not searched. Files that could not be searched completely are counted in `w`, which
            lists the searches with their results; `Enter` shows them again.
            """)
}
