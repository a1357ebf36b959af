import Foundation
import TestSupport
import Testing

@Suite("The command find", .onManyThreads)
struct FindCommandTests {
    private static let walk = """
        import os, sys
        root = os.fsencode(sys.argv[1])
        for top, names, files in os.walk(root):
            for name in names + files:
                path = os.path.join(top, name)
                print(ascii(path[len(root) + 1:]))
        """

    @Test("without a pattern and with -a, it prints everything below, as a walk finds it")
    func everything() throws {
        let fixture = try Fixture()
        let found = try fixture.run("find", "-a", "--json", "", fixture.path)
        #expect(found.status == 0, "\(found.errors)")
        let paths = try ReportLine.read(found.lines).map(\.pythonPath)
        let expected = try Python.lines(Self.walk, fixture.path)
        #expect(paths.sorted() == expected.sorted())
        #expect(paths.count > 50 && paths.contains { $0.contains("SplashBoard") })
    }

    @Test("hidden names are printed with -a only")
    func hidden() throws {
        let fixture = try Fixture("write('Documents/.secret/inside', 1)")
        #expect(try fixture.run("find", "inside", fixture.path).text.isEmpty)
        #expect(
            try fixture.run("find", "-a", "inside", fixture.path).lines == [fixture.path + "/Documents/.secret/inside"])
    }

    @Test(
        "the best match comes first; a directory limits the search, and paths begin with it"
    )
    func best() throws {
        let fixture = try Fixture("write('Documents/notes/a long thumb of it.txt', 1)")
        #expect(try fixture.run("find", "thumb", fixture.path).lines.first == fixture.path + "/Library/Caches/thumb")
        let below = try fixture.run("find", "thumb", fixture.path + "/Documents")
        #expect(below.lines == [fixture.path + "/Documents/notes/a long thumb of it.txt"])
    }

    @Test("--print0 gives the paths on this computer as bytes, and text has no control characters")
    func bytes() throws {
        let fixture = try Fixture()
        let result = try runCommand([
            Products.executable("sandglass"), "find", "--print0", "badn", fixture.path + "/Documents",
        ])
        let expected = Array((fixture.path + "/Documents/bad").utf8) + [0xff, 0x0a] + Array("name".utf8) + [0]
        #expect(Array(result.stdout) == expected)
        let text = try fixture.run("find", "badn", fixture.path + "/Documents")
        #expect(text.lines.count == 1 && !text.text.contains("\u{fffd}\n"))
    }

    @Test("a link is found and not followed")
    func links() throws {
        let fixture = try Fixture(
            "os.makedirs(os.path.join(root, 'Documents/real/x')); os.symlink('real', os.path.join(root, 'Documents/alias'))"
        )
        let found = try fixture.run("find", "Doc/alias", fixture.path)
        #expect(found.lines == [fixture.path + "/Documents/alias"])
    }

    @Test(
        "an impossible search is refused with a status that says why",
        arguments: [
            (["find", "x", "@/missing"], 66), (["find", "x", "@/Documents/a.txt"], 66),
            (["find", "--json", "--print0", "x", "@"], 64),
        ] as [([String], Int32)])
    func refused(words: [String], status: Int32) throws {
        let fixture = try Fixture()
        let output = try fixture.run(words: words.map { $0.replacing("@", with: fixture.path) })
        #expect(output.status == status && !output.errors.isEmpty, "\(output)")
    }

    @Test("a pattern longer than any path is refused")
    func long() throws {
        let fixture = try Fixture()
        #expect(try fixture.run("find", String(repeating: "x", count: 5_000), fixture.path).status == 64)
    }
}
