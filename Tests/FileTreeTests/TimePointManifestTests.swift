import ContainerModel
import Formats
import System
import TestSupport
import Testing

@testable import FileTree

@Suite("The bytes of time points")
struct TimePointManifestTests {
    private static func status(
        _ kind: ItemKind, size: UInt64 = 0, inode: UInt64, links: UInt32 = 1, modified: Int64 = -5,
        bornNanoseconds: UInt32? = 999_999_998, knowsNanoseconds: Bool = true
    ) -> ItemStatus {
        ItemStatus(
            kind: kind, size: size, permissions: 0o4751, user: 501, group: .max, links: links, inode: inode,
            device: .max, modified: modified, modifiedNanoseconds: knowsNanoseconds ? 999_999_999 : 0,
            knowsNanoseconds: knowsNanoseconds, changed: .max, changedNanoseconds: 7, born: .min,
            bornNanoseconds: bornNanoseconds, protection: .complete)
    }

    /// A root, a directory and its file, a link, a hard link's two names, and a pipe.
    private static let items: [TimePointManifest.Item] = {
        var items = [
            TimePointManifest.Item(.root, status(.directory, inode: 1)),
            TimePointManifest.Item("a", status(.directory, inode: 2)),
            TimePointManifest.Item("a/file", status(.file, size: 70_000, inode: 3, links: 2)),
            TimePointManifest.Item("a/link", status(.link, size: 4, inode: 4)),
            TimePointManifest.Item("b", status(.file, size: 70_000, inode: 3, links: 2)),
            TimePointManifest.Item("c", status(.fifo, inode: 5, bornNanoseconds: nil, knowsNanoseconds: false)),
            TimePointManifest.Item("d", status(.file, size: 3, inode: 6)),
        ]
        for index in [2, 4] {
            (items[index].contents, items[index].digest) = (.storedOnce, SHA256.digest(of: [1]))
        }
        items[3].target = Array("file".utf8)
        items[6].contents = .missing
        items[1].attributes = [(Array("user.note".utf8), [0, 0xff])]
        return items
    }()

    private static let header: TimePointManifest.Header = {
        var header = TimePointManifest.Header()
        header.note = "before the login ✓"
        (header.time, header.timeNanoseconds) = (1_764_236_045, 123_456_789)
        header.hostPath = [0x2f, 0xff]
        header.kind = .appGroup
        header.identifier = "group.org.example"
        (header.files, header.directories, header.links, header.bytes) = (3, 2, 1, .max)
        header.problems = ["d: permission denied"]
        return header
    }()

    private static let bytes: [UInt8] = {
        var writer = TimePointWriter()
        for item in items { writer.add(item) }
        return writer.finish(header)
    }()

    private static func read(_ bytes: [UInt8]) throws(TimePointManifest.Problem) -> [TimePointManifest.Item] {
        var reader = try TimePointReader(bytes)
        var items: [TimePointManifest.Item] = []
        while let item = try reader.next() { items.append(item) }
        return items
    }

    @Test("what is written is read")
    func roundTrip() throws {
        #expect(try Self.read(Self.bytes) == Self.items)
        #expect(try TimePointReader(Self.bytes).header == Self.header)
        #expect(try TimePointReader.header(Self.bytes) == Self.header)
    }

    @Test("the parts of a time point are read, and only one that has some is of their version")
    func parts() throws {
        let part = TimePointManifest.Part(
            name: "before+group.a", identifier: "group.a", time: -1, timeNanoseconds: 999_999_999)
        for (parts, isPart) in [([part, part], false), ([], true), ([], false)] {
            var header = Self.header
            (header.parts, header.isPart) = (parts, isPart)
            let bytes = TimePointWriter().finish(header)
            #expect(try TimePointReader.header(bytes) == header)
            #expect(try TimePointReader(bytes).header == header)
            let version = parts.isEmpty && !isPart ? "2" : "3"
            #expect(bytes.starts(with: TimePointManifest.signature + Array("\(version)\n".utf8)))
        }
    }

    @Test("a changed byte, and a missing end, are damage")
    func damage() {
        for index in Self.bytes.indices {
            var bytes = Self.bytes
            bytes[index] ^= 0x10
            #expect(throws: TimePointManifest.Problem.self) { _ = try Self.read(bytes) }
            #expect(throws: TimePointManifest.Problem.self) { _ = try Self.read(Array(Self.bytes[..<index])) }
        }
    }

    @Test("a tree has the times as far as they are known")
    func times() throws {
        let tree = TimePointTree(
            try TimePointIndex(Self.bytes), in: Array("/nonexistent".utf8),
            try ItemStatus(of: [0x2e], in: try open("/"), path: .root))
        let (file, pipe) = (try tree.status("a/file"), try tree.status("c"))
        #expect(file.bornNanoseconds == 999_999_998 && file.knowsNanoseconds)
        #expect(pipe.born == .min && pipe.bornNanoseconds == nil && !pipe.knowsNanoseconds)
        #expect(pipe.hasSameModification(as: file) && file.hasSameModification(as: pipe))
    }

    @Test("another version is told from damage", arguments: [-1, 2])
    func otherVersion(_ difference: Int) {
        var bytes = TimePointManifest.signature + Array("\(TimePointManifest.version + difference)\n".utf8)
        bytes += SHA256.digest(of: bytes)
        #expect(throws: TimePointManifest.Problem.foreign) { _ = try TimePointReader(bytes) }
    }

    @Test("nothing with a valid checksum makes the reader fail in another way")
    func hostile() {
        var generator = SeededGenerator(seed: RandomSeed.value)
        let end = Self.bytes.count - TimePointManifest.digestLength
        for _ in 0..<(runsLongTests ? 1_000_000 : 20_000) {
            var bytes = generator.mutate(Array(Self.bytes[..<end]))
            bytes += SHA256.digest(of: bytes)
            do throws(TimePointManifest.Problem) {
                for item in try Self.read(bytes) {
                    #expect(item.path.isRoot || item.path.lastComponent != nil)
                    #expect(item.digest.isEmpty || item.digest.count == TimePointManifest.digestLength)
                }
                _ = try TimePointIndex(bytes)
            } catch {
                #expect(error == .damaged || error == .foreign)
            }
        }
    }

    @Test("names of hard links have one file, and what was not read is told")
    func tree() throws {
        let index = try TimePointIndex(Self.bytes)
        #expect(index.missing == ["d"])
        let root = TimePointTree(
            index, in: Array("/nonexistent".utf8), try ItemStatus(of: [0x2e], in: try open("/"), path: .root)
        )
        let (first, second) = (try root.status("a/file"), try root.status("b"))
        #expect(first.inode == second.inode && first.links == 2 && first.permissions == 0o4751)
        #expect(try root.status("a/link").kind == .link && root.linkTarget("a/link") == Array("file".utf8))
        #expect(root.problems.contains { $0.contains("permission denied") })
        #expect(throws: FileTreeError.self) { _ = try root.openFile("d") }
    }

    private func open(_ path: String) throws -> Descriptor {
        try RootedDirectory(hostPath: Array(path.utf8)).descriptor
    }
}
