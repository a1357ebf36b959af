import System
import TestSupport
import Testing

/// An app writes transactions of many pages, with pauses in their middle and between them, while its database is
/// copied.
@Suite("Copies of a database that is written", .onManyThreads)
struct DatabaseCopyTests {
    private static let app = Script.text("database_copy_app")

    /// Prints what is wrong with a copy, given the number of the last transaction before it was begun.
    private static let check = Script.text("database_copy_check")

    static let commands = [
        (["export", "App/Documents/d/s.sqlite", "--to", "out"], "out"),
        (["cp", "App/Documents/d", "App/Library/copy"], "App/Library/copy/s.sqlite"),
        (["pack", "App", "P.xcappdata"], "P.xcappdata/AppData/Documents/d/s.sqlite"),
    ]

    @Test(
        "a copy is of one moment, or the command says that there is none", arguments: ["wal", "delete", "truncate"],
        commands)
    func moment(mode: String, command: (call: [String], copy: String)) throws {
        let sandbox = try SharingSandbox("os.makedirs('App/Documents/d')")
        let app = try Python.start(Self.app, [sandbox("App/Documents/d/s.sqlite"), mode, sandbox("ledger")])
        defer {
            kill(app, SIGKILL)
            waitpid(app, nil, 0)
        }
        try waitUntil("the app has begun") { access(sandbox("ledger"), F_OK) == 0 }
        for _ in 0..<(runsLongTests ? 200 : 4) {
            let minimum = try sandbox.text("ledger")
            let result = try sandbox.run(command.call)
            if result.status == 0 {
                #expect(try Python.lines(Self.check, sandbox(command.copy), minimum) == [])
            } else {
                // A journal may be gone before it is copied, or even before it is planned.
                #expect(result.errors.contains("s.sqlite"), "\(result.status) \(result.errors)")
            }
            let copy = command.copy.split(separator: "/").prefix(command.call[0] == "cp" ? 3 : 1).joined(separator: "/")
            #expect(try runCommand(["sh", "-c", "rm -rf \(sandbox(copy))*"]).status == 0)
        }
    }
}
