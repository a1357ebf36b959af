import Formats
import Jobs
import Screen
import Search
import System
import TestSupport
import Testing

@testable import Documents
@testable import Previews

/// The list of readers is the only one: all code that needs contents gets them through it.
@Suite("Consumers of documents")
struct DocumentConsumersTests {
    private let directory = TemporaryDirectory()

    /// Returns whether a text is found in a file.
    private func finds(_ text: String, in file: DocumentSource) throws -> Bool {
        // A pattern has a greatest length.
        let pattern = try ContentsPattern(String(text.prefix(1_000)), caseSensitivity: .respected)
        var found = false
        let search = FileContentsSearch(pattern, ContentsOptions(), cancellation: Cancellation())
        let problems = try search.search(file) { _ in
            found = true
            return false
        }
        #expect(problems.isEmpty, "\(text): \(problems)")
        return found
    }

    /// What is not decoded is left to the reader of bytes: see `UndecodedFileTests`.
    private static let decoded = DocumentSample.all.indices.filter {
        DocumentSample.all[$0].reader != UndecodedDocumentReader.self
    }

    @Test("a file of each kind is previewed, opened, searched and exported", arguments: decoded)
    func consumers(index: Int) throws {
        let sample = DocumentSample.all[index]
        let file = try sample.write(to: directory)
        let chosen = DocumentReaders.all.first { reader in
            reader.recognizes(file) && (try? reader.read(file, within: Self.limits)) != nil
        }
        #expect(chosen.map { type(of: $0) == sample.reader } == true, "\(sample.name): \(String(describing: chosen))")
        let document = DocumentReaders.read(file, within: Self.limits)
        // Searched.
        for text in ShownTexts(of: document).texts {
            #expect(try finds(text, in: file), "\(sample.name): \(text)")
        }
        // Previewed: a title, and the available contents below it.
        let lines = Preview(document, within: Self.limits).lines(
            fitting: PreviewViewport(columns: 200), within: Self.limits)
        #expect(lines.count > 1 || document.isEmpty, "\(sample.name): \(lines)")
        // Opened, by the way to each value that a line has.
        for name in names(in: document) {
            let opened = try DocumentReaders.open(file, at: [Array(name.utf8)], as: .decoded, within: Self.limits)
            #expect(!opened.document.title.isEmpty, "\(sample.name): \(name)")
        }
        // Exported.
        try expectForms(of: document, directory(sample.name))
    }

    /// The names of the values that a document says can be opened.
    private func names(in document: Document) -> [String] {
        switch document.contents {
        case .tree(let tree): tree.members.filter(\.opens).map(\.name)
        case .table(let table):
            ((try? table.source.rows(from: 0, count: 100, within: Self.limits)) ?? []).compactMap(\.name)
                + table.entries.map(\.name)
        case .text, .picture, .bytes, .nothing: []
        }
    }

    /// Expects that `show` prints a document in the forms that its shape has, and refuses the others.
    private func expectForms(of document: Document, _ path: String) throws {
        let program = Products.executable("sandglass")
        func show(_ form: String) throws -> CommandResult { try runCommand([program, "show", "--as", form, path]) }
        #expect(try runCommand([program, "show", path]).status == 0)
        let (raw, bytes) = (try show("raw"), try readFile(path))
        #expect(raw.status == 0 && raw.stdout == bytes)
        #expect(try show("hex").status == 0 && show("text").status == 0)
        #expect(try show("tree").status == (document.tree == nil ? 65 : 0))
        #expect(try show("table").status == (document.table == nil ? 65 : 0))
        #expect(try show("csv").status == (document.table == nil ? 65 : 0))
        let json = try show("json")
        #expect(json.status == (document.tree == nil && document.table == nil && document.facts == nil ? 65 : 0))
        #expect(try show("xml").status == (document.propertyList == nil ? 65 : 0))
        if json.status == 0 {
            let script =
                "import json, sys; [json.loads(l) for l in (sys.stdin if sys.argv[1] == 'rows' else [sys.stdin.read()])]"
            let kind = document.table == nil ? "whole" : "rows"
            #expect(try runCommand(["python3", "-c", script, kind], input: json.stdout).status == 0)
        }
    }

    @Test("each reader has a file that it is tried with")
    func all() {
        let tried = DocumentSample.all.map { ObjectIdentifier($0.reader) }
        for reader in DocumentReaders.all {
            #expect(tried.contains(ObjectIdentifier(type(of: reader))), "\(reader)")
        }
    }

    @Test("bytes that decompress to themselves, and bombs, end")
    func endless() throws {
        // The quine of Russ Cox, "Zip Files All The Way Down", is not at hand: eight layers and one more are as deep.
        let layers = try DocumentSample(
            CompressedDocumentReader.self, "deep.gz",
            "(lambda f: f(f, 9, b'the innermost'))(lambda f, n, b: f(f, n - 1, gzip.compress(b)) if n else b)"
        ).write(to: directory)
        #expect(DocumentReaders.read(layers, within: Self.limits).heading.hasSuffix("compressed with gzip"))
        let bomb = try DocumentSample(CompressedDocumentReader.self, "bomb.gz", "gzip.compress(bytes(1 << 20) * 40)")
            .write(
                to: directory)
        let search = FileContentsSearch(try ContentsPattern("none"), ContentsOptions(), cancellation: Cancellation())
        #expect(try search.search(bomb) { _ in true }.isEmpty)
    }

    @Test("compressed data that are cut off are searched as far as they go, with a problem", arguments: ["gz", "xz"])
    func cutOff(_ suffix: String) throws {
        let module = suffix == "gz" ? "gzip" : "lzma"
        let file = try DocumentSample(
            CompressedDocumentReader.self, "cut." + suffix,
            "\(module).compress(b'the first line\\n' + b''.join(b'line %d\\n' % (i * i) for i in range(200000)))[:-2000]"
        ).write(to: directory)
        let pattern = try ContentsPattern("the first line")
        var hits = 0
        let search = FileContentsSearch(pattern, ContentsOptions(), cancellation: Cancellation())
        let problems = try search.search(file) { _ in
            hits += 1
            return true
        }
        #expect(hits == 1 && problems.contains { $0.isIncomplete }, "\(problems)")
    }

    private static let limits = DocumentLimits.ample
}

/// The texts of the contents that a document shows: names that are keys, strings and numbers, also of what opens in it.
private struct ShownTexts {
    private(set) var texts: [String] = []
    private let limits = DocumentLimits.ample

    init(of document: Document) { add(document, depth: 0) }

    private mutating func add(_ document: Document, depth: Int) {
        guard depth < 8 else { return }
        switch document.contents {
        case .tree(let tree):
            if tree.isRooted, let root = tree.nodes.first { return add(root, isNamed: false, depth) }
            for node in tree.nodes { add(node, isNamed: false, depth) }
        case .table(let table):
            for row in (try? table.source.rows(from: 0, count: 1_000, within: limits)) ?? [] {
                guard let name = row.name, let opened = try? table.source.row(named: name, as: .decoded, within: .ample)
                else { continue }
                // Rows are named by their keys, tables and files have names.
                if !name.allSatisfy(\.isNumber), !name.hasPrefix("rowid=") { add([name]) }
                add(opened, depth: depth + 1)
            }
        case .picture: if let facts = document.facts { add(facts, isNamed: false, depth) }
        case .text: add(lines(of: document).map { $0.line.spans.map(\.text.description).joined() })
        case .bytes:
            // The digits are not text; the bytes after them are.
            let shown = lines(of: document).map { $0.line.spans.last?.text.description ?? "" }.joined()
            add(shown.split { !($0.isASCII && ($0.isLetter || $0 == " ")) }.map(String.init).filter { $0.count > 6 })
        case .nothing: break
        }
    }

    private func lines(of document: Document) -> [PageLine] {
        Preview(document, within: limits).content.page(PageRequest(PreviewViewport(columns: 400)), within: limits).lines
    }

    private mutating func add(_ more: [String]) {
        for text in more where !text.allSatisfy(\.isWhitespace) && !texts.contains(text) { texts.append(text) }
    }

    private mutating func add(_ node: ValueNode, isNamed: Bool, _ depth: Int) {
        if isNamed { add([node.name]) }
        if let className = node.className { add([className]) }
        switch node.value {
        case .list: for child in node.children { add(child, isNamed: false, depth) }
        case .record(let kind):
            // The names in a row, a header or a message are titles that this program gives.
            let isNamed = ["dictionary", "object", "headers"].contains(kind) || node.className != nil
            for child in node.children { add(child, isNamed: isNamed, depth) }
        case .string(let text):
            add(text.split(separator: "\n").map(String.init).prefix(1).map { $0 })
            if node.opens { add(node.opened(as: .decoded, within: .ample, nil), depth: depth + 1) }
        case .data(let bytes):
            if !bytes.isEmpty { add(node.opened(as: .decoded, within: .ample, nil), depth: depth + 1) }
        case .integer, .wide, .real, .number: add([node.summary.value])
        default: break
        }
    }
}
