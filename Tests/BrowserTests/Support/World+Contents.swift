import ContainerModel
import Documents
import FileTree
import Formats
import Inspection
import Jobs
import Search

@testable import Browser

extension World {
    /// Returns the events with which a worker would answer a request for the files that contain a text.
    func filesFound(by request: DirectoryRequest) -> [BrowserEvent] {
        guard case .containing(let question, _) = request.reach, let pattern = try? question.pattern() else {
            return []
        }
        var entries = EntryList()
        var facts: [UInt32: EntryFacts] = [:]
        var hits: [ContentsHit] = []
        func search(_ directory: ContainerPath) {
            for entry in directories[directory] ?? [] {
                guard let path = directory.appending(name: entry.name), let name = path.relative(to: request.path)
                else { continue }
                if entry.kind == .directory { search(path) }
                guard entry.kind == .file, let hit = Self.firstHit(of: pattern, in: entry) else { continue }
                facts[UInt32(entries.count)] = self.facts(of: entry)
                entries.append(name.bytes, kind: .file)
                hits.append(hit)
            }
        }
        search(request.path)
        var snapshot = DirectorySnapshot(
            ticket: request.ticket, path: request.path, entries: entries,
            order: entries.arranged(by: request.order, filter: request.filter.names, numbers: nil), by: request.order,
            filter: request.filter, stage: .complete, facts: facts,
            directory: self.facts(of: entry(request.path) ?? Entry("", .directory)),
            hidden: entries.hiddenCount(by: request.filter.names))
        snapshot.hits = hits
        return [.directory(.read(snapshot))]
    }

    private static func firstHit(of pattern: ContentsPattern, in entry: Entry) -> ContentsHit? {
        let search = FileContentsSearch(
            pattern, ContentsOptions(countsLines: false, maxHits: 1), cancellation: Cancellation())
        var found: ContentsHit?
        _ = try? search.search(DocumentSource(entry.name, bytes: entry.contents)) { hit in
            found = found ?? hit
            return false
        }
        return found
    }

    /// A container with files that contain “needle”: in the middle of a long text, in a line of a short one, in bytes
    /// and in a value.
    static let needles: World = {
        func file(_ name: String, _ contents: [UInt8]) -> Entry {
            var entry = Entry(name, size: UInt64(contents.count))
            entry.head = contents
            return entry
        }
        var lines = (1...300).map { "line \($0)" }
        lines[199] = "here is the Needle of the compass"
        var world = World.odd
        world.directories = [
            .root: [Entry("Documents", .directory), Entry("Library", .directory), Entry("tmp", .directory)],
            "Documents": [
                file("long.txt", Array(lines.joined(separator: "\n").utf8)),
                file("short.txt", Array("    a needle\nand\nanother needle\n".utf8)),
                file("none.txt", Array("hay\n".utf8)),
                file("bytes.bin", (0..<40).flatMap { _ in [UInt8](128...255) } + Array("needle".utf8)),
                file("a.json", Array(#"{"outer": {"inner": "the needle 4711"}}"#.utf8)),
                file("港の needle\u{202e}.txt", Array("日本語の needle 📓\n".utf8)),
            ],
            "Library": [], "tmp": [],
        ]
        return world
    }()
}
