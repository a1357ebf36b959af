extension HelpTopic {
    /// Moving and working in the browser.
    static let browser = HelpTopic(
        "browser", "The browser", summary: "Panes, movement, sorting, rules and tasks in the browser.",
        text: """
            `sandglass keys` and `?` list all keys (in `?`, `/` finds a key or a word); `sandglass help keymap` says how
            to change them.

            # Move

            j k h l :: move, as the arrows do; `Enter` enters a directory
            g g, G :: first and last row; `H` `M` `L` the first, middle and last row on the screen
            ^d, ^u :: half a page down or up
            5j, 12G :: a number repeats a movement, or goes to a row
            Tab :: next pane
            ~ :: the container's root
            g :: goes to a place: `d` Documents, `i` Inbox, `l` Library, `a` Application Support, `c` Caches, `p`
            Preferences, `t` tmp, `Space` or `/` a path
            m, ' :: set and visit marks; `''` returns from the last jump
            ^o or [, ] :: back to the previous list, search results included, and forward
            z :: scrolls the row to the middle (`z`), top (`t`) or bottom (`b`) of the pane; `z a` folds a place
            J, K :: scroll the details
            c :: choose a container

            After the first key of several, the last line shows the keys that can follow, and after `'` the marks. An
            unbound key of vim, yazi or mc names the key to press instead.

            While a path is entered, `Tab` completes it and lists what can follow, and `Up` recalls those entered
            before. In the palette (`:`) `cd`, `find`, `grep`, `filter`, `mkdir`, `touch`, `rename`, `export`, `import`,
            `cp` and `mv` take what is typed after them.

            There are no tabs: `g b` opens a second container beside the first one, `S` a directory of this computer,
            and `g r` lists the containers that were open before.

            # The panes

            The list and the details stand beside each other from 60 columns on, the places beside them from about 117,
            and all of them give way to the columns of the list: what one width shows, every larger one does. In sharing
            mode, both lists are shown from 67 columns on, and the status line says how much space is free on this
            computer.

            The details of an item begin with its facts; below them is a preview of the file, or the purpose of the
            directory and its children. Links to directories are listed among the directories that come first.

            # Filter and sort

            `/` filters the names of the directory (`*.md` is a pattern for whole names; `Esc` restores the previous
            filter and row), and `n` and `N` go to the next and previous match of the last filter. `s` sorts by name,
            size (directories by their contents), time, creation, the time when an item was added to its directory, kind
            or badges, and so does a click on the head of a column; another click, or `R`, reverses the order. A click
            on `RWDB` explains the badges, unless the list is sorted by them. `.` shows hidden names, `^l` reloads. `f`,
            `F` and `|` search everything below (`sandglass help search`). `U` shows disk usage: `Enter` descends, `h`
            ascends, `o` goes to the item, and `/` finds names.

            # Rules

            A :: changes the actor; as the user, the tree has only the places that file sharing shows
            T :: sets the state of the app and the device
            E :: explains an item; a second `E` shows everything, with the sources, `c` copies the code that finds the
            item, `p` its path on a device
            v :: checks whether an item is in the right place; `m` there moves it
            B :: lists the contents of the next backup
            b :: switches between sizes and backed-up sizes (`·` is not in the backup, `0 B` is)
            P :: lists the items that the system would purge; `d` there purges them
            g v :: verifies the seal of an app's bundle
            g B :: lists the parts of the bundle; in another container of the app, both open the bundle first, if it is
            in the tree

            # Tasks

            Running work shows its rate and the time left in the status line, and `^c` cancels it. `w` lists copies,
            counts, searches and slow previews: `x` cancels a task, or clears a finished one; `r` repeats a failed or
            cancelled one, and prepares an operation anew. The top line counts failures until you look at the list.

            Changes by other programs appear automatically in the directory on screen, and in the sizes of the
            directories on screen and in the tree. For deeper changes, and on network and FUSE mounts, press `^l`.

            # The mouse

            The mouse works everywhere. A click moves the cursor, a second click on the same row chooses or enters, the
            wheel scrolls the pane or panel under the pointer, and a click on a key hint (`Esc closes`) presses that
            key. A right click shows the actions for the item. In the top line, a click on a directory of the path goes
            there, and one on the actor or the state offers others. A click beside a panel closes it. Drag the border between two panes to change their widths, which are
            remembered with the container; a double click restores them. With `Shift`, most terminals select text as
            usual. A question is answered only by a click on the answer that already has the focus, so a single stray
            click never answers one.

            # Leave

            `^Z` covers the screen and suspends, `Z` covers it at once, `q` quits.
            """)
}
