import FileTree
import Formats

extension HelpTopic {
    /// The formats that the program reads.
    static let formats = HelpTopic(
        "formats", "Formats", summary: "Files whose contents are shown, searched and edited.", text: formatsText)

    private static var formatsText: String {
        let trees = TreeFormats.all.map { "  \($0.title): \($0.suffixes.joined(separator: ", "))" }
        let signatures = FileSignature.all.map { "  \($0.title): \($0.words.joined(separator: ", "))" }
        return """
            The right pane, the viewer and `show` decode the contents of a file; `grep` searches them. A file is read
            when the cursor rests on it, and only if the actor may read it.

            Property lists :: binary, XML and old-style text, `strings` files too, as a tree
            Archived objects, JSON, JSON lines :: as a tree; JSON in UTF-16 and UTF-32, too
            Profiles, certificates :: provisioning profiles and certificates, with the rights that they grant, and until
            when
            Cookies :: as a table
            Archives :: zip and tar as a table whose entries open like files
            SQLite databases :: as tables, read without changing a byte, with their write-ahead logs, as they were at
            one moment; rows of full-text tables (FTS3 to FTS5) and R*Trees from the tables that their modules keep them
            in
            Core Data, SwiftData :: stores by entity; SwiftData's look like Core Data's and are shown as such
            URL caches :: by request
            IndexedDB (WebKit) :: by object store, with keys and values decoded
            WebKit's other files :: local storage, and Alt-Svc records
            PDF documents :: their text, with version, pages and title; text in fonts with encodings of their own and in
            encrypted documents is not decoded, and a remark says so
            WAVE recordings, write-ahead logs and their indexes :: named, with their figures, as bytes
            Films, recordings :: MPEG-4 and QuickTime, with duration, tracks and metadata, such as the place
            Pictures :: PNG, JPEG, WebP, GIF, and app-switcher snapshots (`sandglass help pictures`)
            Text :: UTF-8, UTF-16, and by what the bytes make likely Windows-1252, Shift-JIS, EUC-KR, GB18030 and Big5;
            a remark says how sure that is, and `--encoding NAME` of `show` and `grep` chooses another
            Realm, LevelDB :: identified, with their statistics
            gzip, bzip2, xz, Zstandard, LZFSE, zlib :: as what they hold, decompressed
            7z, RAR, LZMA, LZ4, Brotli, Apple archives, disk images, encrypted files :: named, and not decoded; `grep`
            and `audit` then exit with 65
            Protobuf messages :: as a guess
            Other files :: as bytes

            # Preferences

            `Library/Preferences` has a preview with the preferences of all suites in one table, where a key that
            several suites have is listed once for each, one below the other. `F3` shows it in the viewer, where `Enter`
            opens a value.

            $ sandglass show App.xcappdata/AppData/Library/Preferences :: Print the table; a value is `:SUITE/KEY`.

            A database also has the entry `structure`: a row for each table, column with its type, index, trigger and \
            view;
            `schema` has their SQL statements.

            # Values inside files

            After a colon, names lead to a value inside a file (`sandglass help paths`). `--as` converts it: `tree`, \
            `table`, `csv`, `text`,
            `hex`, `json` (lines for a table), `xml` (property lists) or `raw`. Each archived object is written
            once: in JSON, `{"$ref": "NAME/…"}` stands for an object that is written elsewhere, and
            `{"$missing": 12}` for a missing one. `--table NAME`, `--where COLUMN=VALUE` (also `!=`, `<`, `<=`, `>`,
            `>=`, and `~` for contains; `==` and `<>` are `=` and `!=`), `--sort COLUMN` (`-COLUMN`: largest first) and `--limit` choose the rows of a
            table. Blanks behind the sign belong to the value, except for one in `COLUMN = VALUE`: a value that begins
            with `=` or `>` is written as in `COLUMN = =VALUE`. A text is less or greater than a number only if it is
            written as one, and texts are sorted as names are. A BLOB is compared with the bytes of the value. A date stands
            for all of the day, minute, second or fraction of a second that it is written to: `<=2024-03-01T00:00:00Z`
            includes half a second later, and `<=2024-03-01T00:00:00.0Z` does not. Texts in a column that is declared as
            `DATE`, `DATETIME` or `TIMESTAMP` are dates as they are written there, whatever the zone behind them; numbers in
            it are compared with numbers.

            $ sandglass show --as xml File.plist :: Print a binary property list as XML.
            $ sandglass show Store.sqlite --table Note --sort -created --limit 5 :: Print the latest rows.

            # Limits

            IndexedDB values of the web's own interfaces (images, errors, certificates) stay bytes, and so do keys
            in the older form, a property list.

            # Archives opened as directories

            \(trees.joined(separator: "\n"))

            # Recognized files

            The first bytes decide. The words after the colon are the words of `kind:` in a filter:

            \(signatures.joined(separator: "\n"))

            # How containers are stored

            \(HelpText.markup(ofMarkdown: FormatsDocument.markdown))
            """
    }
}
