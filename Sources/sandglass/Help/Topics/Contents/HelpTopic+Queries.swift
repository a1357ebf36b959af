extension HelpTopic {
    /// Queries in SQL.
    static let queries = HelpTopic(
        "queries", "Queries", summary: "Query a database in SQL, reading it only.",
        text: """
            `sandglass sql DATABASE QUERY` prints the rows of a query. The database is read as `show` reads it: no byte
            and no time of it changes, the log is included, and no lock is taken, so that a running app notices nothing.
            A database in a value of another file is queried by its address.

            An answer is of one moment, even if an app is writing to the database: a small one, and one of at most
            128 MiB that was changed in the last minute, is copied to a file without a name first, again until nothing
            has changed meanwhile. Any other that changes while it is read ends with 65.

            $ sandglass sql Store.sqlite 'SELECT title FROM Note ORDER BY created LIMIT 5' :: The first objects of an
            entity.
            $ sandglass sql --json Store.sqlite 'SELECT name, Z_PK FROM Folder' | jq . :: Rows as JSON.
            $ echo 'SELECT * FROM ZFOLDER' | sandglass sql --csv Store.sqlite :: A query from standard input, as CSV.

            # What a query may do

            One statement that reads: `SELECT`, `WITH RECURSIVE`, `VALUES`, `EXPLAIN`, and a `PRAGMA` that tells
            something, such as `table_info` or `integrity_check`. Writing, `ATTACH`, loading extensions, and functions
            that do more than compute are refused with 64; so is a parameter such as `?`, which has no value here, and a
            mistake, with SQLite's words and its place. A database is attached by an option.

            $ sandglass sql Store.sqlite --attach b=Cache.db 'PRAGMA b.table_list' :: Another database, by a name.
            $ sandglass sql Store.sqlite 'SELECT titel FROM Note' :: A mistake (64).
            $ sandglass sql Store.sqlite 'DELETE FROM ZNOTE' :: A query may only read (64).

            It takes 60 seconds at most, or those of `--timeout`, and 1,000,000 rows; values have 16 MiB at most, 1 MiB
            where a query calls `replace` or `trim`. SQLite has 160 MiB of memory, in which it also sorts. What reaches
            a limit ends with 65, as does a database that cannot be read in full; the rows before are printed. Only
            `--limit` is a wish and no limit: the rows beyond it are not missing, and the status is 0.

            $ sandglass sql --limit 3 Store.sqlite 'SELECT * FROM ZNOTE' :: No more than three rows (0).

            # Damaged indexes

            SQLite answers from indexes where that is quicker. If an index of a damaged database lacks entries, a query
            lacks rows, and SQLite says nothing; `integrity_check` does. `NOT INDEXED` behind a table makes a query read
            the table instead. `show` reads tables themselves for `--where` and `--sort`, and uses indexes only for views,
            to find a row by its key, and to count the objects of a relationship.

            $ sandglass sql Store.sqlite 'PRAGMA integrity_check' :: Says `ok`, or what does not fit.

            # Core Data

            Each entity is a view with the names of its attributes and relationships: `entity.Note`, and `Note` unless a
            table has that name. Dates are texts in UTC, such as `2024-03-01T12:00:00Z`, and are compared with a day or
            a time written like that. UUIDs are texts, booleans 0 and 1, a relationship to one object is its `Z_PK`, and
            data in files beside the store are read from there. A relationship to many objects is a view of pairs of
            keys, `"Note.tags"`, with the columns `Z_PK` and `tags`. The tables that Core Data made are there as well.

            $ sandglass sql Store.sqlite "SELECT title FROM Note WHERE created>'2024'" :: After a date.
            $ sandglass sql Store.sqlite 'SELECT folder, count(*) FROM Note GROUP BY 1' :: How many objects a
            relationship leads to.

            # Values in cells

            `value(CELL, 'NAME/NAME')` returns a value from a property list, archived objects, JSON or anything else
            that `show` decodes, compressed or not. Its address is what `show` takes after the colon. The result is
            text, a number or data: dates become text, as do numbers that SQLite cannot represent exactly, and collections
            become JSON. It is NULL if there is no such value, and with the status 65 if the cell cannot be decoded.

            $ sandglass sql Store.sqlite "SELECT value(Z_PLIST, 'a') FROM Z_METADATA" :: A value in a property list.

            # Why it is slow

            `--explain` says how the rows are found: which tables are read in full, with their numbers of rows, which
            index finds rows, and where SQLite sorts. `Slow:` precedes reading a large table in full, doing so again for
            each row of another, and making an index for this query.

            $ sandglass sql --explain Store.sqlite 'SELECT title FROM Note WHERE folder=1' :: How rows are found.
            """)
}
