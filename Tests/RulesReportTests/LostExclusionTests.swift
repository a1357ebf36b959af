import TestSupport
import Testing

@Suite("Exclusions lost in a rewrite", .onManyThreads)
struct LostExclusionTests {
    private static let attribute = "user.com.apple.metadata:com_apple_backup_excludeItem"

    /// Runs Python statements on the file that is listed as `tmp/keep`.
    private func change(_ fixture: Fixture, _ statements: String) throws {
        let result = try Python.result(
            of: "import os, sys; p, a = sys.argv[1:]; \(statements)", [fixture.path + "/tmp/keep", Self.attribute])
        #expect(result.status == 0, "\(String(decoding: result.stderr, as: UTF8.self))")
    }

    private func row(_ fixture: Fixture) throws -> String? {
        let output = try fixture.run("exclude", "--list", fixture.path)
        #expect(output.status == 0)
        return output.lines.first { $0.contains("tmp/keep ") }.map { String($0.prefix { $0 != " " }) }
    }

    private func explainsLoss(_ fixture: Fixture) throws -> Bool {
        let output = try fixture.run("explain", "--json", fixture.path + "/tmp/keep")
        return output.text.contains("\"exclusionLost\" : true")
    }

    @Test("a lost exclusion is reported if the file was seen before, until the attribute is set again")
    func rewritten() throws {
        let fixture = try Fixture()
        #expect(try row(fixture) == "own")
        #expect(try !explainsLoss(fixture))
        try change(fixture, "open(p + '~', 'w').write('new'); os.rename(p + '~', p)")
        #expect(try row(fixture) == "lost")
        #expect(try explainsLoss(fixture))
        #expect(try row(fixture) == "lost")
        try change(fixture, "os.setxattr(p, a, b'com.apple.MobileBackup')")
        #expect(try row(fixture) == "own")
        #expect(try !explainsLoss(fixture))
    }

    @Test(
        "a lost exclusion is still reported after the directory could not be read for a while")
    func unreadableMeanwhile() throws {
        let fixture = try Fixture()
        #expect(try row(fixture) == "own")
        let failing = try fixture.run(
            tracing: ["-f", "-e", "inject=getdents64:error=EIO", "-P", fixture.path + "/tmp"],
            "exclude", "--list", fixture.path)
        #expect(failing.status == 74, "\(failing.errors)")
        try change(fixture, "open(p + '~', 'w').write('new'); os.rename(p + '~', p)")
        #expect(try row(fixture) == "lost")
    }

    @Test(
        "an exclusion is not reported as lost after its removal, a write in place, or the file's deletion",
        arguments: [
            ("os.removexattr(p, a)", nil), ("open(p, 'w').write('in place')", "own"), ("os.unlink(p)", nil),
            ("os.unlink(p); open(p, 'w').close(); os.setxattr(p, a, b'1')", "own"),
        ] as [(String, String?)]
    )
    func otherwise(statements: String, expected: String?) throws {
        let fixture = try Fixture()
        #expect(try row(fixture) == "own")
        try change(fixture, statements)
        #expect(try row(fixture) == expected)
        #expect(try !explainsLoss(fixture))
    }
}
