extension HelpTopic {
    /// How the program is built.
    static let design = HelpTopic(
        "design", "How it is built", summary: "The source: rooms, seams, pipeline and benchmarks.",
        text: """
            One target is one room with one job; imports go down only. An operation goes down on the left, and reports
            come up on the right:

              commands     sandglass          Demonstration
                               │                    │
              running      Session ──────────── Terminal ── CTerminal
                               │
              showing      Browser ── Configuration ── AppLifecycle ── Screen
                               │ FileOperation              ▲ reports, previews
              deciding     FileSharing                  Inspection   Previews, Search
                               │ changes                    │            │
              changing     Transactions ── Copying          │        Documents
                               │ journal, trash             │            │
              opening      ContainerStore ──────────────────┴────────────┘
                               │
              reading      FileTree: a directory, archive, backup    Formats
                               │
              ground       ContainerModel: the rules      Jobs      System

            # Rooms

            sandglass :: the commands, a few lines each; topics of help and the manual
            Demonstration :: makes the demonstration container; shows the traces that each way of hiding leaves
            Session :: runs the browser: carries out its effects on workers and returns the results as events
            Browser :: the browser as a value: `update(event)` gives effects, `render()` gives a frame; no disk, no
            terminal
            Terminal, CTerminal :: ncurses, keys, signals, suspension, the guard, the poll loop
            Configuration, Themes :: settings and themes from TOML
            AppLifecycle :: the cover, snapshots, the first frame of a launch
            Previews, CImages :: documents as lines and cells, for a pane, for the whole screen and for `show`
            Comparison :: the differences between two trees or files, by what they mean
            Search :: finds items by name, by condition and by contents, for the browser and the commands
            Documents :: file contents as values: a list of readers that make trees, tables, texts, pictures or bytes of
            them, with an address for each value; paths that lead to values
            Inspection :: reports, for people and as JSON; the browser's questions to workers, a file for each query
            Queries :: a question to a worker about a container, with its context and its failure
            FileSharing :: the one pipeline of every change: an operation, the policy decision, a plan, questions, the
            outcome; and the sentences about all of it
            Transactions :: the only room that changes a container: plan, journal, trash, undo
            Copying :: the copy engine: trees with their metadata, holes and hard links; removal, renaming, comparison,
            durability
            ContainerStore :: opens each kind of container, names its app, and finds the reasons that keep items out of
            backups
            Packing :: makes new packages and backups, completely or not at all
            TimePoints :: keeps containers as they are, and the contents of their files once
            FileTree :: trees to read from: directories as bytes, opened beneath their root and through no link,
            archives, and the domains of backups; counting and sorting
            Encryption, CEncryption :: the keys of encrypted backups, in locked memory (AES and key derivation by
            Nettle)
            Databases, CSQLite :: SQLite databases as values: tables, pages of rows, cells; with their log, without
            changing a byte or a time, within limits
            Decoding, CDecoding, CArchive :: pictures (by libpng, libjpeg-turbo, libwebp and giflib) and archives (by
            libarchive), decoded in a separate process for each container that may do nothing else
            VirtualTerminal, CVTerm :: a program on a pseudo-terminal, observed through a terminal in memory (libvterm)
            Jobs :: threads, mailboxes, cancellation, and the tasks that run on them, with their progress
            Screen :: cells, frames, events, and the one sanitizer that every name passes
            Formats, CDigest, CPattern, CZlib :: bytes to values: property lists, JSON, AppleDouble, SHA-256 (by Nettle),
            DEFLATE (by zlib), and more; bounded and fuzzed
            ContainerModel :: the rules as tables
            System, CPlatform :: the C library and Linux's calls; paths, reasons of failures, whole files, the XDG
            directories

            # Changes

            A change goes the same way from the command line and from the browser, which only ask the questions and show
            the progress: a `FileOperation`, `OperationPipeline.prepare`, the policy decision with the plan and the
            questions, `run`, the outcome. All of these are plain values; an item is named by an `ItemAddress`, a root
            and the path below it, and the open directories are in one table.

            Copies are made beside their place under a temporary name (`.sandglass-…`), made durable, and renamed. The
            journal records each step before it is taken, and the next start completes or rolls back an interrupted
            operation. A source is removed only after its copy has been completed and compared.

            A new package, backup or manifest gets its name when it is complete, and leaves nothing if the disk is full.
            If its run is killed, the next start of any command removes the unfinished part (`.sandglass-new-…`), or
            names it while its directory is not mounted; in read-only mode it only names it. The copies of editors that
            were killed with the program are named until they are gone, or a person has seen the message.

            # Two paths

            From a key to a changed file, as `d` takes it:

            Terminal, Session :: Session.swift waits for keys in Terminal's poll loop, and passes each as an event
            Browser/BrowserState+Update.swift :: finds the action of the key; `delete` is in
            Browser/Actions/Action+Files.swift and gives the effect `prepare` with a `FileOperation`
            Session/Session.swift :: `carryOut` passes the effect to Session/SessionWorkers+Operations.swift
            FileSharing/Pipeline/OperationPipeline.swift :: `prepare` decides, plans and finds the questions; after
            their answers the browser's next effect is `run`
            Transactions/Execution :: Transaction.swift begins, TransactionRun.swift stages copies, writes the journal
            and performs each step; TransactionContext+Steps.swift makes the calls that change the file

            From a cell of a database to a line on the screen, as `Enter` takes it:

            Previews/ViewQuery.swift :: opens the file for the viewer; PreviewQuery.swift does so for the pane, which
            lists tables only
            Documents/DocumentReaders.swift :: asks the readers; Documents/Databases/DatabaseDocumentReader.swift makes
            a table of rows, which Databases reads page by page
            Previews/Table/TableContent.swift :: lays out a page of rows as lines of spans
            Browser/Viewer :: draws the lines into a `Frame`, which Terminal puts on the screen

            # Threads

            Once the browser is open, the drawing thread never touches the disk: workers read, and their answers arrive
            as events. Before that it opens the container, unless that is in an archive, and reads the settings; the
            first use of the clock reads the time zone. Only requested changes are written into a container. Names are
            bytes until they are shown.

            # Extensions

            To add one of these, write one file and one line:

            a panel of the browser :: a `Panel`, such as Browser/Panels/ActorsPanel.swift; the line goes into the action
            that opens it
            a format :: a `DocumentReader`, such as Documents/Readers/CookieDocumentReader.swift; `DocumentReaders.all`.
            Preview, viewer, `show`, `grep`, saving and copying have it by that
            a question to a worker :: a `Query`, such as Inspection/Queries/LocateQuery.swift; no line, `.ask` carries
            them all
            a kind of container :: a `ContainerSource`, such as ContainerStore/Kinds/ICloudSource.swift;
            `ContainerSources.all`
            a file that opens as a directory :: a `TreeFormat` that gives a `FileTree`, such as
            FileTree/Archive/ZipFormat.swift; `TreeFormats.all`
            a command :: an ArgumentParser command, such as sandglass/Commands/Program/ThemesCommand.swift; its row in
            `CommandSection.all`. CommandNamesTests compares CStart/commands.h with the commands, by which the program
            decides before Swift runs whether a guard is needed, and rewrites it with `SANDGLASS_REWRITE_COMMANDS=1`
            a topic of help :: a `HelpTopic`, such as sandglass/Help/Topics/HelpTopic+Statuses.swift; `HelpTopic.all`
            an action :: no file; an `Action` in its group, such as `reverse` in Browser/Actions/Action+View.swift
            a rule :: no file; a row of its table in ContainerModel/Tables, such as `icloud.no-store` in
            ExceptionTable.swift

            # Benchmarks

            `swift run -c release benchmarks` makes its own trees (small, 100,000 and 1,000,000 entries in one
            directory, 500,000 files in 2,000), measures listing, sorting, counting and memory, and prints ratios to
            `du`, `find` and, where it is installed, nnn. `--quick` takes smaller trees, `--only NAME` one part, `--keep
            DIR` leaves the trees.

            `benchmarks copy` measures copies against `cp -a` and `sync`, and memory at 1,000,000 files; `benchmarks
            cover` the time from SIGTSTP to the cover, while 500,000 files are counted and copied.

            # Tests

            The tests start the release build of the program if it is newer than every source, and the debug build
            otherwise, which takes about twice as long.

            `SANDGLASS_LONG_TESTS=1` makes the tests that kill transactions and suspend the browser at random moments
            run in full, for about an hour. Tests with random faults print their seed; `SANDGLASS_TEST_SEED=…` repeats
            one.
            """)
}
