extension HelpTopic {
    /// Tasks, and the command or the keys for each.
    static let tour = HelpTopic(
        "tour", "A tour by task", summary: "Tasks, and the command or the keys for each.",
        text: """
            The first commands create the demonstration container and enter it. `App.xcappdata`, `bug.xcappdata.zip`,
            `Store.sqlite` and `File.plist` stand for files of your own.

              $ sandglass demo --at /tmp/demo --no-browse
              $ cd /tmp/demo/Containers/Data/Application/*

            # Look around

            $ sandglass /tmp/App.xcappdata :: Browse a container. Any path inside it works as well:
            `App.xcappdata/Documents` is the app's Documents directory.
            $ sandglass /tmp/bug.xcappdata.zip :: Browse an archive without unpacking it; `^C` cancels reading a large
            one.
            $ sandglass ls /tmp/bug.xcappdata.zip/Documents :: List a directory in an archive.
            $ sandglass ls --as user Documents :: List a directory with the rights of the device's user.
            $ sandglass ls -R --json . | jq -r 'select(.flags[] == "excluded").path' :: List items for a script.
            $ sandglass apps /tmp/phone :: Find an app among devices and downloads.
            $ sandglass info . :: Identify the app.
            $ sandglass ls --in /tmp/phone app:com.example.notes :: Name an app instead of its directories.

            To choose among several containers, name the directory around them, such as a simulator device
            (`sim:iPhone 15`, or `ssh://mac` for those of a Mac) or a folder of `.xcappdata` packages; `c` switches to
            another one, such as the app's bundle. Open one container of a device copy to see all containers of its app
            side by side: the others are further nodes of the tree, and `Enter` on one opens it there (`sandglass help
            devices`). `g b` shows another container on the right, with badges and sizes; `e` and `i` copy between the
            two, and the edge of the sandbox decides. `E`, `F3`, `U`, `v` and `g d` apply to the side with the focus,
            and the next session shows both again.

            To see where an app wrote, look at the sizes beside the directories; `s` `t` sorts by time, `s` `s` by size.
            `U`, like `sandglass usage`, shows disk usage with bars for backed-up, purgeable and excluded space. `w`
            lists running and failed work: copies, counts, searches and slow previews, each with its progress; `x`
            cancels an entry, `r` tries it again. To hide the screen, `^Z` covers it before the program stops, and `Z`
            covers it at once; so does losing the focus.

            $ sandglass usage . :: Show disk usage by storage class.

            # Look into files

            In the browser, the right pane shows the contents of a file, and `Enter` opens it on the whole screen, where
            `l` opens a value or folds it, `h` returns, and `Tab` shows bytes. `Enter` on an entity, an object and its
            relationships follows the objects of a Core Data or SwiftData store. `Enter` on `Cache.db`, a request and
            its body shows the app's requests to servers.

            $ sandglass show Library/Preferences :: Show the preferences of all suites side by side, also with `--json`
            or `--as csv`; in the browser, put the cursor on the directory, or press `F3` there.
            $ sandglass show /tmp/Store.sqlite :: List the tables of a database; `Store.sqlite:schema` has its SQL
            statements.
            $ sandglass show --as csv /tmp/Store.sqlite:Note :: Print a table.
            $ sandglass show /tmp/Store.sqlite:Note/3/folder :: Follow a relationship. `Store.sqlite:tables` has the
            tables of a store, and `Store.sqlite:ATRANSACTION` is one of them.
            $ sandglass show /tmp/Store.sqlite --table Note --where 'body~tide' :: Find rows, with `--sort` in an order,
            with `--json` for a script.
            $ sandglass show /tmp/Cache.db:2/body :: Print the body of a response.
            $ sandglass show --json /tmp/IndexedDB.sqlite3:sheets :: Print the data that a web page stored; in the
            viewer, objects and their buffers open.
            $ sandglass show --as json /tmp/File.plist :: Convert a property list.
            $ sandglass show /tmp/File.plist:Windows/0/Title :: Print one value.

            # Search

            `f` finds by name in everything below as you type; `g f` in all containers of the device or folder; `|`
            lists everything below; `/` filters the directory, and `g /` goes to a path. `F` searches contents and lists
            the files with the lines that match, and each opens at its hits; `^x` makes the text a regular expression.

            $ sandglass find 'kind:sqlite !is:purgeable' . :: Find items by conditions; in the browser, `/b:no size>1M`.
            $ sandglass ls --filter is:misplaced . :: List the items that are in the wrong place.
            $ sandglass grep 'night watch' . :: Search decoded contents, also in property lists, archived objects,
            databases with their logs, cookies, caches, archives, and values inside values.
            $ sandglass grep --encoding utf16,base64 --filter kind:sqlite tide . :: Search other encodings, in some
            files only.
            $ sandglass grep tide /tmp/Backup :: Search all containers of a backup, a device or a folder; paths
            begin with the given one.
            $ sandglass find kind:sqlite /tmp/phone :: Find items in all containers.
            $ sandglass usage /tmp/Downloads :: Show disk usage by container.

            # Ask why

            $ sandglass explain Documents/Inbox :: Explain the rights to an item, as `E` does.
            $ sandglass explain tmp/absent :: Ask about an absent item.

            # Bundles, backups, packages

            $ sandglass /tmp/App.ipa :: Browse an `.ipa` or a zipped app.
            $ sandglass verify /tmp/App.ipa :: Check a bundle against its signature; in the browser, `g v`.
            $ sandglass info /tmp/App.ipa :: List the parts of a bundle and the missing ones; in the browser, `g B`.
            $ sandglass /tmp/Backup :: Browse a backup made by the Finder or iTunes (`sandglass help backups`).
            $ sandglass unpack /tmp/Backup dev.sandglass.harbornotes /tmp/Notes.xcappdata :: Work on the contents of a
            backup.
            $ sandglass pack --backup /tmp/Notes.xcappdata /tmp/NewBackup :: Make a backup, with `--encrypt` an
            encrypted one.
            $ sandglass pack . /tmp/New.xcappdata :: Make a package of a container.
            $ sandglass new /tmp/Empty.xcappdata --bundle-id com.example.app :: Make an empty container.
            $ sandglass backup-set . --compare /tmp/Backup :: Compare a real backup with the rules (1).

            # Move files in and out

            `S` shows a directory of this computer on the right: `i` imports, `e` exports, `u` undoes. `sandglass help
            changes` has the commands. A number in parentheses, as above, is the exit status of an example if it is not
            0.
            """)
}
