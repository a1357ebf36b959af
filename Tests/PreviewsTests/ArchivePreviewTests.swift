import Formats
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Archives")
struct ArchivePreviewTests {
    /// A file with known contents, a property list, a directory, a name with control characters, and an archive.
    private static let script = Script.text("archive_preview")

    private func preview(_ kind: String) throws -> Preview {
        let bytes = try Python.run(Self.script, [kind])
        return DocumentReaders.preview(of: DocumentSource(Array("file".utf8), bytes: bytes), within: .ample)
    }

    @Test("an archive is a table of its items", arguments: [("zip", "Zip archive"), ("tar", "Tar.gz archive")])
    func table(kind: String, title: String) throws {
        let preview = try preview(kind)
        #expect(preview.title == "\(title), 6 items" && preview.remarks.isEmpty, "\(preview.remarks)")
        let table = try #require(preview.document.table)
        var rows: [[ValueNode]] = []
        try table.forEachRow(within: .ample) {
            rows.append($0)
            return true
        }
        let lines = try rows.map { try table.csv($0) }
        #expect(lines.contains { $0.hasPrefix("notes.json,file,8,2026-03-01T12:00:00Z") } || kind == "zip")
        #expect(lines.contains { $0.hasPrefix("Payload/App.app,directory,,") })
        let shown = preview.content.page(PageRequest(PreviewViewport(columns: 100)), within: .ample)
        #expect(!shown.lines.contains { $0.line.text.unicodeScalars.contains { $0.value < 0x20 } })
    }

    @Test("an entry opens as a file does, in archives inside of archives too", arguments: ["zip", "tar"])
    func entries(kind: String) throws {
        var document = try preview(kind).document
        #expect(try document.step(Array("notes.json".utf8), as: .decoded, within: .ample)?.title == "JSON")
        #expect(
            try document.step(Array("notes.json".utf8), as: .text, within: .ample)?.heading == "Text, ASCII, 1 line")
        document = try #require(try document.step(Array("inner.zip".utf8), as: .decoded, within: .ample))
        #expect(document.title == "Zip archive, 6 items")
        // A name leads through directories, or at once.
        let bundle = try #require(try document.step(Array("Payload".utf8), as: .decoded, within: .ample))
        #expect(bundle.title == "Directory, 2 items")
        for (start, name) in [(bundle, "App.app/Info.plist"), (document, "Payload/App.app/Info.plist")] {
            #expect(try start.step(Array(name.utf8), as: .decoded, within: .ample)?.title == "Property list, XML")
        }
        #expect(try document.step(Array("missing".utf8), as: .decoded, within: .ample) == nil)
    }

    @Test("a damaged archive, and damaged compressed data, are shown as bytes with the reason")
    func damaged() throws {
        let noTar = [0x1f, 0x8b, 8] + Array(repeating: UInt8(0xff), count: 40)
        let noZip = Array("PK\u{3}\u{4}".utf8) + Array(repeating: UInt8(0), count: 40)
        for bytes in [noTar, noZip] {
            let preview = DocumentReaders.preview(of: DocumentSource([], bytes: bytes), within: .ample)
            #expect(preview.title == "Binary data" && !preview.remarks.isEmpty, "\(preview.title) \(preview.remarks)")
        }
    }

    @Test("randomly mutated archives are listed or refused")
    func mutated() throws {
        let samples = try ["zip", "tar"].map { try Python.run(Self.script, [$0]) }
        var random = SeededGenerator(seed: 17)
        for _ in 0..<(runsLongTests ? 1_000_000 : 500) {
            guard let sample = samples.randomElement(using: &random) else { return }
            let file = DocumentSource([], bytes: random.mutate(sample))
            let limits = DocumentLimits.ample
            let preview = DocumentReaders.preview(
                of: file, within: limits, by: [ArchiveDocumentReader(), BytesDocumentReader()])
            #expect(!preview.title.isEmpty)
        }
    }

    @Test(
        "compressed zeros are a tar without entries only by their name",
        arguments: [
            ("zeros.gz", 10_240, false), ("zeros.tar.gz", 10_240, true), ("zeros.tgz", 1_024, true),
            ("zeros.tar.gz", 1_000_000, false), ("zeros.tar.gz", 1_000, false),
        ])
    func zeros(name: String, count: Int, isArchive: Bool) throws {
        let bytes = try Python.run(
            "import gzip, sys; sys.stdout.buffer.write(gzip.compress(b'\\0' * int(sys.argv[1])))", ["\(count)"])
        let preview = DocumentReaders.preview(of: DocumentSource(Array(name.utf8), bytes: bytes), within: .ample)
        #expect((preview.document.table != nil) == isArchive, "\(preview.title)")
    }
}
