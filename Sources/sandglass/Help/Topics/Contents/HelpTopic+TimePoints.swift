extension HelpTopic {
    /// Keeping and restoring containers.
    static let timePoints = HelpTopic(
        "time-points", "Time points", summary: "Keep a container as it is, look at it later, bring it back.",
        text: """
            A time point is a container as it was. `keep` makes one, `keeps` lists them, and the path `@NAME` opens one,
            read-only, in every command and in the browser.

            $ sandglass keep App.xcappdata --name before --note "before the login" :: Keep the container.
            $ sandglass keeps :: List the time points.
            $ sandglass ls -R @before/Documents :: List what it had.
            $ sandglass grep -i harbor @before :: Search it.
            $ sandglass rm App.xcappdata/AppData/Documents/Checklist.txt :: Change something.
            $ sandglass restore before --to App.xcappdata --dry-run :: Print what would come back.
            $ sandglass restore before Documents --to App.xcappdata :: Bring a part of it back.
            $ sandglass restore @before --to App.xcappdata :: Bring everything back.
            $ sandglass undo --container App.xcappdata :: Undo that, or what was changed last.
            $ sandglass keeps --remove before :: Remove the time point.
            $ sandglass ls @before :: There is no such time point any more (66).

            # Apps and their groups

            An app is its data and its groups: `keep` keeps the groups that are found beside the data, as in a simulator
            or a copy of a device, unless `--without-groups` is given. Its preferences are in its data, and those that it
            shares are in its groups. Each group is a time point of its own, `@before+group.com.example.notes`, which
            commands and the browser open as any other; `restore` and `keeps --remove` take it together with `@before`.

            # What is kept

            Everything that `hash` lists: names, contents, modes, owners, times, extended attributes and links, and \
            holes
            in files. Pipes, sockets and devices are listed, and not restored.

            A file is read again until it does not change during the read. A database is read together with its journal
            and its log at one moment, while an app writes to it: the change counter, the salts of the log and the
            journal are looked at before and after, and the database is read again if they moved. In the journal modes
            OFF and MEMORY nothing shows that, so such a database can only be trusted while no app uses it.

            Items that cannot be read are named, with status 74. The time point has the rest, and `restore` leaves
            those items as they are.

            # Where it is kept

            In `$XDG_STATE_HOME/sandglass/keeps`, which only you can read, or in the directory of `--store`, which every
            command takes that takes `@NAME`. Contents are
            stored once for all time points, by their SHA-256, and share disk space with the original on file systems
            with reflinks. Files whose device, inode, size and times are those of the last time point are not read \
            again,
            unless they changed just before it was kept.

            A full disk, a kill or a power loss leaves no partial time point. `keeps --remove` frees what no other time
            point needs, which `keeps` lists: “only here”.

            # Restoring

            `restore` takes time points, and any other container of the same kind: a package seeds a simulator. The
            app's groups are restored with its data, where both sides have them.

            $ sandglass restore Downloads/App.xcappdata --to App.xcappdata :: Make one container like another.
            $ sandglass restore Backup/AppDomain-com.example.notes --to Copy --force :: Restore from a backup; no
            file says whose container Copy is.
            $ sandglass restore Backup/AppDomain-com.example.notes --to App.xcappdata :: Another app's is refused (77).

            So are the contents of an app that is unknown, or of any app for a container whose app is unknown, unless
            they are a time point of the container at the same path; `--force` restores them all the same.

            It is one operation: if it is killed at any moment, the container is wholly old or wholly new after the
            next start of sandglass, and a cancelled one changes nothing. What it removes goes to the trash, and
            `undo` brings it back.
            Like undo, it restores items whatever the rules say about them; read-only mode refuses it. Hard links
            that are restored together are hard links again. Times of directories are restored as well, also by
            the recovery after a kill, and by undo unless something else has changed a directory since.

            # In the browser

            g K :: keep the container as it is now
            g k :: list the time points: a keeps, Enter opens, = compares, r restores, d removes
            = :: compare the item under the cursor with a time point, as `sandglass help diff` describes
            i :: in a list of differences from a time point: restore the item, or those that are selected

            Restoring and removing ask first, and u undoes what was restored.

            # Resetting

            $ sandglass reset App.xcappdata --keep preferences :: Remove everything but the preferences.
            $ sandglass reset App.xcappdata :: Make the container as it is after the app's installation.
            """)
}
