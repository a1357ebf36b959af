extension HelpTopic {
    /// Changing containers from the command line.
    static let changes = HelpTopic(
        "changes", "Changing containers", summary: "Import, export, copy, edit and delete from the shell.",
        text: """
            Each change asks the rules first, then plans, then runs. A file appears under its final name only when it is
            complete, nothing is replaced without asking, and `undo` reverts any change. Run the examples in the
            demonstration container:

              $ sandglass demo --at /tmp/demo --no-browse
              $ cd /tmp/demo/Containers/Data/Application/*
              $ echo "Low water at six." > /tmp/tides.txt; mkdir -p /tmp/out

            # Import and export

            $ sandglass import /tmp/tides.txt --to . :: Import a file.
            $ sandglass import /tmp/tides.txt --to . --on-conflict keep-both :: Again, under another name.
            $ sandglass import /tmp/tides.txt --to Documents/Logbook --dry-run :: Preview an operation.
            $ sandglass import /tmp/tides.txt --to Documents/Inbox :: See a refusal with an alternative (77).
            $ sandglass export Documents/Logbook --to /tmp/out :: Export a directory.
            $ sandglass export . --to /tmp/out/all :: Export everything that the app may read.
            $ sandglass export Documents/Checklist.txt --to /tmp/out --as user :: Export as the device's user could.

            Many files, whatever their names:

              $ find Documents -name '*.md' -print0 |
                sandglass export -0 --to /tmp/out --on-conflict keep-both

            # Deliver

            $ sandglass deliver /tmp/tides.txt --to . --from mail :: Deliver a document as Mail does.
            $ sandglass deliver /tmp/tides.txt --to . --from files :: As Files does, opened in place.
            $ sandglass deliver /tmp/tides.txt --to . --from files --opens-in-place no :: To an app that receives a copy
            instead.
            $ sandglass deliver tmp --to . --from airdrop :: Of a type that the app does not declare (77).

            # Copy, rename, edit, delete

            $ sandglass cp Documents/Checklist.txt tmp/ :: Copy.
            $ sandglass mv Documents/Inbox/invoice.pdf Documents/ :: Move.
            $ sandglass rename Documents/Photos/* :: Rename many in your editor.
            $ sandglass edit Documents/Checklist.txt :: Edit. The first save moves a file out of Inbox.
            $ sandglass edit Library/Preferences/dev.sandglass.harbornotes.plist :: Edit a binary property list as XML.
            $ sandglass rm Documents/Inbox :: Delete. The trash is this computer's.
            $ sandglass exclude Documents/Photos :: Exclude from backups.
            $ sandglass include Documents/Photos :: Include again.
            $ sandglass purge --event low-storage :: Purge as iOS would.

            # Values inside files

            `set` changes a value of a property list (binary, XML or old-style), of JSON, of archived objects, and of
            any of these in data or a text of another. The address is that of `show` (`sandglass help paths`). Nothing
            else in the file changes, not its form, the order of its keys or the layout of its text; the old file goes
            to the trash.

            $ sandglass set Library/Preferences:dev.sandglass.harbornotes/notesPerPage 25 :: Change a preference. It
            keeps its type.
            $ sandglass set --dry-run Documents/.index.json:notes 18 :: Preview a change.
            $ sandglass set Documents/.index.json notes=18 version=3 :: Change several values together.
            $ sandglass set --add --bool Documents/.index.json:done true :: Add a key of a type: `--string`, `--int`,
            `--real`, `--bool`, `--date`, `--data`, `--json-value` or `--null`.
            $ sandglass set --append Documents/.index.json:folders Charts :: Add an item to an array. It has
            the type of the others if they have one type, and is a string otherwise. `FILE:`, with nothing behind the
            colon, is what the file is as a whole: `sandglass set --append items.json: 3` adds to an array there.
            $ sandglass set --delete Documents/.index.json:folders/0 :: Remove a value. Several addresses
            mean the file as it was before; one twice, or one inside another, is refused.
            $ sandglass set Documents/.index.json:notes many :: Refused: it is an integer (64).
            $ sandglass set -n Documents/.index.json:notes 1.5 :: The type differs, and the plan says so: an app that
            reads an integer may not read a number with a fraction.
            $ sandglass set -n Documents/.index.json:notes -1 :: A negative number; other values that begin with a hyphen come
            after `--`.

            A value that the file cannot store as written is refused as well: numbers beyond 64 bits in property lists and
            databases, duplicate keys in a dictionary, two-digit years.

            Python, macOS and iOS read the result as they read the file before. An object of an archive that is used in
            several places gets a copy of its own in the place that is changed; what is removed from an array or a
            dictionary of an archive may stay in its table, where nothing refers to it. While an app runs, it may not
            see the change, and may write its own values over it.

            # Cells of databases

            $ sandglass set Library/App*/*/HarborNotes.sqlite Note/1/title="Kept log" :: Change a cell by table, row and
            column; of Core Data, by the names of the app's model.

            $ sandglass set Library/App*/*/H*.sqlite 'Note/*/title=Kept' --where title=x :: Change all rows of a
            condition; here there are none (66). More than 1,000, of all tables or by triggers, are changed at once with
            `--all`.

            SQLite changes a copy, with its log, and checks it (`integrity_check`, foreign keys) before what changed of
            the two takes its place: the log if there is one, otherwise the database. The new value has the type of the
            old one, or of the attribute. SQLite stores the text `12` as a number in a column of numbers, and a number as a
            text in a column of texts; `set` then says so. Refused is what a constraint forbids, what needs a function or a collation
            that only the app has, what leaves a full-text index stale, tables without row IDs, and a database that
            another process has open for writing or locked; a browser that shows it does neither. Triggers do not run,
            and are named; `--triggers` lets them. The counter that Core Data keeps in each object is increased; its
            history does not get the change. A property list or JSON in a cell is changed by the steps behind the
            column.

            # Undo

            $ sandglass journal :: List the operations.
            $ sandglass undo :: Undo the last one.
            $ sandglass undo 3 :: Undo any other.
            $ sandglass undo --container . :: Undo the last one in a container.
            $ sandglass redo :: Redo it.

            # Options of all changes

            --as ACTOR :: act as `app` (the default), `user`, `system` or `owner`
            --dry-run :: only print the plan
            --read-only :: refuse to change anything (`sandglass help evidence`)
            --json :: print a JSON object
            --print0 :: print the paths created or removed, each terminated by NUL
            --on-conflict :: `ask`, `skip`, `replace` or `keep-both`
            --on-error :: `go-on` or `roll-back`
            -0 :: read more paths from standard input, in commands that take paths

            On a terminal, changes show a progress line and ask about conflicts; `^C` keeps finished items and leaves
            none half done. `--on-conflict replace` never replaces a directory with something else, or something else
            with a directory; on a terminal that is a separate question. The trash is `$XDG_DATA_HOME/Trash`, the
            journal is in `$XDG_STATE_HOME/sandglass`; nothing is stored in a container. Neither the trash nor the state
            directory may lie in the container that is changed.

            # Destinations

            A destination that does not exist is the new name of a single item only if its parent directory exists, it
            does not end in a slash or `/.`, and nothing of nearly the same name is beside it: `--to
            App/Library/Preferencs` asks whether `Preferences` was meant, as the browser does, and is refused if there
            is no terminal to ask on. `--new-name` overrides this. Nearly the same are names that differ in case, in
            spaces at the ends or by a letter or two, and a prefix of a directory's name (`Pref`), but not names that
            differ by a number or by an extension such as `jpg` and `jpeg`. Missing places that iOS gives every
            container are created, and only a directory can have the name of such a place, even for the owner: `rename
            a.txt --to Inbox` in Documents is refused.

            Directories named Documents, Library or tmp that are imported to a container's root are probably meant for
            the container's own: `import` asks whether to merge them, and is refused if there is no terminal to ask on.
            `--merge` merges them; `--to App/Documents` puts them into Documents unchanged.

            # Nothing else writes into a container

            `new`, `pack`, `unpack`, `demo --at`, `demo snapshot-hide --keep`, `hash --output`, `snapshots --export`,
            `manual --install`, `--choose-file`, `--cwd-file` and saving in the viewer refuse a path in a container
            (77), whoever acts. They suggest a directory outside, and `import` from there, which can be undone.

            $ sandglass hash . --output Documents/manifest.json :: Refused, with the alternative (77).

            # Moves between file systems

            A source on another file system is removed as a whole or not at all: if a file in it is immutable, or is in
            a directory of another user, the source stays in place, without a copy. A move is also refused as a whole
            where the tree contains a pipe (FIFO), a socket or an unreadable item.

            The move hides the source under a temporary name, and compares everything in it with the copies before the
            source is removed. A file that is open for writing is recognized where Linux grants leases: on local file
            systems, to root and the file's owner. Elsewhere (FUSE, network file systems) writes through a descriptor or
            a mapping that was open before can be lost after the last comparison. One moment remains everywhere: between
            the last comparison of a file and its removal, for a process whose working directory is in the moved tree.

            # Concurrent and interrupted changes

            One process at a time changes a container; another one waits for it for ten seconds, or until `^C`, and then
            names the process and whether it is stopped. Nothing else waits, neither the journal nor other containers.
            The locks are files in `$XDG_STATE_HOME/sandglass/locks`, so programs with different state directories
            (another user, `sudo`) do not lock each other out.

            The next command that changes something completes or rolls back an interrupted operation. For a copy, it
            needs neither the source nor the passphrase of an encrypted backup. If a directory that the operation
            changes is missing, for example because a disk is not mounted, the operation waits. Each start then names
            it, the path, and the journal's file to remove in order to give up; other operations go on.
            """)
}
