import TestSupport
import Testing

/// Every transaction moves one row's value, so there is always one.
@Suite("Databases that are written meanwhile, in commands", .onManyThreads)
struct WrittenDatabaseCommandTests {
    private let folder = TemporaryDirectory()

    private func run(_ words: String...) throws -> CommandResult {
        try runCommand(
            ["env", "-C", folder.path, "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(folder("state"))", sandglass] + words)
    }

    @Test("sql, show and timeline answer for one moment", arguments: ["delete", "persist"])
    func answers(mode: String) throws {
        let writer = try DatabaseWriter(in: folder, mode: mode, pause: 0.01)
        for _ in 0..<10 {
            let counted = try run("sql", "live.db", "--csv", "SELECT count(*) FROM t WHERE v = 'needle'")
            #expect(counted.status == 0 && counted.text == "count(*)\n1\n", "\(counted.text)\(counted.errors)")
            let shown = try run("show", "--json", "live.db", "--table", "t")
            #expect(shown.status == 0 && shown.lines.count == 5_000, "\(shown.errors)")
            #expect(shown.lines.filter { $0.contains(#""needle""#) }.count == 1)
            #expect(!shown.errors.contains("changed"), "\(shown.errors)")
            let dated = try run("timeline", "--json", "--kind", "row", "--since", "2030-01-01", "live.db")
            #expect(dated.status == 0 && dated.lines.count == 1, "\(dated.text)\(dated.errors)")
        }
        withExtendedLifetime(writer) {}
    }
}
