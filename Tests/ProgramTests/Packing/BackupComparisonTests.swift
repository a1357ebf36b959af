import TestSupport
import Testing

/// What `backup-set --compare` says of the items that both sides have.
@Suite("Comparing a backup with the rules", .onManyThreads)
struct BackupComparisonTests {
    /// `new` has other contents in the backup, and `other` is a link there.
    private func compare(_ options: String...) throws -> CommandResult {
        let container = try SampleContainer(
            """
            for name in ['new', 'other']:
                with open('Documents/' + name, 'w') as f: f.write('abc')
            """)
        let backup = try SampleBackup(
            """
            for place in ['', 'Documents', 'Library', 'tmp']: add(APP, place)
            add(APP, 'Documents/new', b'xyz')
            add(APP, 'Documents/other', target='new')
            """)
        return try runCommand([sandglass, "backup-set", container.path, "--compare", backup.path] + options)
    }

    @Test("the last line says how many files were compared by path and kind alone, and not by their contents")
    func notRead() throws {
        let text = try compare()
        let last = try #require(text.lines.last)
        #expect(last.contains("agreed on by path and kind"), "\(text.text)")
        #expect(last.hasSuffix("the contents of 1 file were not read; `sandglass diff` compares them"), "\(last)")
        let json = try compare("--json")
        #expect(try #require(json.lines.last).contains(#""notRead":1"#), "\(json.text)")
    }

    @Test("an item of a different kind in the backup is a disagreement")
    func kinds() throws {
        let json = try compare("--json")
        #expect(json.status == 1)
        let row = try #require(json.lines.first { $0.contains(#""path":"Documents/other""#) }, "\(json.text)")
        #expect(row.contains(#""kind":"file""#) && row.contains(#""finding":"other-kind""#), "\(row)")
        let text = try compare()
        #expect(text.text.contains("of a different kind in the backup:"), "\(text.text)")
        #expect(text.lines.contains { $0.hasSuffix("Documents/other  symbolic link in the backup") }, "\(text.text)")
    }
}
