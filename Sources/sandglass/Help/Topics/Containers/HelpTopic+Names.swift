extension HelpTopic {
    /// Names of containers instead of their paths.
    static let containerNames = HelpTopic(
        "names", "Names of containers", summary: "Name an app instead of two UUIDs: app:, sim:.",
        text: """
            In every command and in the browser, a path may begin with the identifier of an app instead of the
            directories in which its containers are:

            app:com.example.notes :: the app's data container, wherever it is found
            app:com.example.notes/Documents/a.txt :: an item in it
            app:group.com.example.notes :: a group, an extension or an iCloud container, by its own identifier
            sim:iPhone 15/com.example.notes/Documents :: the same on one simulator, by its name or UDID
            sim:iPhone 15 :: all containers of a simulator
            sim: :: all simulators

            $ sandglass ls --in phone app:com.example.notes/Documents :: List a directory of an app.
            $ sandglass show app:com.example.none/Documents/a.txt :: There is no such app (66).
            $ sandglass apps --in phone --json app: | jq -r .address :: The names of all containers in a directory.

            Upper and lower case count only if there are names of both. Quote names with blanks. An app's data come
            before its bundle, which has no name of its own: `apps` lists its path. `./app:x` is a file of this name.

            # Where containers are looked for

            - The simulators in `~/Library/Developer/CoreSimulator/Devices`, or in the directory that
            `$SANDGLASS_SIMULATORS` names, such as a copied one, or `ssh://mac` (`sandglass help hosts`).
            - The containers that the browser had open (`sandglass recent`), unless they are in archives or backups,
            and all others of the device copies and simulators that these are in.

            `--in DIRECTORY` looks there instead, and nowhere else: in a set of simulators, a copy of a device, a folder
            of packages. It is searched as `apps` searches it.

            $ sandglass ls --in nowhere app:com.example.notes :: A directory that does not exist (66).

            # Several of a name

            A name that leads to several containers is refused with 64. The message lists them as commands take them:
            with the UDID of the simulator, or by their paths. `sandglass apps app:com.example.notes` lists them as a
            table, and the browser offers a choice. A container that is only among the recent ones leaves with
            `sandglass recent --forget PATH`.

            $ sandglass ls app:../notes :: Not the identifier of an app (64).
            $ sandglass ls app:com.example.notes/../.. :: Leads out of the container (64).

            `apps` prints the names in the place of the paths, and `--json` as `address`. The shells complete them, as
            they complete `@NAME` for time points (`sandglass help manual`).
            """)
}
