extension HelpTopic {
    /// Undo, redo and the journal.
    static let undo = HelpTopic(
        "undo", "Undo and the journal", summary: "Undo and redo operations; their limits; the journal.",
        text: """
            Every change can be undone, the last one or any other. Run the examples in a container:

              $ cd App.xcappdata/AppData
              $ sandglass mkdir Documents/Drafts
              $ sandglass journal
              $ sandglass undo
              $ sandglass redo
              $ sandglass undo --container .

            `sandglass undo PATH` means the same as `--container PATH`, and `app:NAME` names a container as elsewhere.
            Without a number, `undo` and `redo` name the operation. If it did not concern the container of the working
            directory, they ask; without a terminal they refuse (77) and give the number. Later operations in other
            containers do not prevent `redo`. If items have been changed since, the browser asks first and the commands
            refuse (77); with `--trash-changed` they continue, and the changed items go to the trash. A file that has only been opened
            or read has not been changed.

            # The journal

            The journal keeps the last 1,000 operations, however large they are, and older ones for 90 days (up to
            10,000). All of them can be undone as long as the trash still contains their items; numbers are never
            reused. `journal --json` gives the first hundred items of an operation, and `itemCount`.

            # Limits of undo

            The program warns before an operation that undo could not fully restore: as a warning of `--dry-run` and of
            the command itself, which asks on a terminal; as `undoLimits` in JSON; and as a question in the browser. The
            limits are:

            - deletions while the trash cannot be used, or has too little space on another file system
            - attributes, permissions and owners that a move to another file system loses
            - hard links to files that stay
            - files on this computer that are edited in place
            """)
}
