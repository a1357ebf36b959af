extension HelpTopic {
    /// The viewer.
    static let viewer = HelpTopic(
        "viewer", "The viewer", summary: "Read a file on the whole screen.",
        text: """
            `Enter`, `l` or `F3` on a file opens the viewer over the whole screen. `j` `k` and the browser's other keys
            move.

            l, Enter :: open a value (data inside a property list is decoded like a file, to any depth), or fold and
            unfold; the top line shows the path to it
            h, Esc :: go back
            / :: searches for a text: in a file of any size, in folded nodes, in all rows, and from a list of tables in
            all tables. An uppercase letter makes the search case-sensitive, `0x0a1b` finds bytes in the dump; `n` and
            `N` continue, and `Esc` stops a long search
            : :: goes to a line or row (`120`), an offset (`0x3f0`) or a percentage (`50%`)
            Tab :: switches between decoded, text and bytes where they look different; the top line names them, with
            brackets around the current one
            w :: wraps long lines or truncates them
            W :: lists tasks
            y, Y :: copy the value under the cursor to the terminal's clipboard (OSC 52), or all values of a table's row
            with tabs between them; `Y` copies one cell, always as a whole
            o :: saves the contents to a file on this computer, outside of containers: a snapshot as PNG, a value or a
            file as its bytes, rows as CSV, other values as JSON
            e :: changes the value under the cursor, or the chosen cell of a table, as `sandglass set` does
            (`sandglass help changes`): it keeps its type, which the prompt names
            a :: adds a key to the dictionary that the cursor is on or in, or an item: to the array under the cursor at its
            end, otherwise before the cursor. The value is text unless its type precedes it: `int:5`, `real:1.5`,
            `bool:true`, `date:2024-03-01`, `data:0x00ff`, `json:[1]`, `null:`
            d :: removes the value and its key, after asking; `u` undoes the last operation, `^r` redoes it
            E :: shows all metadata of the contents
            J, K :: next and previous file
            <, > :: choose a column of a table, whose title is marked; `s` or a click on a title sorts by it: ascending
            (in texts, numbers count by value, as in names), descending, not at all. `Esc` stops a long sort
            f :: shows only the rows of a table with a value: `name~tide` (contains), or `=`, `!=`, `<`, `<=`, `>`, \
            `>=`;
            several with `;` between them. A text alone is what the chosen column contains. An empty line shows all rows
            Q :: queries the database in SQL, as `sandglass sql` does; `Tab` completes tables, columns and words, the
            arrows recall queries. The rows are a table as any other, which `s` sorts and `f` filters, and keys in an
            opened row lead to the rows and objects that they name, and back from those. 50,000 rows are shown at most, or 32 MiB
            q :: closes

            On the contact sheet of snapshots (`g S`), the arrows move from one to the next, `Enter` opens it, and `Esc`
            leads back. `z p` draws pictures as cells; `:set pictures auto` in the panes brings them back.

            `sandglass help formats` lists the formats, `sandglass show` prints the same on standard output.
            """)
}
