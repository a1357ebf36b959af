import ContainerModel
import FileTree
import Jobs
import Search
import TestSupport
import Testing

@testable import Timeline

@Suite("A timeline as comma-separated values")
struct TimelineCSVTests {
    private let directory = TemporaryDirectory()

    @Test("records are as in RFC 4180, whatever names they have, and times to the microsecond")
    func records() throws {
        for name in ["p,q", "plain"] { directory.write(name, "") }
        let root = Root(.directory, at: Array(directory.path.utf8))
        let tree = try RootedDirectory(hostPath: root.hostPath)
        let scope = DirectorySearch.Scope(ItemAddress(root, .root), in: tree, nil, rules: nil)
        let found = try #require(try DirectorySearch(scope, helpers: WorkerPool(threads: 1)).items())
        let files = TimelineFiles(entries: found.entries, directory: .root, tree: tree)
        func file(_ name: String) throws -> UInt32 {
            let index = (0..<found.entries.count).first { found.entries.name($0).elementsEqual(name.utf8) }
            return UInt32(try #require(index))
        }
        let storage = TimelineStorage(TimelineQuestion())
        let odd = storage.add(
            TimelinePlace(
                kind: .row, clock: .app, title: "a,b", form: .row, before: Array("T \"x\"/".utf8),
                behind: Array("/a,b".utf8)))
        let position = storage.add(
            TimelinePlace(
                kind: .row, clock: .expiry, title: "at", doubt: "taken for x, y", form: .position,
                before: Array("t/".utf8), behind: Array("/at".utf8)))
        let born = storage.add(TimelinePlace(kind: .file, clock: .file, title: "born", form: .item))
        let note = storage.add(TimelinePlace(kind: .operation, clock: .sandglass, title: "deleted", form: .note))
        let text = try #require(storage.texts.add(Array("x, \"y\"".utf8)))
        let (comma, plain) = (try file("p,q"), try file("plain"))
        storage.records.add([
            TimelineRecord(time: 951_782_400_000_000, key: 5, file: comma, place: odd),
            TimelineRecord(time: 1_500_000, key: 0, file: plain, place: position),
            TimelineRecord(time: 7, key: text, file: TimelineRecord.none, place: note),
            TimelineRecord(time: 0, key: .min, file: plain, place: odd),
            TimelineRecord(time: -1, key: 0, file: plain, place: born),
            TimelineRecord(time: .min, key: 0, file: plain, place: born),
        ])
        func lines(atMost maximum: Int, in container: String?) -> [String] {
            let reader = TimelineEntryReader(files, storage, readsWholeLines: true)
            var records = TimelineCSV(storage.records.merged(), atMost: maximum, on: WorkerPool(threads: 2)) {
                TimelineRecordsCSV(reader, in: container) { $0.bytes }
            }
            var lines: [String] = []
            while let blocks = records.next() {
                for block in blocks { lines += block.lines.map { String(decoding: $0, as: UTF8.self) } }
            }
            return lines
        }
        let expected = [
            #"2000-02-29T00:00:00Z,row,app,"a,b",true,,"p,q","T ""x""/5/a,b",,,"#,
            #"1970-01-01T00:00:01.5Z,row,expiry,at,false,"taken for x, y",plain,t/#0/at,,,"#,
            #"1970-01-01T00:00:00.000007Z,operation,sandglass,deleted,true,,,,,"x, ""y""","#,
            #"1970-01-01T00:00:00Z,row,app,"a,b",true,,plain,"T ""x""/-9223372036854775808/a,b",,,"#,
            "1969-12-31T23:59:59.999999Z,file,file,born,true,,plain,,,,",
            "@-9223372036855.224192,file,file,born,true,,plain,,,,",
        ]
        #expect(lines(atMost: .max, in: nil) == expected)
        #expect(lines(atMost: 2, in: "a,b") == expected.prefix(2).map { $0 + #""a,b""# })
        let more = (0..<100_000).map { TimelineRecord(time: $0 * 1_000_000, key: $0, file: plain, place: odd) }
        storage.records.add(more)
        // Whatever thread makes them, they stay in their order.
        let keys = lines(atMost: .max, in: nil).compactMap { line in
            line.split(separator: "/").dropFirst().first.flatMap { Int64($0) }
        }
        #expect(keys.filter { (10..<100_000).contains($0) } == (10..<100_000).reversed())
    }
}
