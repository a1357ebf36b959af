import Documents

extension HelpTopic {
    /// Comparing two sides.
    static let diff = HelpTopic(
        "diff", "Comparing", summary: "Show what an app stored, by comparing two states.",
        text: """
            `sandglass diff A B` prints what was added, removed, changed and moved from A to B. Each side is a \
            container,
            a directory, an archive, a domain of a backup, a bundle or a file, and the two may be of different kinds.
            `FILE:NAME/NAME…` compares a value inside a file. The exit status is 0 if both sides are the same, 1 if they
            differ, and 65 if a part of them could not be read and compared: the remark names the side, the item and the
            part, such as a database's log; what that part holds may be told as removed or added.

            # What an app persists

            OWASP MASTG-TEST-0302 tests what an app stores while it is used: copy its container, use the app, and
            compare. The badges show where that is backed up, shared or purged.

            $ cp -a App.xcappdata before.xcappdata :: Copy the container before the test.
            $ printf 'token=1' > App.xcappdata/AppData/Documents/session.txt :: Use the app; here, a file is written.
            $ sandglass diff before.xcappdata App.xcappdata :: Print what was stored, with badges (1).
            $ sandglass diff --stat before.xcappdata App.xcappdata :: Count the differences of each item (1).
            $ sandglass diff --mask before.xcappdata App.xcappdata :: Print keys without values, for a report (1).
            $ sandglass diff --json before.xcappdata App.xcappdata | jq .address :: Print the keys and rows alone.
            $ sandglass diff --patch before.xcappdata App.xcappdata :: Print the differences of texts as a patch (1).
            $ sandglass diff Downloads/App.xcappdata before.xcappdata :: Two copies are the same.
            $ sandglass diff Copy Backup/AppDomain-com.example.notes :: Compare with a domain of a backup (1).

            # How contents are compared

            property lists, JSON, archived objects :: by key path; items of arrays by their values
            SQLite :: tables, columns, and rows by primary key, else by a unique index, else as a whole; with the log
            Core Data, SwiftData :: entities, objects by key, relationships by the objects they lead to; then all \
            other tables
            cookies, web storage, URL caches :: by domain, path and name; by key; by request; then all other tables
            texts :: by line; with a line of more than 16 MB, by bytes
            pictures :: by size, pixels and metadata
            archives :: by the items in them, and their contents
            code :: also by entitlements
            anything else :: by bytes: the offset of the first byte that differs, and how many do

            Values in values are compared in the same way: of compressed data in a value, as of a compressed file, what they
            hold is compared, and their headers (a name, a time) are no difference. Values that lie beside a database, the bodies in `fsCachedData`
            of a URL cache and the external data of a Core Data store, are compared with the rows that name them where two
            databases are the sides, even if these have the same bytes; where directories are, as the files that they are,
            and reported once.

            These are not differences: a checkpointed log, VACUUM, a property list in another format (XML, binary, the
            old-style text of `.plist` and `.strings` files), a different order of keys and sets, white space in JSON,
            `-shm` files and times. In a text that is JSON, white space is a difference of the text. Half surrogates
            and bytes that are not UTF-8 in the texts of a binary property list are written as `\\ud83d` and `\\xff`,
            and compared as they are stored. Bytes that belong to none of the contents are compared too: after the end
            of a list, comments, between the items of an archive that is compared with another one, comments and
            unknown records in a tar, what fills its blocks, in skippable frames of Zstandard, parts of a picture
            besides its pixels. A file that is damaged, or of a version that is not supported, is compared as bytes or
            text, and a remark says so.

            Files are equal if they are one file, if time points have the same digests for them, or if their contents
            are the same. With `--quick`, those with the same size and time of last change count as equal, which proves
            nothing; the last line says how many did. `--stat` counts what was proved how. `--times` also reports
            different modification times. Modes are compared between containers of one kind only: archives and backups
            record different ones. A data protection class that only one side records is not a difference: a backup has
            one for each file, and a directory of this computer only where the attribute
            `user.dev.sandglass.protection-class` has it. A line at the end says of how many files it is known on one
            side only.

            A new property list is reported with its keys, a new database with its tables and the numbers of their
            rows, a new
            file of cookies with these: the first 20 in text, all in JSON, each with `follows`. `watch` does the same.

            # What is left out

            \(DeclaredNoise.all.map { "\($0.format): \($0.part) :: \($0.reason)" }.joined(separator: "\n"))

            # What follows from other differences

            Counters, histories and indexes change whenever anything else does. If anything else differs in the file, \
            one line
            says in which tables they do; JSON has each of them, with `follows`. If nothing else does, they are \
            differences
            like all others. They are:

            \(DerivedColumns.lines.joined(separator: "\n"))

            # In the browser

            = :: compare the item under the cursor with the other pane, a time point or another container
            g = :: compare the whole container
            Enter :: on an item that differs: both sides next to each other, and there the value itself
            e, i :: copy an item that differs to the other side, or bring it from there
            g m :: mark what differs in both panes, while two containers are side by side

            The list has one row per item: `+` for what is only here, `-` for what is only on the other side, `~` for \
            what
            was changed, `>` for what was moved. The other side is the state before. Filtering, sorting, selecting and all
            operations work as in any other list; Esc ends it.

            # JSON

            Each difference is an object on a line:

            path :: the item, from where both sides begin; `pathBytes` where it is not UTF-8
            change :: `added`, `removed`, `changed` or `moved`
            of :: `item`, `kind`, `value`, `row`, `column`, `table`, `mode`, `target`, `device`, `exclusion`, `class` or
            `time`;
            `summary` on the last line, which has no path, with `--quick` (`notRead`) and where protection classes are
            known on one side only (`classesOnOneSide`)
            address :: the path to the value, as after the colon of `sandglass show`: on the first side of what was
            removed, else on the second
            before, after :: the values as a whole; of a moved item, `before` is its old path
            offset, count :: where bytes begin to differ, and how many do
            line, lineAfter :: where lines of a text differ
            kind, badges, flags :: of the item, as `sandglass ls --json` has them
            note :: a remark, such as why a file is compared as bytes
            follows :: true if it follows from another difference in the file
            """)
}
