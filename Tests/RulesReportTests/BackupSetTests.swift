import TestSupport
import Testing

@Suite(.enabled(if: Python.isThere))
struct BackupSetTests {
    @Test(
        "the set is what the document says, item by item", arguments: ["every", "icloud", "encrypted", "unencrypted"])
    func matchesOracle(kind: String) throws {
        let fixture = try Fixture()
        let before = try fixture.fingerprint()
        let options = kind == "every" ? [] : ["--" + kind]
        let output = try runBackupSet(fixture, options)
        #expect(output.status == 0, "\(output.errors)")
        let found = try ReportLine.read(output.lines).map { line in
            "\(line.backedUp == true ? "+" : "-") \(line.reason ?? "") \(line.size.map(String.init) ?? "-1") \(line.pythonPath)"
        }
        let expected = try Python.lines(Oracle.backupSet, fixture.path, kind)
        #expect(found.count > 70)
        #expect(found == expected)
        #expect(try fixture.fingerprint() == before)
    }

    @Test("the totals are the sums of the rows, hard links counted as files each")
    func totals() throws {
        let fixture = try Fixture()
        let output = try runBackupSet(fixture, [])
        let totals = try decode(BackupTotals.self, output.lines.last)
        let rows = try Python.lines(Oracle.backupSet, fixture.path, "every").filter { $0.hasPrefix("+") }
        let sizes = rows.compactMap { UInt64($0.split(separator: " ")[1]) }
        #expect(totals.backedUp.bytes == sizes.reduce(0, +))
        #expect(totals.backedUp.files == sizes.count)
        #expect(totals.backedUp.links == 2)
        #expect(totals.backedUp.directories == rows.count - sizes.count - 2)
        #expect(totals.topDirectories.map(\.path) == [".", "Documents", "Library"])
        #expect(totals.topDirectories.map(\.backedUp.bytes).reduce(0, +) == totals.backedUp.bytes)
        #expect(totals.unreadable == 0)
    }

    @Test("10,000 directories inside one another are gone over, with things behind each of them")
    func deep() throws {
        let fixture = try Fixture(
            """
            os.chdir(os.path.join(root, 'Documents'))
            for _ in range(10000):
                open('z', 'w').close()
                os.mkdir('d')
                os.chdir('d')
            """
        )
        let result = try runCommand([
            "env", "XDG_STATE_HOME=\(fixture.state)", "sh", "-c",
            // Far fewer handles than levels.
            "ulimit -n 256; \(Products.executable("sandglass")) backup-set --tree --held \(fixture.path) | awk '{print $NF}' "
                + "| sort | uniq -c | sort -rn | head -2",
        ])
        let counts = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        #expect(counts.sorted() == ["10000 d/", "10000 z"])
        #expect(result.stderr.isEmpty)
        _ = try runCommand(["rm", "-rf", fixture.path + "/Documents"])
    }

    @Test("a directory that cannot be read is named, and the rest goes on")
    func unreadable() throws {
        let fixture = try Fixture("os.chmod(os.path.join(root, 'Documents/a'), 0)")
        defer { _ = try? runCommand(["chmod", "755", fixture.path + "/Documents/a"]) }
        let output = try runBackupSet(fixture, [])
        // Who may read everything sees everything.
        guard output.status != 0 else { return }
        #expect(output.status == 66)
        #expect(output.errors.contains("Documents/a"))
        #expect(try decode(BackupTotals.self, output.lines.last).unreadable == 1)
    }

    @Test("the real sample's set is its root, Library, Application Support and the store")
    func sample() throws {
        guard let sample = sharedSample("WeightTracker.xcappdata") else { return }
        let result = try runCommand([Products.executable("sandglass"), "backup-set", "--held", "--json", sample])
        let lines = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(
            try ReportLine.read(lines).map(\.path) == [
                ".", "Library", "Library/Application Support", "Library/Application Support/WeightTracker.sqlite",
            ]
        )
        #expect(try decode(BackupTotals.self, lines.last).backedUp.bytes == 28_672)
    }

    private func runBackupSet(_ fixture: Fixture, _ options: [String]) throws -> Fixture.Output {
        guard let option = options.first else { return try fixture.run("backup-set", "--json", fixture.path) }
        return try fixture.run("backup-set", "--json", option, fixture.path)
    }
}
