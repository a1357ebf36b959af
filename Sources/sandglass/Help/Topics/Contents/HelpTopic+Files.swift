extension HelpTopic {
    /// Changing files in the browser.
    static let files = HelpTopic(
        "files", "Files in the browser", summary: "Select, copy, rename, edit and share in the browser.",
        text: """
            # Select

            Space :: selects; `V` a range, `^a` all
            + :: selects the rows that a filter would show; `-` deselects them
            * :: inverts; `\\` clears
            g s :: lists the selection

            The selection survives changing directories; its count and size stay in the status line.

            # Copy, rename, delete

            y, X :: copy and cut; `+` and `×` mark the items until they are pasted or others take their place
            p :: pastes; in the same directory as `name 2.ext`
            d :: moves to the trash
            r :: renames, several items at once in your editor; if the list cannot be used, you may edit it again, or
            else it is kept in a file
            a :: creates a file, or a directory if the name ends in `/`, and the directories on the way (`a/b/c/`)
            x :: excludes from backups, or includes again
            D :: delivers a document as another app would

            A database goes with what belongs to it: its log (`-wal`) or journal (`-journal`), and Core Data's
            `.NAME_SUPPORT`. They are copied, moved, renamed, removed, excluded, exported, imported and restored
            together, and undone together. The index of a log (`-shm`) is never copied. Whatever replaces a database
            sets the old log aside, and another name is one that is free for all of them. A command that names a log
            without its database is asked first; `--alone` takes apart what belongs together. A log that was written
            for another database is reported, where that can be determined.

            # Edit

            `F4` edits as `sandglass edit` does: the editor opens a copy, the saved copy replaces the file, and if
            another process has changed the file in the meantime, both are kept. A file in Inbox moves to Documents
            with the first save, and stays if nothing is saved or the contents are unchanged. A file that could not be
            saved, such as one on a read-only file system, is not opened.

            A binary property list is edited as XML and saved in binary again, on this computer too. Untouched values
            stay the same to the bit. Text that cannot be read is edited again or kept in a file, with the line of the
            error. Databases, pictures and other files that are not text are not opened; `g e` opens their bytes
            nevertheless.

            # Undo

            `u` undoes and `^r` redoes the last operation that concerns the items on screen (the open container and, on
            the right, the other one), or the last one on this computer alone; the status line names it. After an
            operation that was refused, failed or changed nothing, and before it undoes an operation of another session
            or a command, `u` names the operation and asks first.

            # Share

            `S` opens a directory of this computer on the right (the working directory, or the home directory if that is
            in the container), also in the place of another container there, and a second `S` closes it. `Tab` goes
            there, `i` imports and `e` exports; `F5` copies and `F6` moves to the other side.

            Questions default to No. `y` and `n` answer a question with two answers if undo brings everything back;
            elsewhere they only move the focus, and `Enter` answers. The lower edge of the question says which.

            # Tags

            `t` tags the selected items, or the one under the cursor, with a colour: `r` red, `o` orange, `y` yellow,
            `g` green, `b` blue, `p` purple, `a` gray, `n` none. It is shown as `●` with that letter beside the name.
            Tags are kept with the container's other remembered settings, not in the container. Tags and marks follow an
            item that the program moves or renames, in the browser or by a command, and come back with undo. The tag of
            a deleted item goes to the trash with it, and comes back with it; a new item of the same name has none.
            Other programs' changes are not noticed.
            """)
}
