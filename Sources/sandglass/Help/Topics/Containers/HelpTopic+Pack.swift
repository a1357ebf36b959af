extension HelpTopic {
    /// Copies of containers, with and without secrets.
    static let pack = HelpTopic(
        "pack", "Packing", summary: "Copies of containers, also without secrets.",
        text: """
            `pack` copies a container into a new package, a zip archive (`sandglass help archives`) or a backup
            (`sandglass help backups`), completely or not at all.

            Names in the container that are equal on an iPhone (in another Unicode composition) or on a Mac (but for \
            case)
            are named in a warning: of two such files, one would be lost there.

            # Without secrets

            `--without-secrets` makes a copy to share, such as for a bug report. The copy is audited (`sandglass audit`
            with the rules `secret`), and what is found is masked, until nothing is found. A value is masked wherever it
            is in the copy, not only where it was found, also as UTF-16 and in base64, and in the package's list beside
            the container.

            $ sandglass pack --without-secrets App.xcappdata Shared.xcappdata.zip :: Make a copy to share.

            property lists, JSON :: The value becomes `redacted-1`, `redacted-2`, …: the same for equal values. Numbers
            become 0. Lists in data are masked too.
            texts, logs, cookies :: The value is overwritten with asterisks. Every cookie that may identify a session
            counts, even one with all flags.
            SQLite databases :: The rows are masked as property lists are, and every database is written into a new \
            file,
            without free pages and log. A masked one loses its virtual tables, such as full-text indexes, and the
            triggers that use them.
            anything else :: The file is left out: archives, compressed files, pictures, databases that are damaged.
            not examined :: What cannot be decoded completely, such as encrypted archives, is left out, unless
            `--keep-unexamined` is given.
            names, links, attributes :: A file or link with a secret in its name or target is left out, a directory gets
            another name, and an attribute with one is removed.

            Finally, everything is searched as an attacker would: the bytes of all files, and all that
            can be decoded in these (base64, hexadecimal digits, escapes, UTF-16, zlib, gzip, zip), also one in the
            other, for the values and once more for all forms. A file in which something is found is left out.

            What is masked or left out is listed, with the evidence that the audit gives, and the last line counts the
            files that are whole, masked and left out. `rewritten` is a database in which no secret was found, written
            anew without its free pages; `kept` one that could not be written anew; `renamed` a directory.

            The audit finds passwords, tokens, keys, cards, account and social security numbers, and credentials. It
            does not find other personal data, and does not
            read pictures: look at app-switcher snapshots (`sandglass snapshots`) before you share a container. PINs
            and other short values are masked only in the files in which they are found.

            While the copy is made, it is kept, unmasked and readable by you alone, in a hidden directory beside the
            new path.
            """)
}
