import System
import TestSupport
import Testing

/// An app that writes without a pause, in all the ways in which apps write, while operations change its container, are
/// killed and recovered.
@Suite("An app that goes on writing", .onManyThreads)
struct WritingAppTests {
    /// Writes until it is killed, and notes in `app/ledger` what it has written (`W`), and what it has removed or written
    /// over itself (`R`). Each text is unique.
    private static let app = Script.text("writing_app_app")

    /// Prints what the app has written and not removed, and is nowhere in the directories: rows of databases as SQLite
    /// reads them with the logs beside them, other texts in any file.
    private static let check = Script.text("writing_app_check")

    /// The operations; `OUT` is a directory and `OTHER` a container on another file system.
    private static let operations: [[String]] = {
        let documents = "App/Documents/"
        func named(_ names: String...) -> [String] { names.map { documents + $0 } }
        let all = named("a.txt", "wal.sqlite", "delete.sqlite", "d", "map.bin", "r.txt")
        let replacing =
            ["import", "host/a.txt", "host/r.txt", "host/wal.sqlite", "host/d", "--to", documents]
            + ["--on-conflict", "replace"]
        return [
            ["cp"] + all + ["App/Library/"], ["mv"] + all + ["App/Library/"], ["rm"] + all,
            ["export"] + all + ["--to", "OUT"], ["rm", "--contents", "App/Documents"],
            ["rename", documents + "wal.sqlite", "--to", "other.sqlite"], ["rename", documents + "d", "--to", "e"],
            replacing, replacing + ["--on-error", "roll-back"], ["restore", "first", "--to", "App"], ["undo", "1"],
            ["redo", "1"], ["exclude"] + all, ["keep", "App", "--name", "second"],
            ["mv"] + named("d", "a.txt") + ["OTHER/Documents/"],
            ["mv"] + named("wal.sqlite", "delete.sqlite") + ["OTHER/Documents/"],
        ]
    }()

    private static let template = SharingSandbox.template(
        """
        import sqlite3
        for name in ['a.txt', 'r.txt', 'd/n1.txt', 'd/new.txt']: write('host/' + name, b'of the host')
        write('App/Documents/map.bin', b'.' * 8192)
        os.makedirs('App/Documents/d')
        connection = sqlite3.connect('host/wal.sqlite'); connection.execute('create table t(x)')
        connection.commit(); connection.close()
        """)

    /// Runs the program in a sandbox with the directories on another file system.
    private func run(
        _ words: [String], _ sandbox: SharingSandbox, _ other: TemporaryDirectory, tracing options: [String]? = nil
    ) throws -> CommandResult {
        let words = words.map { $0.replacing("OUT", with: other("out")).replacing("OTHER", with: other("App")) }
        return try options.map { try sandbox.run(words, tracing: $0) } ?? sandbox.run(words)
    }

    /// Longer with the long tests: an hour.
    @Test("nothing that an app writes during an operation is lost, wherever it is killed, and nothing waits")
    func lossless() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let deadline = MonotonicClock.now() + (runsLongTests ? 3_600 : 60) * 1_000_000_000
        let calls = [
            "renameat2", "fsync", "unlinkat", "mkdirat", "linkat", "write", "pwrite64", "copy_file_range", "openat",
            "fchmod", "utimensat", "setxattr",
        ]
        while MonotonicClock.now() < deadline {
            let operation = try #require(Self.operations.randomElement(using: &generator))
            let call = try #require(calls.randomElement(using: &generator))
            let number = Int.random(in: 1...9, using: &generator)
            let isInMemory = Bool.random(using: &generator)
            let sandbox = try SharingSandbox(
                copyOf: Self.template.get(), on: isInMemory ? "/dev/shm" : TestFiles.diskDirectory)
            let other = try TemporaryDirectory(on: isInMemory ? TestFiles.diskDirectory : "/dev/shm")
            #expect(try runCommand(["cp", "-a", sandbox("App"), other.path]).status == 0)

            let app = try Python.start(Self.app, [sandbox(""), "\(seed % 1_000_000)"])
            var isRunning = true
            func end() {
                guard isRunning else { return }
                isRunning = false
                kill(app, SIGKILL)
                waitpid(app, nil, 0)
            }
            defer { end() }
            try waitUntil("the app has begun") { access(sandbox("app/ready"), F_OK) == 0 }
            if operation[0] == "restore" {
                // The app may remove a file between the two moments in which it is listed and read, which is told.
                let kept = try sandbox.run("keep", "App", "--name", "first")
                #expect(
                    kept.status == 0 || kept.status == 74 && kept.errors.contains("could not be kept as found"),
                    "seed \(seed): \(kept.errors)")
            }
            if operation[0] == "undo" || operation[0] == "redo" {
                _ = try run(Self.operations[Int.random(in: 1...2, using: &generator)], sandbox, other)
            }
            if operation[0] == "redo" { _ = try sandbox.run("undo", "1") }
            let killed = try run(
                operation, sandbox, other,
                tracing: [
                    "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):signal=SIGKILL:when=\(number)",
                ])
            let recovered = try sandbox.run("journal")
            let listed = try sandbox.run("journal")
            let next = try sandbox.run("mkdir", "App/Documents/next")
            end()
            let comment: Comment = """
                seed \(seed): \(operation) killed at \(call) \(number): \(killed.status) \(killed.errors)
                \(recovered.errors) \(listed.text) \(next.errors)
                """
            #expect(recovered.status == 0 && listed.status == 0 && !listed.text.contains("interrupted"), comment)
            #expect(next.status == 0, comment)
            let lost = try Python.lines(Self.check, sandbox(""), other.path)
            #expect(lost == [], comment)
        }
    }
}
