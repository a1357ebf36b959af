import TestSupport
import Testing

/// A move to another file system that was interrupted, and whose source has been removed since: a source set aside has
/// a hidden name, and looks like litter.
@Suite("Interrupted moves whose source is gone", .onManyThreads)
struct LostSourceTests {
    /// Moves between containers, and a deletion: the trash is on the disk of the sandbox.
    enum Kind: String, CaseIterable, Sendable {
        case moving, deleting
        /// A move that replaces a directory.
        case replacing
        /// A move of a file with its AppleDouble file.
        case pair
        /// A move of several items.
        case several

        /// The files with the contents, relative to the directory of the items.
        var files: [String] {
            switch self {
            case .moving, .deleting, .replacing: ["Album/a.txt"]
            case .pair: ["single.txt"]
            case .several: ["Album/a.txt", "second.txt", "third.txt"]
            }
        }
    }

    private let shared: TemporaryDirectory
    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox("", on: TestFiles.diskDirectory)
        shared = try sandbox.copyInMemory()
    }

    private func prepare(_ kind: Kind) throws {
        for file in kind.files { shared.write("App/Documents/" + file, "precious") }
        if kind == .pair { try AppleDoubleScript.write(shared("App/Documents/._single.txt"), "com.apple.quarantine") }
        if kind == .replacing {
            let made = try sandbox.run("mkdir", "App/tmp/Album")
            #expect(made.status == 0, "\(made.errors)")
        }
    }

    /// The number of the operation in the journal.
    private func number(_ kind: Kind) -> String { kind == .replacing ? "2" : "1" }

    private func words(_ kind: Kind) -> [String] {
        let items = kind.files.map { shared("App/Documents/" + $0.prefix { $0 != "/" }) }
        return switch kind {
        case .deleting: ["rm"] + items
        case .replacing: ["mv", "--on-conflict", "replace"] + items + [sandbox("App/tmp/")]
        case .moving, .pair, .several: ["mv"] + items + [sandbox("App/tmp/")]
        }
    }

    /// Returns where the contents are.
    private func places() throws -> [String] {
        try runCommand(["grep", "-rlx", "precious", shared.path, sandbox("App"), sandbox("data")]).lines.map(
            String.init
        ).sorted()
    }

    private func expectKept(_ kind: Kind, _ comment: String) throws {
        let next = try sandbox.run("mkdir", "App/Documents/next")
        #expect(next.status == 0 && next.errors.contains("has been completed"), "\(comment): \(next.errors)")
        let target = kind == .deleting ? "data/Trash/files/" : "App/tmp/"
        #expect(try places() == kind.files.map { sandbox(target + $0) }, "\(comment)")
        if kind == .pair { #expect(try sandbox.has("App/tmp/._single.txt")) }
        // And it can be undone.
        let undone = try sandbox.run("undo", number(kind))
        #expect(undone.status == 0, "\(comment): \(undone.errors)")
        #expect(try places() == kind.files.map { shared("App/Documents/" + $0) }, "\(comment)")
        if kind == .replacing { #expect(try sandbox.has("App/tmp/Album")) }
    }

    private func removeHidden(in directory: String) throws -> Bool {
        guard try runCommand(["ls", "-A", directory]).text.contains(".sandglass-") else { return false }
        let removed = try runCommand(["sh", "-c", "rm -r \"$0\"/.sandglass-*", directory])
        #expect(removed.status == 0)
        return true
    }

    @Test("the copy is kept, wherever the program was killed", arguments: Kind.allCases, 1...9)
    func killed(kind: Kind, number: Int) throws {
        try prepare(kind)
        _ = try sandbox.run(
            words(kind), tracing: ["-o", "/dev/null", "-e", "inject=fsync:signal=SIGKILL:when=\(number)"])
        guard try removeHidden(in: shared("App/Documents")) else {
            // Before the source was set aside, or after it was removed.
            _ = try sandbox.run("journal")
            #expect(try places().count == kind.files.count)
            return
        }
        try expectKept(kind, "\(number)")
    }

    @Test("the copy of an item to be restored from a trash on another file system is kept", arguments: 1...9)
    func restored(number: Int) throws {
        try prepare(.deleting)
        let deleted = try sandbox.run(words(.deleting))
        #expect(deleted.status == 0, "\(deleted.errors)")
        _ = try sandbox.run(
            ["undo", "1"], tracing: ["-o", "/dev/null", "-e", "inject=fsync:signal=SIGKILL:when=\(number)"])
        let isRemoved = try removeHidden(in: sandbox("data/Trash/files"))
        let next = try sandbox.run("mkdir", "App/Documents/next")
        #expect(next.status == 0, "\(next.errors)")
        let back = shared("App/Documents/Album/a.txt")
        let places = try places()
        let notes = try runCommand(["ls", sandbox("data/Trash/info")]).lines.count
        #expect(notes == (places == [back] ? 0 : 1), "\(number)")
        #expect(places == [back] || !isRemoved && places == [sandbox("data/Trash/files/Album/a.txt")], "\(places)")
    }

    /// When a move is killed, one source may be set aside and the next one not yet.
    @Test("an edit of one source is kept when the copy of another one is", arguments: [1, 2])
    func edited(renames: Int) throws {
        try prepare(.pair)
        _ = try sandbox.run(
            words(.pair), tracing: ["-o", "/dev/null", "-e", "inject=renameat2:signal=SIGKILL:when=\(renames)"])
        let editing = try runCommand([
            "sh", "-c",
            "cd \"$0\" && rm -f $(grep -lx precious .sandglass-*); for f in ._single.txt .sandglass-*; do "
                + "if [ -f $f ]; then printf edited > $f; fi; done", shared("App/Documents"),
        ])
        #expect(editing.status == 0, "\(editing.errors)")
        _ = try sandbox.run("mkdir", "App/Documents/next")
        #expect(try places().count == 1)
        let edited = try runCommand(["grep", "-rl", "edited", shared.path, sandbox("App")]).lines
        #expect(edited.count == 1, "\(edited)")
        #expect(try runCommand(["ls", "-A", shared("App/Documents")]).text.contains(".sandglass-") == false)
    }

    @Test("the copy is kept if another item has got the source's name", arguments: [Kind.moving, .deleting])
    func recreated(kind: Kind) throws {
        try prepare(kind)
        _ = try sandbox.run(
            words(kind), tracing: ["-o", "/dev/null", "-e", "inject=renameat2:signal=SIGKILL:when=2"])
        try #require(try removeHidden(in: shared("App/Documents")))
        shared.write("App/Documents/Album/a.txt", "another")
        let next = try sandbox.run("mkdir", "App/Documents/next")
        #expect(next.status == 0 && next.errors.contains("has been completed"), "\(next.errors)")
        let target = kind == .deleting ? "data/Trash/files/" : "App/tmp/"
        #expect(try places() == [sandbox(target + "Album/a.txt")])
    }

    @Test("the copy is kept if the journal has lost its last records", arguments: Kind.allCases)
    func torn(kind: Kind) throws {
        try prepare(kind)
        let result = try sandbox.run(words(kind))
        #expect(result.status == 0, "\(result.errors)")
        let log = sandbox("state/sandglass/journal/\(number(kind)).transaction")
        let cut = try runCommand(["truncate", "-s", "-30", log])
        #expect(cut.status == 0)
        try expectKept(kind, "torn")
    }
}
