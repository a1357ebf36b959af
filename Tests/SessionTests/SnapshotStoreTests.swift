import AppLifecycle
import ContainerModel
import FileTree
import Formats
import Screen
import System
import TestSupport
import Testing

@testable import Session

@Suite("Snapshots on disk", .onManyThreads)
struct SnapshotStoreTests {
    private static let folder: ContainerPath = "Library/Caches/Snapshots/com.example.app"
    private static let taken: Int64 = 1_780_000_000

    private func store(in directory: TemporaryDirectory) throws -> SnapshotStore {
        SnapshotStore(root: try RootedDirectory(hostPath: Array(directory.path.utf8)), folder: Self.folder)
    }

    private func snapshot(_ text: String = "covered", at time: Int64 = taken, isCovered: Bool = true) -> Snapshot {
        var frame = Frame(size: Size(columns: 30, rows: 4), style: Style(background: .palette(4)))
        frame.write(text, column: 3, row: 1, style: Style(attributes: .bold))
        return Snapshot(frame: frame, takenAt: time, isCovered: isCovered)
    }

    private func files(_ directory: TemporaryDirectory) throws -> [String] {
        let result = try runCommand(["find", directory.path, "-type", "f", "-printf", "%m %f\\n"])
        return String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init).sorted()
    }

    @Test("a snapshot is two files readable by the owner alone, and is loaded unchanged")
    func roundTrip() throws {
        let directory = TemporaryDirectory()
        let store = try store(in: directory)
        let kept = try store.save(snapshot())
        #expect(try files(directory) == ["600 \(kept.name).ans", "600 \(kept.name).plist"])
        #expect(store.load(kept, ascii: false) == snapshot())
    }

    @Test("plistlib reads the property list")
    func plistlib() throws {
        let directory = TemporaryDirectory()
        let name = try store(in: directory).save(snapshot(isCovered: false)).name
        let script = """
            import plistlib, sys
            value = plistlib.load(open(sys.argv[1], 'rb'))
            print(sorted(value.items()))
            """
        let result = try Python.result(of: script, [directory("\(Self.folder)/\(name).plist")])
        #expect(
            String(decoding: result.stdout, as: UTF8.self) == """
                [('columns', 30), ('covered', False), ('date', datetime.datetime(2026, 5, 28, 20, 26, 40)), \
                ('rows', 4), ('state', 'background')]

                """)
    }

    @Test("the five snapshots taken last are kept, and files of others stay")
    func pruning() throws {
        let directory = TemporaryDirectory()
        let others = ["0A.ktx", "sandglass-.ans", "sandglass-1x.plist", "sandglass-12.png", "notes.ans"]
        for other in others { try directory.write("x", to: "\(Self.folder)/\(other)") }
        let store = try store(in: directory)
        // Two snapshots taken in the same second, and one older than all others.
        let times: [Int64] = [10, 10, 999_999_999_999, 30, -5, 40, 50, 60]
        var kept: [SnapshotStore.Reference] = []
        for (number, time) in times.enumerated() {
            kept.append(try store.save(snapshot("number \(number)", at: time)))
        }
        let names = kept.map(\.name)
        #expect(Set(names).count == times.count)
        #expect(store.names() == [3, 5, 6, 7, 2].map { names[$0] })
        #expect(store.load(kept[7], ascii: false)?.frame.text.contains("number 7") == true)
        #expect(store.load(kept[0], ascii: false) == nil)
        #expect(try files(directory).count == 10 + others.count)
        try store.removeAll()
        #expect(try files(directory).map { $0.split(separator: " ").last.map(String.init) } == others.sorted())
    }

    @Test("a snapshot with a file of another one is not loaded", arguments: ["ans", "plist"])
    func forged(suffix: String) throws {
        let directory = TemporaryDirectory()
        let store = try store(in: directory)
        // Both are complete, valid and of the same size.
        let kept = try store.save(snapshot())
        let other = try store.save(snapshot("forged", at: Self.taken + 1))
        #expect(store.load(kept, ascii: false) == snapshot())
        let folder = directory(Self.folder.description)
        _ = try runCommand(["cp", "\(folder)/\(other.name).\(suffix)", "\(folder)/\(kept.name).\(suffix)"])
        #expect(store.load(kept, ascii: false) == nil)
    }

    @Test("directories named like snapshots stay, and prevent neither saving nor removal")
    func directories() throws {
        let directory = TemporaryDirectory()
        let store = try store(in: directory)
        let number = Self.taken * 1_000
        let names = ["1.ans", "2.plist", "\(number).ans", "\(number + 1).plist"]
        let foreign = names.map { "\(Self.folder)/sandglass-\($0)" }
        for name in foreign { try directory.makeDirectory(name + "/inside") }
        for round in 0..<7 { #expect(store.load(try store.save(snapshot("\(round)")), ascii: false) != nil) }
        #expect(try files(directory).count == 10)
        try store.removeAll()
        #expect(try files(directory).isEmpty)
        for name in foreign { #expect(try runCommand(["test", "-d", directory(name + "/inside")]).status == 0) }
    }

    @Test(
        "nothing is written through a symbolic link",
        arguments: ["Library", "Library/Caches", "Library/Caches/Snapshots"])
    func links(place: String) throws {
        let (directory, elsewhere) = (TemporaryDirectory(), TemporaryDirectory())
        if let slash = place.lastIndex(of: "/") { try directory.makeDirectory(String(place[..<slash])) }
        try directory.link(place, to: elsewhere.path)
        #expect(throws: (any Error).self) { try store(in: directory).save(snapshot()) }
        #expect(try files(elsewhere).isEmpty)
    }

    @Test(
        "a damaged snapshot is not loaded",
        arguments: [
            "rm $1.plist", "rm $1.ans", "echo > $1.plist", "echo '\u{1b}[2J' >> $1.ans", "echo more >> $1.ans",
            "rm $1.ans; mkfifo $1.ans", "mv $1.ans x; ln -s x $1.ans", "truncate -s 100M $1.ans",
            "truncate -s 1M $1.plist", "sed -i s/30/31/ $1.plist", "sed -i s/30/-9223372036854775808/ $1.plist",
            "sed -i 's/<date>.*</<date>never</' $1.plist",
        ]
    )
    func damage(script: String) throws {
        let directory = TemporaryDirectory()
        let store = try store(in: directory)
        let kept = try store.save(snapshot())
        let done = try runCommand(
            ["/bin/sh", "-ec", "cd '\(directory(Self.folder.description))'; \(script)", "sh", kept.name])
        #expect(done.status == 0)
        #expect(store.load(kept, ascii: false) == nil)
    }

    @Test("a reference whose name is not a plain file name loads nothing", arguments: ["../x", "a/b", "", "."])
    func names(name: String) throws {
        let reference = SnapshotStore.Reference(name: name, digest: SHA256.digest(of: []))
        #expect(try store(in: TemporaryDirectory()).load(reference, ascii: false) == nil)
    }
}
