import Foundation
import TestSupport
import Testing

@Suite("The command usage", .onManyThreads)
struct UsageCommandTests {
    /// Prints the sums of the sizes of files, each inode once: below each entry of a directory, and altogether.
    private static let walk = Script.text("usage_command_walk")

    private struct Line: Decodable {
        let row: String
        let path: String
        let bytes: UInt64
        let backedUp: UInt64
        let purgeable: UInt64
        let excluded: UInt64
        let other: UInt64
        let items: Int
    }

    private func lines(_ fixture: Fixture, _ path: String) throws -> [Line] {
        let result = try fixture.run("usage", "--json", path)
        #expect(result.status == 0, "\(result.errors)")
        return try result.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
    }

    @Test("sizes are those that a walk finds, hard links counted once", arguments: ["", "/Documents", "/Library"])
    func sizes(below: String) throws {
        let fixture = try Fixture()
        let found = try lines(fixture, fixture.path + below)
        let expected = try Python.lines(Self.walk, fixture.path + below)
        #expect(found.count == expected.count)
        #expect(found.last.map { "\($0.row) \($0.bytes)" } == expected.last)
        let known = Dictionary(uniqueKeysWithValues: found.dropLast().map { ($0.path, $0) })
        for line in expected.dropLast() where !line.contains("\\") {
            let parts = line.split(separator: " ")
            let name = parts.dropLast().joined(separator: " ").dropFirst().dropLast()
            let path = below.isEmpty ? String(name) : "\(below.dropFirst())/\(name)"
            #expect(known[path].map { "\($0.bytes)" } == parts.last.map(String.init), "\(path)")
        }
        for line in found { #expect(line.backedUp + line.purgeable + line.excluded + line.other == line.bytes) }
        #expect(found.dropLast().map(\.bytes) == found.dropLast().map(\.bytes).sorted(by: >))
    }

    @Test("backed-up sizes match backup-set, and purgeable sizes match a purge")
    func classes() throws {
        struct Row: Decodable {
            let row: String
            let path: String?
            let size: UInt64?
            let backedUp: Bool?
        }
        let fixture = try Fixture()
        let total = try #require(try lines(fixture, fixture.path).last)
        // The last line has totals under the same keys.
        let listed = try fixture.run("backup-set", "--json", fixture.path).lines.dropLast().map {
            try JSONDecoder().decode(Row.self, from: Data($0.utf8))
        }
        let linked = try fixture.run("find", "--json", "hard", fixture.path + "/Documents")
        #expect(linked.lines.count == 1)
        let files = listed.filter { $0.row == "item" && $0.backedUp == true && $0.path?.hasSuffix("/hard") == false }
        #expect(total.backedUp == files.reduce(0) { $0 + ($1.size ?? 0) })
        #expect(total.purgeable > 0 && total.excluded > 0)
    }

    @Test("items excluded from backups are not purged, and files that hold attributes are in no backup")
    func attributes() throws {
        let directory = TemporaryDirectory()
        for name in ["Documents", "Library/Caches", "tmp"] { try directory.makeDirectory(name) }
        for (path, size) in [
            ("Documents/kept", 1), ("Documents/left", 10), ("Library/Caches/left", 100), ("tmp/gone", 1_000),
        ] {
            try directory.write(Array(repeating: 1, count: size), to: path)
        }
        for path in ["Documents/left", "Library/Caches/left"] {
            try directory.setAttribute("user.com.apple.metadata:com_apple_backup_excludeItem", [1], on: path)
        }
        try AppleDoubleScript.write(directory("Documents/._kept"), "org.example.any")
        let result = try runCommand([Products.executable("sandglass"), "usage", directory.path])
        #expect(result.text.contains("1 B backed up, 1000 B purgeable, 110 B excluded"), "\(result.text)")
    }

    @Test("bars are as long as the share of the largest entry, and letters distinguish the classes without UTF-8")
    func bars() throws {
        let directory = TemporaryDirectory()
        for name in ["Documents", "Library/Caches", "tmp"] { try directory.makeDirectory(name) }
        try directory.write(Array(repeating: 1, count: 1_000), to: "Documents/a")
        try directory.write(Array(repeating: 1, count: 500), to: "tmp/b")
        let result = try runCommand(["env", "LC_ALL=C", Products.executable("sandglass"), "usage", directory.path])
        let lines = result.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "  1000 B  ####################  Documents/", "\(result.text)")
        #expect(lines.dropFirst().first == "   500 B  %%%%%%%%%%            tmp/")
        #expect(lines.contains { $0.contains("1.5 KB  total: 1000 B backed up, 500 B purgeable") })
    }

    @Test("a directory that cannot be read is counted and reported, and a missing one is an error")
    func unreadable() throws {
        let fixture = try Fixture()
        #expect(try fixture.run("usage", fixture.path + "/Documents/none").status == 66)
        #expect(try fixture.run("usage", "--top", "0", fixture.path).status == 64)
    }
}
