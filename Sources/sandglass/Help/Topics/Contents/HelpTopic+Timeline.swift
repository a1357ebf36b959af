extension HelpTopic {
    /// Everything with a time as one list.
    static let timeline = HelpTopic(
        "timeline", "The timeline", summary: "Everything with a time in a container, in its order.",
        text: """
            `sandglass timeline PATH` lists everything in a container, a directory or a file that has a time, the newest
            first: what was written when, by what it says itself and by the file system. In the browser, `g T` shows it;
            `Enter` opens the item or the value.

            $ sandglass timeline App.xcappdata :: List all times of a container.
            $ sandglass timeline --limit 20 --kind row,log App.xcappdata :: The latest rows and lines of logs.
            $ sandglass timeline --since 2026-01-01 --until 2026-06-30 App.xcappdata :: Half a year.
            $ sandglass timeline --json --kind cookie App.xcappdata | jq -r .time :: Times of cookies, for a script.
            $ sandglass timeline --csv --filter kind:sqlite App.xcappdata :: Times in databases, as a table.

            # Kinds

            file :: when an item was born and last modified, as the file system says. A copy has the times of its files,
            if it was made so, and is born when it is made.
            row :: a date in a row of a database
            request :: a request in a URL cache
            cookie :: when a cookie was created, and when it expires
            value :: a date in a property list or in JSON
            log :: a line of a text that begins with a time
            snapshot :: when an app-switcher snapshot was taken
            operation :: an operation in the journal that concerns the container, or of a path in it that item, something
            below it or a directory around it; of one with more than a hundred items, that is not known
            keep :: a time point of the container, or of another one of its app

            # Clocks

            What has told a time stands beside it: `file`, the file system; `app`, the app or the system on its behalf;
            `expiry`, when something ends; `sandglass`, this program.

            # What is a time

            Dates of Core Data, SwiftData, cookies, URL caches and property lists are known by their types. In other
            tables, the first 100 rows decide: a column is one of times if all of its texts are times in ISO 8601, with
            a blank or a `T`; or if its name or its declared type tells of times, as `created_at`, `lastSeen` and
            `DATETIME` do, and its numbers are plausible: seconds or milliseconds since 1970 up to the year 9999,
            microseconds or nanoseconds since 1970, seconds since 2001, microseconds since 1601. Zeros are not times. In
            JSON and property lists, texts and numbers are judged in the same way, by their keys. A line of a log has
            its time at the beginning, behind a bracket or a word such as `INFO`, or in the first text of a JSON object
            that is one; the other times in JSON lines are values.

            Property lists, old-style ones too, JSON and texts are read in every encoding that `show` reads. What it
            cannot decode is named, and the status is 65.

            A time is marked with `~`, and in JSON `certain` is false and `doubt` says why, where a number was taken for
            a time by its size, or where a text names no time zone: in logs it is read as local time of this computer,
            elsewhere as UTC, which SQLite's functions write. Seconds since 1970 before September 2001 cannot be told
            from those since 2001, and are taken for the latter.

            # What is not looked at

            Values stored inside values, such as a property list in a cell; rows of views and virtual tables; compressed
            files; the times in archives, pictures and certificates; times without a year. `sandglass show` shows them.

            # Large containers

            Of each time, 24 bytes are kept until all are known, in memory up to 500,000 times and in an unnamed
            temporary file beyond, and for encrypted backups in memory alone; texts are read when they are printed.
            Nothing is printed before everything was read, since any file may have the newest time.
            """)
}
