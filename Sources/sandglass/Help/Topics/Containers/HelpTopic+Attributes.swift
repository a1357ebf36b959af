extension HelpTopic {
    /// Attributes in every form in which they reach this computer.
    static let attributes = HelpTopic(
        "attributes", "Attributes in every form",
        summary: "Backup exclusion, AppleDouble files, and rsync.",
        text: """
            The attribute that excludes an item from backups is read in each form that it takes on its way to this
            computer:

            - as an extended attribute (`user.com.apple.metadata:…`)
            - as `rsync --fake-super` stores it (`user.rsync.com.apple.metadata:…`)
            - in AppleDouble files: `._name` beside `name`, or in the `__MACOSX` directory of a zip archive

            The mode and the owner that rsync keeps (`user.rsync.%stat`) are in the right pane and in `explain --json`.

            # AppleDouble files

            An AppleDouble file is folded into its item. A listing shows it only on request (`.`, `ls -a`), with the
            badges of any file at its place, since the app sees a file of that name; `explain` names its item; a backup
            set leaves it out; and copying, moving, renaming, exporting or
            deleting a file takes the AppleDouble file along, in one operation that is undone as a whole. A file and its
            `._name` are changed together or not at all, even if the program is killed in between:

              $ cd Copy
              $ sandglass rm --dry-run Documents/a.txt
              trash       2 B  Documents/a.txt
              trash     235 B  Documents/._a.txt
              2 files, 237 bytes

            `diff` does not report one that only one side has if its item has the same attributes on the other side.

            If the file gets another name because its own is taken, so do the attributes; a replaced file's attributes
            go to the trash with it. A `._name` without its file is listed like any other file.

            # Exclude and include

            `exclude` and `include` write the form that the container uses already: `user.rsync.…` beside other
            attributes of rsync, and an AppleDouble file where the file system has no attributes (FUSE, ramfs) if the
            directory or one above it has any.

            $ sandglass exclude Documents/a.txt :: Exclude an item from backups.
            $ sandglass exclude --list :: List excluded items with sizes and modification dates.
            $ sandglass include Documents/a.txt :: Include it again.

            Exclusion also keeps an app from being rejected for files that do not belong in a backup (`sandglass help
            storage`).

            A lost exclusion attribute is reported only if this program has seen it before.

            # Limits

            An attribute in an AppleDouble file is not copied into an extended attribute, or the other way round. In a
            zip archive, the files in `__MACOSX` are listed beside their items; those that belong to no item stay there.
            If an item has an AppleDouble file in both places, the one in `__MACOSX` is left out and named. `pack
            --backup` keeps attributes, resource forks and Finder information from AppleDouble files as attributes of
            the items, up to 8 MB for each, if their names are UTF-8. In a zip that `pack` writes, an item with extended
            attributes has an AppleDouble file in `__MACOSX`, with both.
            """)
}
