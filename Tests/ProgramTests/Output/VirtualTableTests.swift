import TestSupport
import Testing

/// Virtual tables, as SQLite's own modules answer for them.
@Suite("Virtual tables", .onManyThreads)
struct VirtualTableTests {
    private let folder = TemporaryDirectory()

    @Test("rows of full-text tables and R*Trees are those that SQLite finds")
    func rows() throws {
        let lines = try Python.lines(Script.text("virtual_table_rows"), sandglass, folder("virtual.sqlite"))
        #expect(lines == ["five", "four", "three", "tree", "numbers"].map { "\($0) 0 True True" })
        let listed = try run("show", folder("virtual.sqlite"))
        #expect(listed.text.contains("600  virtual table"), "\(listed.text)")
    }

    @Test("a table without rows of its own says why, and a damaged tree what is missing")
    func absent() throws {
        try Python.run(Script.text("virtual_table_absent"), [folder("odd.sqlite")])
        for (name, reason) in [
            ("bare", "keeps no content"), ("elsewhere", "the table “texts”"), ("tree", "the node 2 is missing"),
        ] {
            let words = [sandglass, "show", "--table", name, folder("odd.sqlite")]
            let result = try runCommand(["env", "LC_ALL=C.UTF-8"] + words)
            #expect(result.status == 65 && result.errors.contains(reason), "\(name): \(result.errors)")
        }
    }
}
