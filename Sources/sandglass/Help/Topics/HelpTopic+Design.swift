extension HelpTopic {
    /// How the program is built.
    static let design = HelpTopic(
        "design", "How it is built", summary: "The source: rooms, seams, pipeline and benchmarks.",
        text: """
            One target is one room with one job. A room imports only rooms that stand below it, or to its right:

              commands     sandglass ── Demonstration              benchmarks
              running      Session ── Terminal                     VirtualTerminal
              showing      Browser ── Previews                     Configuration
              reporting    Timeline ── Audit ── Search ── Comparison
                           Inspection ── Bundles ── Reports
              changing     FileSharing ── Transactions ── TimePoints ── Packing ── Copying
              contents     Documents
              opening      Queries ── ContainerStore
              reading      FileTree ── Databases ── Decoding ── Encryption
              values       AppLifecycle ── Screen    ContainerModel    Formats    Themes
              ground       Jobs ── System

            # Rooms

            Each imports only rooms further down. The names that begin with C are targets in C: what Swift cannot import
            of the system and of libraries.

            \(roomEntries)

            # Changes

            A change goes the same way from the command line and from the browser, which only ask the questions and show
            the progress: a `FileOperation`, `OperationPipeline.planOperation`, the policy decision with the plan and
            the questions, `runOperation`, the outcome. All of these are plain values; an item is named by an
            `ItemAddress`, a root and the path below it, and the open directories are in one table.

            Copies are made beside their place under a temporary name (`.sandglass-…`), made durable, and renamed. The
            journal records each step before it is taken, and the next start completes or rolls back an interrupted
            operation. A source is removed only after its copy has been completed and compared.

            A new package, backup or manifest gets its name when it is complete, and leaves nothing if the disk is full.
            If its run is killed, the next start of any command removes the unfinished part (`.sandglass-new-…`), or
            names it while its directory is not mounted; in read-only mode it only names it. The copies of editors that
            were killed with the program are named until they are gone, or a person has seen the message.

            # Four walks

            Every path is one below `Sources`, and every function is in the file before it.

            From a key to a changed file, as `d` takes it:

            Terminal/Terminal.swift :: `nextEvents` waits for keys, signals and answers of workers
            Session/Session.swift :: `runLoop` passes a key to the browser as an event
            Browser/BrowserState+Update.swift :: `update` finds the action of the key
            Browser/Actions/Action+Files.swift :: `deleteSubjects` makes the operation, a value
            Session/Session+Effects.swift :: `performEffects` gives the browser's effects to workers
            Session/SessionWorkers+Operations.swift :: `startPlanning` has the pipeline plan the operation on a worker,
            and `startRunning` has it done once the questions are answered
            FileSharing/Pipeline/OperationPipeline.swift :: `planOperation` decides by the rules, plans, and finds the
            questions; `runOperation` carries out the plan
            Transactions/Execution/TransactionRun.swift :: `executeWorkload` stages copies, writes the journal, and
            performs each step
            Transactions/Execution/TransactionContext+Steps.swift :: `perform` makes the calls that change the file

            From a cell of a database to a line of `diff`:

            sandglass/Commands/Keep/DiffCommand.swift :: `perform` opens both sides
            Comparison/SideComparison.swift :: `merge` pairs the items of both sides by their paths
            Comparison/SideComparison+Items.swift :: `compareContents` opens both files
            Comparison/Contents/ContentsComparison.swift :: `compareWhole` compares two documents, and their bytes if
            nothing that is understood differs
            Documents/DocumentReaders.swift :: `read` asks the list of readers for a document
            Documents/Databases/DatabaseDocumentReader.swift :: `DatabaseDocumentReader` makes tables of a database
            Comparison/Tables/DatabaseComparison.swift :: `compareRow` finds the cells of a row that differ, and reports
            each with its address
            Comparison/Items/DifferenceBuffer.swift :: `DifferenceBuffer` holds differences back until it is known which
            items were moved
            sandglass/Output/DiffText.swift :: `lines` makes lines of a difference

            From a finding to its severity, for a password in a preference:

            Audit/Engine/AuditRun.swift :: `walk` takes the files of a container, and has each examined
            Audit/Rules/AuditRules+Secrets.swift :: `password` is the row of the rule; it has the severity that counts
            anywhere
            Audit/Secrets/SecretScanner.swift :: `note` makes a finding of a match
            Audit/Secrets/SecretSeverity.swift :: `judged` raises or lowers the severity by where the file lies: `all`
            is the table
            Audit/Engine/AuditResult.swift :: `arranged` sorts the findings, the most severe first
            sandglass/Commands/Judge/AuditCommand.swift :: `audit` exits with 1 for a finding as severe as `failOn`

            From `main` to the first frame:

            CStart/start.c :: `start` runs before any Swift code, and starts the guard
            sandglass/Sandglass.swift :: `main` gives a path alone to the browser, and anything else to the parser
            sandglass/Browsing.swift :: `browse` opens the container and the terminal, while a worker compiles the rules
            and reads the theme
            ContainerStore/Store/ContainerStore.swift :: `open` finds the kind of container, and its app
            Session/Session.swift :: `runLoop` waits a moment for the first listing, so as not to draw twice
            Browser/Rendering/DrawnFrame.swift :: `draw` makes a frame of the state
            Terminal/Terminal.swift :: `draw` passes it to the painter
            Terminal/Painter.swift :: `draw` writes the cells that changed

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

            The tests and the variables that they read are in .github/CONTRIBUTING.md.
            """)

    /// The rooms, each with its job and its imports.
    private static var roomEntries: String {
        RoomImports.all.map { room, imports in
            let list = imports.isEmpty ? "Imports nothing." : "Imports \(imports)."
            return "\(room) :: \(jobs[room, default: "?"]). \(list)"
        }.joined(separator: "\n")
    }

    /// What each room does.
    private static let jobs = [
        "sandglass": "the commands, a few lines each; topics of help and the manual",
        "benchmarks": "measures the program against others",
        "Demonstration": "makes the demonstration container; shows the traces that each way of hiding leaves",
        "Session": "runs the browser: carries out its effects on workers and returns the results as events",
        "Browser": """
        the browser as a value: `update(event)` gives effects, `render()` gives a frame; no disk, no terminal
        """,
        "Terminal": "ncurses, keys, signals, suspension, the guard, the poll loop",
        "VirtualTerminal": "a program on a pseudo-terminal, observed through a terminal in memory (libvterm)",
        "Configuration": "settings, themes and keys from TOML",
        "Themes": "the themes that come with the program, as TOML",
        "AppLifecycle": "the cover, snapshots, the first frame of a launch",
        "Previews": "documents as lines and cells, for a pane, for the whole screen and for `show`",
        "Audit": "rules as rows, findings, and their reports: text, JSON, SARIF and HTML; secrets are masked",
        "Comparison": "the differences between two trees or files, by what they mean; watching",
        "Timeline": "finds everything with a time in a container, the newest first, with bounded memory",
        "Search": "finds items by name, by condition and by contents, for the browser and the commands",
        "Inspection": "reports on containers, for people and as JSON; the browser's questions, a file for each",
        "Bundles": "what an app's bundle contains and declares, and whether its seals hold",
        "Reports": "what all reports share: JSON, exact paths, steps",
        "Documents": """
        file contents as values: a list of readers that make trees, tables, texts, pictures or bytes of them, with \
        an address for each value; paths that lead to values
        """,
        "FileSharing": """
        the one pipeline of every change: an operation, the policy decision, a plan, questions, the outcome; and \
        the sentences about all of it
        """,
        "Transactions": "the only room that changes a container: plan, journal, trash, undo",
        "TimePoints": "keeps containers as they are, and the contents of their files once",
        "Packing": "makes new packages and backups, completely or not at all",
        "Copying": """
        the copy engine: trees with their metadata, holes and hard links; removal, renaming, comparison, durability
        """,
        "Queries": "a question to a worker about a container, with its context and its failure",
        "ContainerStore": """
        opens each kind of container, names its app, and finds the reasons that keep items out of backups
        """,
        "FileTree": """
        trees to read from: directories as bytes, opened beneath their root and through no link, archives, and the \
        domains of backups; counting and sorting
        """,
        "Encryption": "the keys of encrypted backups, in locked memory (AES and key derivation by Nettle)",
        "Databases": """
        SQLite databases as values: tables, pages of rows, cells; with their log, without changing a byte or a \
        time, within limits
        """,
        "Decoding": """
        pictures (by libpng, libjpeg-turbo, libwebp and giflib) and archives (by libarchive), decoded in a \
        separate process for each container that may do nothing else
        """,
        "Screen": "cells, frames, events, and the one sanitizer that every name passes",
        "ContainerModel": "the rules as tables (`sandglass help rules`)",
        "Formats": """
        bytes to values: property lists, AppleDouble, SHA-256 (by Nettle), DEFLATE (by zlib), and more \
        (`sandglass help formats`); bounded and fuzzed
        """,
        "Jobs": "threads, mailboxes, cancellation, and the tasks that run on them, with their progress",
        "System": "the C library and Linux's calls; paths, reasons of failures, whole files, the XDG directories",
    ]
}
