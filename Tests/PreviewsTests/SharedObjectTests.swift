import Formats
import Jobs
import Search
import System
import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Archived objects that refer to each other")
struct SharedObjectTests {
    private static let limits = DocumentLimits.ample

    /// Archives that `script` describes by `objects`, which begins with the null object, and `top`.
    private func archive(_ script: String) throws -> DocumentSource {
        let bytes = try Python.run(
            """
            import plistlib, sys
            U = plistlib.UID
            \(script)
            list = {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$objects': objects, '$top': top}
            sys.stdout.buffer.write(plistlib.dumps(list, fmt=plistlib.FMT_BINARY, sort_keys=False))
            """, [])
        return DocumentSource(Array("a.plist".utf8), bytes: bytes)
    }

    private static let twice = """
        objects = ['$null', {'$class': U(4), 'first': U(2), 'list': [U(2), U(3), U(3)], 'text': U(5)},
            {'$class': U(4), 'name': U(5), 'back': U(1)}, 'x' * 300,
            {'$classname': 'Sailor', '$classes': ['Sailor', 'NSObject']}, 'Ishmael']
        top = {'root': U(1)}
        """

    @Test("an object is written once, and opens wherever it is referred to")
    func once() throws {
        let file = try archive(Self.twice)
        let long = String(repeating: "x", count: 300)
        let lines = try file.lines("").map { String($0.prefix(60)) }
        #expect(
            lines == [
                "▾ root  Sailor, 3 items", "  ▾ first  Sailor, 2 items", "      name  \"Ishmael\"  string",
                "      back  to root  reference", "  ▾ list  array, 3 items", "      0  to root/first  reference",
                "      1  \"\(long.prefix(50))", "      2  to root/list/1  reference",
                "    text  \"Ishmael\"  string",
            ], "\(lines)")
        #expect(
            try file.lines("root/list/0") == [
                "▾ first  Sailor, 2 items", "    name  \"Ishmael\"  string", "    back  to root  reference",
            ])
        #expect(try file.lines("root/list/0/back/first/name") == ["Ishmael"])
        #expect(try file.lines("root/list/2").joined() == long)
        let preview = DocumentReaders.preview(of: file, within: Self.limits)
        let json = try #require(preview.document.tree).json()
        #expect(
            String(decoding: JSONWriter.line(json), as: UTF8.self)
                == #"{"root":{"first":{"name":"Ishmael","back":{"$ref":"root"}},"list":[{"$ref":"root/first"},"\#(long)","#
                + #"{"$ref":"root/list/1"}],"text":"Ishmael"}}"#)
    }

    private func hits(of text: String, in file: DocumentSource) throws -> Int {
        var hits = 0
        let search = FileContentsSearch(
            try ContentsPattern(text), ContentsOptions(), cancellation: Cancellation())
        let problems = try search.search(file) { _ in
            hits += 1
            return true
        }
        #expect(problems.isEmpty, "\(problems)")
        return hits
    }

    /// Archives that would be far larger if each object was written wherever it is referred to.
    private static let sharing: [(title: String, script: String, hits: Int)] = [
        (
            // 2 to the power of 126 leaves.
            "doubling",
            """
            objects = ['$null'] + [[U(n + 1), U(n + 1)] for n in range(1, 127)] + ['leaf text']
            top = {'root': U(1)}
            """, 2
        ),
        (
            "lists of the same lists",
            """
            objects = ['$null', [U(n) for n in range(2, 202)]] + [[U(202)] * 20 for _ in range(200)] + [[U(203)] * 20, 'leaf text']
            top = {'root': U(1)}
            """, 20
        ),
        (
            // As in a nib: every view knows the one around it, those in it, the next one, and the window.
            "views",
            """
            count = 800
            objects = ['$null', {'$class': U(2), 'views': [U(n) for n in range(4, 4 + count)], 'first': U(4)},
                {'$classname': 'Window', '$classes': ['Window']}, {'$classname': 'View', '$classes': ['View']}]
            for n in range(count):
                inner = [U(4 + m) for m in (2 * n + 1, 2 * n + 2) if m < count]
                objects.append({'$class': U(3), 'window': U(1), 'super': U(4 + max(0, n - 1) // 2), 'subviews': inner,
                    'next': U(4 + (n + 1) % count), 'title': 'leaf text'})
            top = {'root': U(1)}
            """, 800
        ),
    ]

    @Test("the preview grows with the archive alone", arguments: sharing.indices)
    func linear(index: Int) throws {
        let (title, script, expected) = Self.sharing[index]
        let file = try archive(script)
        let start = MonotonicClock.now()
        let preview = DocumentReaders.preview(of: file, within: Self.limits)
        var request = PageRequest(PreviewViewport(columns: 200, rows: 1_000_000))
        request.unfoldsAll = true
        let page = preview.content.page(request, within: Self.limits)
        #expect(page.isComplete && page.lines.count < file.size, "\(title): \(page.lines.count) rows")
        // Not indented: that alone grows with the square of the depth.
        let json = JSONWriter.line(try #require(preview.document.tree).json())
        #expect(json.count < 30 * file.size, "\(title): \(json.count) bytes of JSON, \(file.size) of the archive")
        #expect(try hits(of: "leaf text", in: file) == expected, "\(title)")
        // Without sharing, the smallest of them takes minutes.
        #expect(MonotonicClock.now() - start < 20_000_000_000, "\(title)")
    }
}
