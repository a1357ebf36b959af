import ContainerModel
import ContainerStore
import FileTree
import Formats
import Inspection
import Jobs
import Queries
import Reports
import Screen
import Synchronization
import System
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Previews of files in a container")
struct PreviewQueryTests {
    private let directory = TemporaryDirectory()
    private let place: QueryContext
    private let container: Container

    init() throws {
        for name in ["Documents", "Library", "tmp"] { try directory.makeDirectory(name) }
        container = try ContainerStore.locate(Array(directory.path.utf8)).0
        let roots = RootTable()
        roots.adopt(container.tree, as: container.root)
        place = QueryContext(
            container, roots: roots, cancellation: Cancellation(), counters: WorkerPool(threads: 1))
    }

    private func previews(_ path: ContainerPath, columns: Int = 60) -> [PreviewQuery.Answer] {
        let found = Mutex<[PreviewQuery.Answer]>([])
        let item = ItemAddress(container.description.root, path)
        PreviewQuery(item, fitting: PreviewViewport(columns: columns)).run(in: place) { answer in
            found.withLock { $0.append(answer) }
        }
        return found.withLock { $0 }
    }

    private func answers(_ path: ContainerPath) -> [[String]] { previews(path).map { $0.lines.map(\.text) } }

    @Test("a file is shown, whatever its name")
    func file() throws {
        try directory.write("Zeile\n", to: "Documents/日本 🎉\u{1b}[2J")
        #expect(answers("Documents/日本 🎉\u{1b}[2J") == [["Text, ASCII, 1 line", "Zeile"]])
        try directory.write("", to: "Documents/empty")
        #expect(answers("Documents/empty") == [["Empty file"]])
    }

    /// The first bytes of a recording that Python's wave has made: 3 seconds of 8,000 Hz, 16 bits, 2 channels.
    private static let wave = """
        524946462477010057415645666d74201000000001000200401f0000007d0000040010006461746100770100
        """
    /// The header of a write-ahead log that SQLite has written.
    private static let log = "377f0682002de2180000100000000000a592feae6c7e5b6683e595b8a228ebc9"
    /// The first bytes of its index: the header, twice.
    private static let index = String(
        repeating: "18e22d00000000000200000001000010030000000200000055fe23a3b6ca23"
            + "00a592feae6c7e5b666c61827bfd34e9d8", count: 2)

    @Test(
        "recordings and the files beside a database say what they are",
        arguments: [
            ("s.wav", wave, 96_000, "WAVE audio, 0:03, 8,000 Hz, 16 bits, 2 channels", "WAVE audio"),
            (
                "a.db-wal", log, 12_392, "SQLite write-ahead log, pages of 4,096 bytes, 3 frames",
                "SQLite write-ahead log"
            ),
            (
                "a.db-shm", index, 32_768, "SQLite index of a write-ahead log, rebuilt when needed",
                "SQLite index of a log"
            ),
        ])
    func named(name: String, head: String, size: Int, title: String, type: String) throws {
        let digits = Array(head.utf8)
        let bytes = stride(from: 0, to: digits.count, by: 2).map {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
        }
        try directory.write(bytes + [UInt8](repeating: 0, count: size - bytes.count), to: "Documents/\(name)")
        let path = try #require(ContainerPath(bytes: Array("Documents/\(name)".utf8)))
        let answer = try #require(previews(path, columns: 100).last)
        #expect(answer.lines.first?.text == title)
        #expect(answer.signature?.title == type)
    }

    @Test("a short text in Shift-JIS is one by its name; what is no text is not called one")
    func shiftJIS() throws {
        // 名前,年齢 and two rows, as Python's cp932 encodes them.
        let bytes: [UInt8] = [
            0x96, 0xbc, 0x91, 0x4f, 0x2c, 0x94, 0x4e, 0x97, 0xee, 0x0a, 0x8e, 0x52, 0x93, 0x63, 0x2c, 0x33, 0x30, 0x0a,
            0x8d, 0xb2, 0x93, 0xa1, 0x2c, 0x34, 0x31, 0x0a,
        ]
        for (name, title, type) in [("a.csv", "Text, Shift-JIS (CP932)", "text"), ("a", "Binary data", nil)]
            as [(String, String, String?)]
        {
            try directory.write(bytes, to: "Documents/\(name)")
            let path = try #require(ContainerPath(bytes: Array("Documents/\(name)".utf8)))
            let answer = try #require(previews(path).last)
            #expect(answer.lines.first?.text.hasPrefix(title) == true, "\(answer.lines.map(\.text))")
            #expect(answer.signature?.title == type)
        }
    }

    @Test(
        "the type of a file comes with its preview",
        arguments: [
            ("SQLite format 3\0", "SQLite 3 database"), ("Zeile\n", "text"), ("\u{1}\u{2}", nil), ("", nil),
            // The first 512 bytes are those of a text, and the others are not.
            (String(repeating: "x", count: 512) + "\0", nil),
        ])
    func type(contents: String, title: String?) throws {
        try directory.write(contents, to: "Documents/file")
        #expect(previews("Documents/file").map { $0.signature?.title } == [title])
    }

    @Test("only regular files are opened: FIFOs are not opened, and no link is followed")
    func others() throws {
        #expect(mkfifo(directory("Documents/fifo"), 0o600) == 0)
        let watch = inotify_init1(O_NONBLOCK | O_CLOEXEC)
        defer { close(watch) }
        #expect(inotify_add_watch(watch, directory("Documents/fifo"), UInt32(IN_OPEN)) >= 0)
        try directory.write("secret", to: "outside")
        try directory.link("Documents/link", to: "../outside")
        for name in ["fifo", "link", "missing", ""] {
            let path: ContainerPath =
                name.isEmpty ? "Documents" : ContainerPath(bytes: Array("Documents/\(name)".utf8))!
            let lines = answers(path)
            #expect(lines.count == 1 && lines.first?.first?.hasPrefix("cannot be read: ") == true, "\(lines)")
        }
        var events = [UInt8](repeating: 0, count: 4_096)
        #expect(read(watch, &events, events.count) == -1 && errno == EAGAIN, "the FIFO was opened")
    }

    @Test("a file that cannot be read is reported")
    func unreadable() throws {
        try directory.write("secret", to: "Documents/closed")
        try directory.write("text", to: "Documents/open")
        #expect(chmod(directory("Documents/closed"), 0) == 0 && chmod(directory.path, 0o755) == 0)
        let lines = try withoutPrivileges { answers("Documents/closed") }
        #expect(lines.count == 1 && lines.first?.joined(separator: " ").lowercased().contains("permission") == true)
        #expect(try withoutPrivileges { answers("Documents/open") } == [["Text, ASCII, 1 line", "text"]])
    }

    @Test(
        "only the beginning of a huge file is read, whether it is one line or only NULs",
        arguments: [true, false])
    func huge(isText: Bool) throws {
        try directory.write(isText ? Array(repeating: 0x61, count: 200_000) : [], to: "Documents/huge")
        #expect(truncate(directory("Documents/huge"), 1 << 30) == 0)
        let lines = try #require(answers("Documents/huge").first)
        #expect(lines[0] == (isText ? "Text, ASCII" : "Binary data"))
        #expect(lines.last == "(the rest is not shown here)")
        #expect(lines.count < 1_010)
    }

    @Test("a file that changes while it is read is shown as far as it was read, with a note")
    func changing() throws {
        try directory.write("before\n", to: "Documents/file")
        let file = try DocumentSource("Documents/file", in: container.tree)
        #expect(!file.hasChanged)
        try directory.write("after, and longer\n", to: "Documents/file")
        let lines = DocumentReaders.preview(of: file, within: .ample)
            .lines(fitting: PreviewViewport(columns: 60), within: .ample).map(\.text)
        #expect(lines == ["Text, ASCII, 1 line", "(it changed while it was read)", "before"])
        #expect(truncate(directory("Documents/file"), 2) == 0)
        #expect(try file.bytes(from: 1, count: 100) == Array("efore\n".utf8))
        #expect(try file.bytes(from: .max, count: 1) == [])
    }

    @Test("a cancelled preview gives no answer")
    func cancelled() throws {
        try directory.write("text", to: "Documents/file")
        place.cancellation.cancel()
        #expect(answers("Documents/file") == [])
    }

    @Test("a value that is shown again is read again if a file beside the store has changed")
    func changedNeighbor() throws {
        let store = TemporaryDirectory()
        try DatabaseScript.run(
            CoreDataScript.withModel + """

                os.makedirs('.a_SUPPORT/_EXTERNAL_DATA')
                run('UPDATE ZNOTE SET ZPHOTO = ? WHERE Z_PK = 1', [b'\\x02ABCD-EF\\0'])
                """, in: store)
        try directory.write(readFile(store("a.db")), to: "Library/a.db")
        let item = ItemAddress(container.description.root, "Library/a.db")
        let subject = ViewQuery.Subject(item, steps: ["Note", "1"].map { Array($0.utf8) })
        func photo() throws -> String? {
            let preview = try subject.open(in: place, within: .ample).preview
            let page = preview.content.page(PageRequest(PreviewViewport(columns: 200)), within: .ample)
            return page.lines.map(\.line.text).first { $0.contains("photo") }
        }
        #expect(try photo()?.contains("missing") == true)
        try directory.write("one", to: "Library/.a_SUPPORT/_EXTERNAL_DATA/ABCD-EF")
        #expect(try photo()?.contains("<6f6e65>") == true)
        try directory.write("other", to: "Library/.a_SUPPORT/_EXTERNAL_DATA/ABCD-EF")
        #expect(try photo()?.contains("<6f74686572>") == true)
        unlink(directory("Library/.a_SUPPORT/_EXTERNAL_DATA/ABCD-EF"))
        #expect(try photo()?.contains("missing") == true)
    }

    @Test("a picture that takes long is drawn when it is ready, and the facts are shown until then")
    func slowPicture() throws {
        try directory.write(
            Python.run(Script.text("preview_query_slow_picture"), []), to: "Documents/slow.png")
        let found = answers("Documents/slow.png")
        #expect(found.count == 2)
        let title = "PNG picture, 15000 × 15000 pixels, RGB"
        #expect(found.first == [title, "(it is being decoded)"])
        #expect(found.last?.first == title && found.last?.contains { $0.hasPrefix("   ") } == true)
        #expect(found.last?.contains { $0.contains("decoded") } == false)
    }
}
