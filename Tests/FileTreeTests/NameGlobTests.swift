import ContainerModel
import Jobs
import System
import TestSupport
import Testing

@testable import FileTree

@Suite("Patterns for names")
struct NameGlobTests {
    private static let names = [
        "a.md", "A.MD", "b.txt", ".md", "md", "a.md.txt", "*.md", "x[1].md", "日本.md", "a*b", "", "aXbXc", "notes", "ab",
    ]

    @Test(
        "a pattern matches the names that fnmatch(3) matches, in either case",
        arguments: ["*.md", "*", "**", "a*", "*a*", "a*b*c", "*.??", "x?1*", "?.md*", "*\\**", "日*", "?*.md", "*b"])
    func fnmatch(pattern: String) throws {
        // Python's fnmatch is independent of ours; it has brackets and no escapes, so that these are spelled for it.
        let script = """
            import fnmatch, sys
            pattern = sys.argv[1].lower().replace('[', '[[]')
            print(''.join('1' if fnmatch.fnmatchcase(name.lower(), pattern) else '0' for name in sys.argv[2:]))
            """
        let expected = try Python.lines(script, [pattern] + Self.names).first
        let glob = try #require(NameGlob(Array(pattern.utf8)))
        let found = Self.names.map { name in
            Array(name.utf8).withUnsafeBufferPointer { glob.matches($0) } ? "1" : "0"
        }
        #expect(found.joined() == expected)
    }

    @Test("without a star the text is a part of a name")
    func part() { #expect(NameGlob(Array("a?.md".utf8)) == nil && NameGlob([]) == nil) }

    @Test("of a path, the last component has to match, unless the pattern has a slash")
    func paths() throws {
        let pattern = try #require(FuzzyPattern(Array("*.md".utf8)))
        #expect(pattern.score(Array("a.md/b.txt".utf8)) == nil)
        #expect(pattern.score(Array("x/y/b.md".utf8)) != nil)
        let path = try #require(FuzzyPattern(Array("docs/*.md tide".utf8)))
        #expect(path.score(Array("docs/tides/b.md".utf8)) != nil)
        #expect(path.score(Array("other/tides/b.md".utf8)) == nil)
        #expect(path.score(Array("docs/b.md".utf8)) == nil)
    }

    @Test("a pattern of many stars takes no time that explodes")
    func stars() throws {
        let glob = try #require(NameGlob(Array(String(repeating: "a*", count: 100).utf8) + [0x62]))
        let name = [UInt8](repeating: 0x61, count: 255)
        let time = processorTime { #expect(!name.withUnsafeBufferPointer { glob.matches($0) }) }
        #expect(time < .seconds(1))
    }
}
