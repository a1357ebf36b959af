import System
import TestSupport
import Testing

/// What the program says of itself as a release.
@Suite("The program as a release", .enabled(if: packageRoot(of: #filePath) != nil))
struct ReleaseTests {
    private static func text(_ path: String) throws -> String {
        String(decoding: try readFile("\(packageRoot(of: #filePath) ?? "")/\(path)"), as: UTF8.self)
    }

    /// The words of a text without marks, so that it can be found however it is wrapped.
    private static func words(_ text: some StringProtocol) -> String {
        text.split { $0.isWhitespace || "#-`*:".contains($0) }.joined(separator: " ").lowercased()
    }

    @Test("a program from a checkout calls itself development, in the manual, too")
    func version() throws {
        #expect(try run("--version").text == "development\n")
        #expect(try run("manual", "ls").text.contains("sandglass development"))
    }

    @Test("`help news` is the changelog")
    func news() throws {
        let changelog = try Self.text(".github/CHANGELOG.md")
        let printed = Self.words(try run("help", "news").text)
        let blocks = changelog.split(separator: "\n\n").dropFirst()
        #expect(blocks.count > 2)
        for block in blocks { #expect(printed.contains(Self.words(block)), "\(block)") }
    }

    @Test("the changelog has a version and a date over each entry, the newest first, which the README names")
    func entries() throws {
        let headings = try Self.text(".github/CHANGELOG.md").split(separator: "\n").filter { $0.hasPrefix("## ") }
        #expect(!headings.isEmpty)
        for heading in headings {
            #expect(heading.wholeMatch(of: /## \d+\.\d+\.\d+, \d{4}-\d\d-\d\d/) != nil, "\(heading)")
        }
        let dates = headings.map { $0.suffix(10) }
        #expect(dates == dates.sorted(by: >))
        let newest = try #require(headings.first?.dropFirst(3).prefix { $0 != "," })
        #expect(try Self.text("README.md").contains("sandglass_\(newest)_amd64.deb"))
    }

    @Test("`help licences` has each library that Package.swift links statically, and where its notice is")
    func notices() throws {
        let archives = Set(try Self.text("Package.swift").matches(of: /":(lib[^"]+\.a)"/).map { String($0.1) })
        #expect(archives.count > 15)
        let help = try run("help", "licences")
        let lines = Set(help.lines.map(String.init))
        let words = help.text.split { $0.isWhitespace || "(),".contains($0) }.map(String.init)
        for archive in archives {
            let owner = try runCommand(["dpkg-query", "-S", "*/\(archive)"])
            let package = try #require(owner.lines.first?.split(separator: ":").first, "\(archive)")
            let facts = try runCommand(["dpkg-query", "-W", "-f", "${source:Package}\n", String(package)])
            let source = try #require(facts.lines.first, "\(archive)")
            #expect(lines.contains("  \(source)"), "\(archive) of \(source)")
            let notice = "/usr/share/doc/\(package)/copyright"
            #expect(words.contains(notice) && (try? readFile(notice)) != nil, "\(archive) of \(source)")
        }
    }

    @Test("`help licences` says how to link other versions, and names the licence that demands it")
    func relinking() throws {
        let text = try run("help", "licences").text
        for expected in ["RELINKING:", "LGPL-3.0-or-later", "GCC-exception-3.1", "No licence"] {
            #expect(text.contains(expected), "\(expected)")
        }
    }
}
