extension HelpTopic {
    /// Manifests.
    static let hash = HelpTopic(
        "hash", "Manifests", summary: "Record the state of a directory, and check it later.",
        text: """
            A manifest is JSON lines in ASCII: a first line, a line for each item in the order of a walk, and the
            totals.

            path :: the item's path; `pathBytes` where it is not UTF-8
            type, mode, user, group, size :: as `stat` reports them
            modified, born :: times, with a fraction where it is known; `born` where the file system reports it
            sha256 :: the digest of a file's contents
            target :: the target of a symbolic link
            device :: the numbers of a device node, as in `1:3`
            attributes :: extended attributes, their values in base64
            problem :: the reason if something could not be read (status 74)

            Two manifests of the same items are equal to the byte. `--check` names the items that were added, removed or
            changed since, with status 1 if there are any; its manifest may be a file, `-` or a pipe. A time without a
            fraction, as archives and backups have it, is compared in whole seconds. `--ignore born` compares copies.

            $ sandglass hash App.xcappdata --output before.json :: Write a manifest.
            $ sandglass hash App.xcappdata --check before.json :: Check against it.
            $ sandglass hash App.xcappdata | sandglass hash App.xcappdata --check - :: Check against a pipe.
            $ jq -r 'select(.sha256) | "\\(.sha256)  \\(.path)"' before.json :: Convert it for `sha256sum -c`,
            $ sandglass hash --sha256sum App.xcappdata :: or print that form directly.

            # Archives, backups, folders

            An archive, a backup and a folder of packages are hashed as the files that are stored there. A path that
            continues in an archive, or with a domain of a backup, has a manifest of the items there, decrypted.
            `--containers` makes one of all containers at the path, which `--check` recognizes by its first line.

            $ sandglass hash --containers Backup --output domains.json :: Hash all domains of a backup.
            $ sandglass hash Backup/AppDomain-com.example.notes :: Hash one domain.
            """)
}
