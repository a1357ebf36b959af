extension HelpTopic {
    /// Exit statuses.
    static let statuses = HelpTopic(
        "statuses", "Exit statuses", summary: "Exit statuses of all commands.",
        text: """
            Exit statuses follow sysexits.h, with 1 for a negative answer:

            0 :: success
            1 :: two sides, a manifest or a seal differ, a backup and the rules disagree, something leaks, no file was
            chosen, `grep` found nothing, or `audit` found something
            64 :: wrong usage
            65 :: not a container, beside one or through a link in one, or damaged contents
            66 :: not found or not readable
            69 :: an unusable terminal, a missing editor, or a device that is locked, absent or does not answer
            71 :: out of descriptors or threads
            73 :: cannot be created, or a name is taken, or the disk is full
            74 :: an I/O error, or items that are missing from a copy or a manifest because they could not be read
            75 :: locked by another process, or waiting for the end of an interrupted operation
            77 :: refused by a rule, by read-only mode, or by a device
            78 :: not begun, since an error in `config.toml` leaves open whether read-only mode is meant, or since the
            directory of the journal or the store belongs to another user

            `grep` exits with 65, 66 or 74 if not everything could be searched, whether something was found or not;
            `audit` with 65 if nothing was found, but not everything could be examined. Commands that read all \
            containers
            below a directory exit with 65 if there is more of it than is looked through. A
            program killed by a signal exits with 128 plus the signal's number.

            `show` exits with 65 if contents that it was to decode are damaged, missing in part, or not of the form
            given; with `--as text`, `hex` or `raw`, which decode nothing, damage does not count. What is too large to \
            be
            decoded is written as text or bytes, with a remark on standard error and status 0. A file, a value or a
            `--table` that does not exist gives 66.

            `sql` exits with 64 for a mistake in the query, and for one that would do more than read; with 65 if rows
            are missing, since a limit was reached or the database could not be read in full.

            If an archive or a backup is damaged, every command says how much of it could be listed, works with that,
            and exits with 65, since the result is incomplete.

            $ sandglass ls none :: Not found (66).
            $ sandglass grep nowhere App.xcappdata :: No match (1).
            $ sandglass verdict delete App.xcappdata/AppData/Library :: Refused by a rule (77).
            """)
}
