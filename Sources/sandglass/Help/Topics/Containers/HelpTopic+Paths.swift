extension HelpTopic {
    /// Paths to items, into archives, and to values inside files.
    static let paths = HelpTopic(
        "paths", "Paths", summary: "Paths to items, into archives, and to values in files.",
        text: """
            # Items

            Commands take paths of this computer. A path may go past a package to its container
            (`App.xcappdata/Documents`), on into an archive (`App.zip/Documents/a.txt`) and into the domain of a backup
            (`Backup/AppDomain-com.example.notes/Documents`).

            $ sandglass ls bug.xcappdata.zip :: List a container in an archive.
            $ sandglass show Backup/AppDomain-com.example.notes/Documents/a.txt :: Print a file in a backup.

            `show` and `grep` also take files, archives and, for `grep`, directories outside of all containers.

            # Values

            For `show` and `grep`, a colon separates a file from the names that lead to a value inside it, to any depth:
            keys, indices from 0, tables, rows, columns, the items of an archive. In a name, `~1` stands for a slash and
            `~0` for a tilde, as in JSON Pointer; `~e` stands for an empty name, and `NAME~#2` for the second of several
            values with the same name. A name is found byte for byte, or else in another Unicode normalization form if \
            only
            one value has such a name. A colon may also be part of a file's name: the longest name that exists counts.

            $ sandglass show File.plist:Windows/0/Title :: Print a string in a property list.
            $ sandglass grep Chart File.plist:Windows :: Search one value.

            A row is named by its primary key: `Store.sqlite:Note/7`. A key of several columns has commas between the
            values, and a backslash before a comma that is part of a value. A row without a primary key is named by its
            row ID, `rowid=7`, and so is one whose key is empty, longer than 256 bytes, or a text of digits where a \
            number may
            be a key too; a row of a view, or one without a row ID, is named by its position, `#7`. These are not \
            stable: VACUUM may change row IDs.

            A foreign key leads to the row that it names: `a.db:ship/1/port/city`. The other way, `TABLE.COLUMN` leads to
            the rows whose key names a row: `a.db:port/3/ship.port`. These are shown behind the columns of a row; they are
            not among its values in JSON, in searches and in comparisons.

            # Reserved words

            A path that begins with `@` leads to a time point (`sandglass help time-points`), one that begins with
            `device:` to a device on a cable (`sandglass help devices`), one that begins with `ssh://` to another
            computer (`sandglass help hosts`), one that begins with `app:` or `sim:` to a container by the identifier of
            its app (`sandglass help names`). `./@2x.png` names such a file.

            $ sandglass show @none/Documents/a.txt :: There is no such time point (66).
            $ sandglass ls device:../phone :: Leads out of the device (64).
            """)
}
