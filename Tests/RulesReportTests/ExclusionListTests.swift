import TestSupport
import Testing

@Suite(.onManyThreads)
struct ExclusionListTests {
    @Test("own and inherited exclusions are distinguished, by name")
    func list() throws {
        let fixture = try Fixture()
        let output = try fixture.run("exclude", "--list", "--json", fixture.path)
        let kept = "Library/Application Support/org.example.app/kept"
        let found = try ReportLine.read(output.lines).map { line in
            let own = (line.own ?? []).map { "\($0.name)=\($0.backups)" }.joined(separator: ",")
            return "\(line.path ?? ""):\(own):\(line.inheritedFrom ?? "")"
        }
        let name = "user.com.apple.metadata:com_apple_backup_excludeItem=every"
        #expect(
            found == [
                "Documents/a/b:user.com.apple.metadata:com_apple_cloudBackup_excludeItem=icloud:",
                "\(kept):\(name):", "\(kept)/one::\(kept)", "\(kept)/two::\(kept)", "\(kept)/two/three::\(kept)",
                "Library/Caches/sub/keep:\(name):", "tmp/keep:\(name):",
            ]
        )
    }

    @Test("a list of an item inside an excluded directory includes the inherited exclusion")
    func inside() throws {
        let fixture = try Fixture()
        let kept = "Library/Application Support/org.example.app/kept"
        let output = try fixture.run("exclude", "--list", "--json", fixture.path + "/" + kept + "/two")
        #expect(try ReportLine.read(output.lines).map(\.path) == [kept + "/two", kept + "/two/three"])
        #expect(try ReportLine.read(output.lines).map(\.inheritedFrom) == [kept, kept])
    }

    @Test("an attribute in an AppleDouble file counts, and one left on a .sb- file shows that a rewrite lost it")
    func traces() throws {
        let fixture = try Fixture(Script.text("exclusion_list_traces"))
        let output = try fixture.run("exclude", "--list", fixture.path + "/Documents")
        #expect(
            output.lines.contains {
                $0.hasPrefix("own") && $0.contains("Documents/a.txt ") && $0.contains("(AppleDouble)")
            })
        #expect(output.lines.contains { $0.hasPrefix("lost") && $0.contains("Documents/doc.txt ") })
        #expect(output.lines.count == 6, "\(output.text)")
    }

    @Test("the list ends with a total, which is what independent tools add up")
    func total() throws {
        let fixture = try Fixture()
        // The files that the fixture excludes, by their own attribute or one above.
        let bytes = 5 + 31 + 32 + 502 + 71
        let text = try fixture.run("exclude", "--list", fixture.path)
        #expect(text.lines.last == "7 items, \(bytes) B, excluded from backups.")
        let json = try fixture.run("exclude", "--list", "--json", fixture.path)
        #expect(json.lines.last == "{\"bytes\":\(bytes),\"items\":7,\"lost\":0,\"row\":\"total\"}")
        #expect(json.lines.dropLast().allSatisfy { $0.contains("\"row\":\"item\"") })
    }

    @Test("an empty list says so")
    func empty() throws {
        let fixture = try Fixture()
        let text = try fixture.run("exclude", "--list", fixture.path + "/Library/Cookies")
        #expect(text.status == 0 && text.text == "No attribute excludes anything from backups.")
        let json = try fixture.run("exclude", "--list", "--json", fixture.path + "/Library/Cookies")
        #expect(json.lines == ["{\"bytes\":0,\"items\":0,\"lost\":0,\"row\":\"total\"}"])
    }

    @Test("exclude without a path, or --list with two paths, is a usage error")
    func refusal() throws {
        let fixture = try Fixture()
        #expect(try fixture.run("exclude").status == 64)
        #expect(try fixture.run("exclude", "--list", fixture.path, fixture.path).status == 64)
    }

    @Test("the list shows the size of each item and when it was last changed")
    func sizesAndDays() throws {
        // 2001-09-09T01:46:40Z.
        let fixture = try Fixture(
            "path = os.path.join(root, 'Library/Caches/sub/keep'); os.utime(path, (1000000000, 1000000000))")
        let lines = try fixture.run("exclude", "--list", fixture.path).lines
        #expect(lines.contains { $0.contains("  2001-09-09  Library/Caches/sub/keep") }, "\(lines)")
        let json = try fixture.run("exclude", "--list", "--json", fixture.path).lines
        #expect(json.contains { $0.contains("\"changed\":\"2001-09-09T01:46:40Z\"") && $0.contains("sub/keep") })
    }
}
