extension HelpTopic {
    /// Archives that are opened as directories.
    static let archives = HelpTopic(
        "archives", "Archives", summary: "Containers in zip and tar archives, read in place.",
        text: """
            Archives (`.zip`, `.tar`, `.tar.gz`, `.tar.xz`, `.tar.zst`, `.tar.bz2`) open as directories without
            unpacking, and can only be read. A path continues after the archive's name. `^C` cancels reading a large
            one.

            $ sandglass apps bug.xcappdata.zip :: List the container in an archive.
            $ sandglass ls bug.xcappdata.zip/Documents :: List a directory in it.
            $ sandglass export bug.xcappdata.zip/Documents --to out :: Export files from it.
            $ sandglass pack bug.xcappdata.zip Bug.xcappdata :: Copy the container into a package, to change it.

            Copies belong to the user who makes them, and have no set-user-ID bits. An archive inside a container is an
            item of it: export it to look into it. Of an `.ipa`, only the app's bundle is opened.

            # Names in archives

            If entries share a name, the last one counts, and a directory takes precedence. The others are not examined, and
            neither are contents of a directory, a link or a device: a warning names the entry, and the status is 65. Names
            that lead out of the archive are left out, and absolute names are relative to its root, as for `unzip`.

            Names in a zip are read as `unzip` reads them: from a Unicode Path field with the right checksum, as UTF-8 \
            if
            the entry is marked so, as code page 437 if it was made on FAT, HPFS or NTFS by an archiver that uses it, \
            and
            otherwise byte for byte. No field gives the encoding that other systems use: `--names-encoding` chooses one
            for all names that are neither marked as UTF-8 nor valid UTF-8. Backslashes in a name without slashes are \
            separators if the entry was made on FAT; a
            warning says so.

            $ sandglass ls --names-encoding shift-jis bug.xcappdata.zip/Documents :: List names of a zip made on \
            Japanese Windows.

            If a local header or a data descriptor of a zip contradicts the central directory in the name, the sizes, the
            checksum or the compression method, the directory counts. A warning names the entry, since other programs may
            extract something else, and the status is 65.

            # Self-extracting zips, split zips, and zips without ZIP64

            A zip that extracts itself, or has something else in front of it, opens if its central directory is where \
            its
            end says. Join the files of a split archive first. The Finder writes sizes and offsets modulo 4 GiB: the
            entries are found nevertheless, and a size that proves to be wrong is found by reading the contents, which a
            warning says.

            # Sizes

            A compressed tar is unpacked to a temporary file of up to 16 GB while it is open. Up to two million items
            are shown; a zip with more entries shows none. Files that would unpack to more than 1 GB and more than 250
            times the archive's size are not unpacked, alone or together in one export.

            # The decoder process

            Archives and compressed files are decoded in a separate process for each container, which reads the one file
            that it was handed, answers, and may do nothing else; any other system call ends it. If it crashes, stops
            answering or gives an invalid answer, it is killed, and only that file cannot be read.

            # Damaged archives

            If an archive is damaged, every command says how much of it could be listed, works with that, and exits with
            65, since the result is incomplete. A tar without blocks of zeros at its end counts as truncated. `info`
            reports all of this.

            # Zip archives that pack writes

            A zip archive holds dates from 1970 to 2106. `pack` writes the nearest one for others, and names the files.
            A name that is not UTF-8 is written byte for byte, and not marked as UTF-8; a warning names it, since other
            programs may show other characters.
            An item with extended attributes has an AppleDouble file in `__MACOSX`, with these and the resource fork
            (`sandglass help attributes`).

            $ sandglass pack App.xcappdata App.xcappdata.zip :: Write a zip archive of a package.
            """)
}
