import TestSupport
import Testing

@Suite(.onManyThreads)
struct ListCommandTests {
    @Test("a single file is listed as among the others of its directory")
    func oneFile() throws {
        let fixture = try Fixture()
        let all = try fixture.run("ls", "--json", "\(fixture.path)/Documents")
        #expect(all.status == 0, "\(all.errors)")
        for name in ["a.txt", "link", "half.part"] {
            let alone = try fixture.run("ls", "--json", "\(fixture.path)/Documents/\(name)")
            #expect(alone.status == 0, "\(alone.errors)")
            #expect(alone.lines.count == 1)
            #expect(all.lines.contains(alone.text))
        }
        let covered = try fixture.run(
            "ls", "--json", "\(fixture.path)/Library/Application Support/org.example.app/kept/one")
        #expect(covered.text.contains("excluded-above"))
        #expect(try fixture.run("ls", "\(fixture.path)/Documents/absent").status == 66)
    }

    @Test("a time that ISO 8601 cannot express is left out", arguments: ["-62167219201", "253402300800"])
    func distantTime(seconds: String) throws {
        let fixture = try Fixture()
        let kept = try Python.lines(
            """
            import os, sys
            path, seconds = sys.argv[1] + '/Documents/a.txt', int(sys.argv[2])
            os.utime(path, (seconds, seconds))
            print(int(os.stat(path).st_mtime) == seconds)
            """,
            fixture.path, seconds
        )
        let output = try fixture.run("ls", "--json", "\(fixture.path)/Documents/a.txt")
        #expect(output.status == 0, "\(output.errors)")
        // Many file systems store the nearest time that they can represent.
        #expect(output.text.contains("\"modified\"") == (kept != ["True"]))
    }

    @Test("ls ends with status 74 when its output cannot be written")
    func fullOutput() throws {
        let fixture = try Fixture()
        let result = try runCommand([
            "sh", "-c", "exec \"$0\" ls -R \"$1\" > /dev/full", Products.executable("sandglass"), fixture.path,
        ])
        #expect(result.status == 74)
    }
}
