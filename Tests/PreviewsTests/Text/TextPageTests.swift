import ContainerModel
import ContainerStore
import FileTree
import Screen
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Pages of text")
struct TextPageTests {
    /// Returns a text with lines of all lengths up to several cuts, in an encoding.
    private static func text(_ seed: UInt64, unit: [UInt8], end: [UInt8], lines: Int) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        for number in 0..<lines {
            let length = [0, 1, 30, 200, 5_000, 70_000, 140_000, 300_000].randomElement(using: &random) ?? 0
            for character in "\(number):".utf8 { bytes += unit.count == 2 ? [character, 0] : [character] }
            for _ in 0..<Int.random(in: 0...length, using: &random) { bytes += unit }
            bytes += end
        }
        return bytes
    }

    static let samples: [[UInt8]] = [
        text(1, unit: [0x61], end: [0x0a], lines: 10), text(2, unit: [0x61], end: [0x0d, 0x0a], lines: 10),
        [0xff, 0xfe] + text(3, unit: [0x3b, 0x30], end: [0x0a, 0], lines: 12),
        text(4, unit: [0x62], end: [0x0d], lines: 12),
        text(5, unit: [0x61], end: [0x0a], lines: 5).dropLast(), [0x0a], Array("one".utf8),
    ]

    private func page(_ preview: Preview, _ anchor: PageRequest.Anchor, rows: Int, wraps: Bool = true) -> PreviewPage {
        let request = PageRequest(PreviewViewport(columns: 40, rows: rows), anchor, wraps: wraps)
        return preview.content.page(request, within: .ample)
    }

    @Test(
        "pages forwards and backwards have the same lines in the same places", arguments: samples.indices,
        [true, false])
    func paging(index: Int, wraps: Bool) {
        let file = DocumentSource([], bytes: Self.samples[index])
        let preview = Preview(DocumentReaders.read(file, as: .text, within: .ample), within: .ample)
        let all = page(preview, .from(0), rows: .max, wraps: wraps).lines
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.position < $1.position })
        var forwards: [PageLine] = []
        var position: UInt64 = 0
        while true {
            let next = page(preview, .from(position), rows: 1_000, wraps: wraps)
            forwards += next.lines
            guard !next.isComplete, let last = next.lines.last else { break }
            position = last.position + 1
        }
        #expect(forwards == all)
        var backwards: [PageLine] = []
        var end = PageRequest.Anchor.end
        while true {
            let next = page(preview, end, rows: 1_000, wraps: wraps)
            backwards = next.lines + backwards
            guard let first = next.lines.first, first.position > 0, next.lines.count > 0 else { break }
            end = .before(first.position)
            if backwards.count > all.count { break }
        }
        #expect(backwards == all)
    }

    @Test("without wrapping, a text has as many lines as `wc -l` counts in it")
    func lineCount() throws {
        let directory = TemporaryDirectory()
        let text = Array(String(repeating: "some words\n", count: 5_000).utf8)
        let counted = try runCommand(["wc", "-l", directory.write("text", text)]).text.split(separator: " ").first
        let preview = DocumentReaders.preview(of: DocumentSource([], bytes: text), within: .ample)
        #expect("\(page(preview, .from(0), rows: .max, wraps: false).lines.count)" == counted.map(String.init))
    }

    @Test("the last lines of a file of gigabytes are read without the rest")
    func huge() throws {
        let directory = TemporaryDirectory()
        try directory.write("first\n", to: "App/Documents/huge.txt")
        for name in ["Library", "tmp"] { try directory.makeDirectory("App/\(name)") }
        let path = directory("App/Documents/huge.txt")
        let script = "import sys\nf = open(sys.argv[1], 'r+b'); f.seek(5 << 30); f.write(b'\\nlast but one\\nlast\\n')"
        try Python.run(script, [path])
        let container = try ContainerStore.locate(Array(directory("App").utf8)).0
        let file = try DocumentSource("Documents/huge.txt", in: container.tree)
        let text = DocumentReaders.preview(
            of: file, within: .ample, by: [TextDocumentReader(), BytesDocumentReader()])
        let hex = DocumentReaders.preview(of: file, within: .ample, by: [BytesDocumentReader()])
        #expect(page(hex, .end, rows: 2).lines.last?.position == (5 << 30) + 16)
        // A hole of NULs is not text; only its ends are examined.
        #expect(
            text.title == "Binary data" || page(text, .end, rows: 2).lines.map(\.line.text) == ["last but one", "last"])
    }
}
