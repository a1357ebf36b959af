import System
import TestSupport
import Testing

/// The kinds of the new item and of the item that it replaces.
enum KindChange: CaseIterable, Sendable {
    case fileForDirectory, directoryForFile

    /// The name of both items, in `host` and in Documents.
    var name: String { self == .fileForDirectory ? "Album" : "tree" }
    /// The kinds of the existing and the new item.
    var kinds: (old: String, new: String) {
        self == .fileForDirectory ? ("directory", "file") : ("file", "directory")
    }
}

@Suite("Replacing a directory with a file, or a file with a directory", .onManyThreads)
struct KindQuestionTests {
    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox(
            """
            write('App/Documents/Album/1.png', b'picture'); write('host/Album', b'no directory')
            write('App/Documents/tree', b'no directory'); write('host/a.txt', b'other')
            """)
    }

    /// Returns the state of the container and of `host`.
    private func state() throws -> [String] { try sandbox.tree("App") + sandbox.tree("host") }

    /// Expects the new item in its place and the old one in the trash, and that undo restores the previous state.
    private func expectReplaced(_ change: KindChange, undoneBy undo: () throws -> Void, before: [String]) throws {
        #expect(try sandbox.tree("App/Documents/\(change.name)") == sandbox.tree("host/\(change.name)"))
        let trashed = change == .fileForDirectory ? "Album/1.png" : "tree"
        #expect(
            try sandbox.text("data/Trash/files/\(trashed)") == (trashed == "tree" ? "no directory" : "picture"))
        #expect(try sandbox.has("App/Documents/a.txt") && sandbox.has("App/Documents/b.txt"))
        try undo()
        #expect(try state() == before)
    }

    // MARK: - The command line

    private func undo() throws {
        let result = try sandbox.run("undo", "--container", "App")
        #expect(result.status == 0, "\(result.errors)")
    }

    /// An answer, the exit status, and whether the item is replaced. After an invalid answer the question is repeated.
    static let answers: [(answer: String, status: Int32, isReplaced: Bool)] = [
        ("\r", 128 + SIGINT, false), ("c\r", 128 + SIGINT, false), ("\u{3}", 128 + SIGINT, false), ("s\r", 0, false),
        ("R\ry\rc\r", 128 + SIGINT, false), ("r\r", 0, true),
    ]

    @Test(
        "the command asks on a terminal even with --on-conflict replace, and only r replaces",
        arguments: KindChange.allCases, answers)
    func onTerminal(change: KindChange, answer: (answer: String, status: Int32, isReplaced: Bool)) throws {
        let before = try state()
        let terminal = try sandbox.terminal([
            "import", "host/\(change.name)", "--to", "App/Documents/", "--on-conflict", "replace",
        ])
        try terminal.waitFor("[c]ancel?")
        #expect(terminal.text.contains("App/Documents/\(change.name) already exists: a \(change.kinds.old)"))
        let replacing = "moves the \(change.kinds.old) to the trash and puts a \(change.kinds.new) in its place"
        #expect(terminal.text.contains(replacing))
        try terminal.send(answer.answer)
        #expect(try terminal.waitForExit() == .exited(answer.status), "\(terminal.text)")
        if answer.isReplaced {
            try expectReplaced(change, undoneBy: undo, before: before)
        } else {
            #expect(try state() == before)
        }
    }

    @Test("R replaces no item of another kind, which is asked about separately", arguments: KindChange.allCases)
    func forAll(change: KindChange) throws {
        let before = try state()
        let terminal = try sandbox.terminal(["import", "host/a.txt", "host/\(change.name)", "--to", "App/Documents/"])
        try terminal.waitFor("a.txt already exists")
        try terminal.waitFor("R, K, S for all")
        try terminal.send("R\r")
        try terminal.waitFor("to the trash and puts a \(change.kinds.new) in its place")
        try terminal.send("r\r")
        #expect(try terminal.waitForExit() == .exited(0), "\(terminal.text)")
        #expect(try sandbox.text("App/Documents/a.txt") == "other")
        try expectReplaced(change, undoneBy: undo, before: before)
    }

    // MARK: - The browser

    /// Starts the browser with the item to import under the cursor.
    private func browser(_ change: KindChange) throws -> PseudoTerminal {
        let terminal = try sandbox.terminal(["../App/Documents/a.txt"], in: "host", columns: 140, rows: 40)
        try terminal.waitUntil("the container") { $0.lines.last?.contains("a.txt") == true }
        try terminal.send("S")
        try terminal.waitFor("plan.pdf")
        try terminal.send("\t")
        try terminal.waitUntil("the other pane") { $0.lines.last?.contains("Documents/") == false }
        try terminal.send("/\(change.name)\r")
        try terminal.waitUntil("the item") { $0.lines.last?.contains("\(change.name)") == true }
        try terminal.send("i")
        try terminal.waitFor("already exists")
        return terminal
    }

    @Test(
        "the browser asks, keeps the existing item by default, and can undo the replacement",
        arguments: KindChange.allCases)
    func browser(change: KindChange) throws {
        let before = try state()
        let replacing = "Replace the \(change.kinds.old) (which goes to the trash)"
        var terminal = try browser(change)
        #expect(terminal.text.contains(replacing) && !terminal.text.contains("Replace:"))
        #expect(
            terminal.text.contains("Existing: \(change.kinds.old), ")
                && terminal.text.contains("New: \(change.kinds.new), "))
        // The default answer leaves the existing item.
        try terminal.send("\r")
        try terminal.waitUntil("the question to go") { !$0.text.contains("already exists") }
        try terminal.waitFor("nothing was changed")
        #expect(try state() == before)
        try terminal.send("i")
        try terminal.waitFor(replacing)
        try terminal.send("\u{1b}")
        try terminal.waitUntil("the question to go") { !$0.text.contains("already exists") }
        #expect(try state() == before)
        #expect(try terminal.quit() == .exited(0))

        terminal = try browser(change)
        try terminal.send("jj\r")
        try terminal.waitFor("u undoes it")
        try expectReplaced(
            change,
            undoneBy: {
                try terminal.send("u")
                try terminal.waitFor("^r redoes it")
            }, before: before)
        #expect(try terminal.quit() == .exited(0))
    }
}
