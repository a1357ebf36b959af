extension HelpTopic {
    /// Telling changes as they happen.
    static let watch = HelpTopic(
        "watch", "Watching", summary: "See what an app stores while it is used.",
        text: """
            `sandglass watch PATH` prints what changes in a container, a directory or a file as it happens: which row,
            which key, which line, which file, with the time and the badges of the item. They show what is backed up and
            what the system may purge. ^C ends it, with status 0. In the browser, `g w` lists the changes, the latest
            first; Enter goes to the value.

            # What a tap persists

            OWASP MASTG-TEST-0302 asks what an app stores while it is used. `sandglass diff` compares two copies;
            `watch` says which step of the test stored what.

            $ timeout --preserve-status 5 sandglass watch App.xcappdata :: Print changes; here, for five seconds.
            $ timeout --preserve-status 5 sandglass watch --mask App.xcappdata :: Print keys without values, for a \
            report.
            $ timeout --preserve-status 5 sandglass watch --json App.xcappdata :: Print an object for each change.
            $ timeout --preserve-status 5 sandglass watch --keep-every 5m App.xcappdata :: Keep time points, too.

            # How it works

            Watching starts from a temporary time point in `$XDG_STATE_HOME/sandglass/watches`, so that earlier
            values
            are known. It takes as much space as the container, or less where the file system can share contents, and
            is removed at the end; what a killed process left is removed by the next one.

            Changes are compared as `sandglass help diff` explains, and what means the same is not reported: a
            checkpoint, VACUUM, a property list in another format, new modification times. Databases are read with
            their logs and without a lock. Of a large one, only the rows on pages that have changed are compared.
            Nothing in the container is written.

            The container is looked at every few milliseconds; what is written and reverted in between, or a file
            that exists only
            for a moment, is not seen. New files are waited for until no more come; 100 or more that are added to a
            directory, or removed from it, are one change with their number.

            What cannot be seen: a change through a memory mapping that a program holds open is told late, when the file
            is checked or when the mapping is written back or closed, and one through another hard link of a file, outside
            of what is watched, only when the file is looked at again for another reason.

            The system reports changes, so that nothing wakes the program while nothing happens. It reports none on
            mounts of devices (ifuse) and network file systems, and none of files that apps change through memory
            mappings (Realm, LMDB); where there are any, they are checked every second: a file whose inode, size and
            times are the same, the time of the last change of its metadata too, is not read again. No program sets
            that time back. Where a file system does not record it, a change that keeps the size and restores the time
            is not seen. If it loses reports, everything is compared again, and a remark says so.

            If the container is removed, moved away or replaced, as by an installation, a message says so, and what
            appears at the same path is compared with it as a whole. `--timeout 1m` exits with status 66 if nothing
            appears for that long.

            # JSON

            Each change is an object on a line: those of `sandglass help diff`, and

            time :: when it was found, in ISO 8601 with milliseconds
            count :: the number of items that were added to the directory, or removed from it; of bytes, how many differ
            """)
}
