import TestSupport
import Testing

/// A move to another file system that was interrupted, and whose source somebody has removed since: what is set aside has a
/// hidden name, and looks like litter.
@Suite("Interrupted moves whose source is gone")
struct LostSourceTests {
    /// A move between containers, and a deletion: the trash is on the disk of the sandbox.
    enum Kind: String, CaseIterable, Sendable { case moving, deleting }

    private let shared: TemporaryDirectory
    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox()
        shared = try sandbox.copyInMemory()
        shared.write("App/Documents/Album/a.txt", "precious")
    }

    private func words(_ kind: Kind) -> [String] {
        kind == .moving
            ? ["mv", shared("App/Documents/Album"), sandbox("App/tmp/")] : ["rm", shared("App/Documents/Album")]
    }

    /// Returns where the contents are.
    private func places() throws -> [String] {
        try runCommand(["grep", "-rlx", "precious", shared.path, sandbox("App"), sandbox("data")]).lines.map(
            String.init)
    }

    private func expectKept(_ kind: Kind, _ comment: String) throws {
        let next = try sandbox.run("mkdir", "App/Documents/next")
        #expect(next.status == 0 && next.errors.contains("has been completed"), "\(comment): \(next.errors)")
        let expected =
            kind == .moving ? sandbox("App/tmp/Album/a.txt") : sandbox("data/Trash/files/Album/a.txt")
        #expect(try places() == [expected], "\(comment)")
        // And it can be undone.
        #expect(try sandbox.run("undo", "1").status == 0)
        #expect(try places() == [shared("App/Documents/Album/a.txt")], "\(comment)")
    }

    @Test("the copy is kept, wherever the program was killed", arguments: Kind.allCases, 1...9)
    func killed(kind: Kind, number: Int) throws {
        _ = try sandbox.run(
            words(kind), tracing: ["-o", "/dev/null", "-e", "inject=fsync:signal=SIGKILL:when=\(number)"])
        let isHidden = try runCommand(["ls", "-A", shared("App/Documents")]).text.contains(".sandglass-")
        guard isHidden else {
            // Before the source was set aside, or after it was removed.
            _ = try sandbox.run("journal")
            #expect(try places().count == 1)
            return
        }
        let removed = try runCommand(["sh", "-c", "rm -r \"$0\"/.sandglass-*", shared("App/Documents")])
        #expect(removed.status == 0)
        try expectKept(kind, "\(number)")
    }

    @Test("the copy is kept if the journal has lost its last records", arguments: Kind.allCases)
    func torn(kind: Kind) throws {
        let result = try sandbox.run(words(kind))
        #expect(result.status == 0, "\(result.errors)")
        let cut = try runCommand(["truncate", "-s", "-30", sandbox("state/sandglass/journal/1.transaction")])
        #expect(cut.status == 0)
        try expectKept(kind, "torn")
    }
}
