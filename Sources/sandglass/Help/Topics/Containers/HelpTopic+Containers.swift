extension HelpTopic {
    /// The kinds of containers, and how they are recognized.
    static let containers = HelpTopic(
        "containers", "Containers", summary: "Kinds of containers, and how they are recognized.",
        text: """
            sandglass opens containers that are on this computer:

            - an `.xcappdata` package that Xcode downloaded
            - the directories of a simulator device
            - a copy of an app's data from a device, or a copy of all of a device's files
            - an app on a device that is connected by a cable (`sandglass help devices`)
            - an app's bundle, or an `.ipa`
            - a directory of iCloud Drive
            - the domains of a MobileSync backup, encrypted or not
            - any of these in a `.zip` or `.tar` archive

            A package such as `App.xcappdata` stands for the container in it. A file beside that container, such as
            `AppDataInfo.plist`, can be listed, explained and exported; all other commands refuse it.

            # Which container an item belongs to

            The outermost directory with evidence of its kind (a metadata file, the extension of a package or an app,
            its place on a device) is the container, so a file has one answer whatever path you type. A package or an
            app in an app's Documents is an item of that app's container, as an archive there is, and so is a directory
            that merely contains `Library` and `tmp`. Where only such names speak, outside of any container, the nearest
            directory counts.

            # Directories that are not recognized

            `--kind` (`data`, `bundle`, `app-group`, `iCloud` or `system`) makes every command open such a directory as
            a container. For items in it, `--container` names the container.

            $ sandglass ls --kind iCloud DIR :: List a directory as an iCloud container.
            $ sandglass explain --kind iCloud --container DIR DIR/Documents/Notes.sqlite :: Explain an item in it.

            A directory with evidence of its kind, and everything inside it, keeps its rules: `--kind` is refused there
            (64), unless `--as owner` overrides that, with a warning.

            # Faults

            A container in which a standard directory is a link or a file remains usable. Each command warns of the
            fault (`faults` in JSON), the link is not followed, and only paths through it are refused, with status 65.

            # Links

            No command follows a link out of a container. `show` and `hash` follow a link only to another item of the
            same container, and name any other link with its target (65); `--follow` follows it anyway. Links outside of
            containers are followed as usual.

            # Several containers

            `find`, `grep` and `usage` read all containers of a folder of packages, a device, a set of devices, a copy
            of a device or a backup (encrypted ones and those in archives, too), one after the other. Paths in the
            output begin with the container's path, as in `Backup/AppDomain-com.example.notes/Documents/a.txt`, and
            other commands take them; in JSON, `container` is the container's path and `path` is relative to it.
            Containers that cannot be opened are reported, the rest is read, and the exit status is the last failure's.
            `info` and `ls` list the containers, as `apps` does.

            $ sandglass find kind:sqlite phone :: Search all containers of a device copy.
            $ sandglass info phone :: List its containers.

            # The browser without a path

            `sandglass` browses the container of the working directory. If there is none, it offers

            - the containers below the working directory, three levels deep, those of data first
            - the containers that were open before
            - Xcode's simulator devices (`~/Library/Developer/CoreSimulator/Devices`) and the Finder's backups
            (`~/Library/Application Support/MobileSync/Backup`), where they exist
            - any path: of a container, a backup, an `.ipa` or another archive
            - the demonstration, which is removed when the browser exits

            The search examines 4,096 entries of each place, and no further directory after three seconds. Without a
            terminal, the command fails instead (65), except with `--linear`.
            """)
}
