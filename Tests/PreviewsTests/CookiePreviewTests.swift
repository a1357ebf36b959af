import TestSupport
import Testing

@testable import Documents
@testable import Previews

@Suite("Cookies")
struct CookiePreviewTests {
    private func preview(_ change: (inout [UInt8]) -> Void = { _ in }) throws -> Preview {
        var bytes = try Python.cookieFile()
        change(&bytes)
        let file = DocumentSource(Array("Cookies.binarycookies".utf8), bytes: bytes)
        return DocumentReaders.preview(
            of: file, within: .ample, by: [CookieDocumentReader(now: 650_000_000), BytesDocumentReader()])
    }

    @Test("cookies are a table that marks expired and session cookies")
    func table() throws {
        let preview = try preview()
        #expect(preview.title == "3 cookies" && preview.remarks.isEmpty)
        let table = try #require(preview.document.table)
        #expect(table.csvHeader == "domain,name,value,path,expires,state,created,flags,other")
        var lines: [String] = []
        try table.forEachRow(within: .ample) {
            lines.append(try table.csv($0))
            return true
        }
        // The times according to Python: datetime(2001, 1, 1) + timedelta(seconds=…).
        #expect(
            lines == [
                ".example.com,id,\"a,b\",/,2127-10-04T07:06:40.5Z,\"\",2023-03-08T20:26:40Z,\"Secure, HttpOnly\",",
                "example.org,settings,\"{\"\"dark\"\": true}\",/app,,session,2023-03-08T20:26:41Z,\"\",",
                "example.net,old,grüße,/,2020-01-06T10:40:00Z,expired,2016-11-05T00:53:20Z,0x20,",
            ])
    }

    @Test("a row opens as an outline, and a value that is JSON as JSON")
    func row() throws {
        let row = try #require(try preview().document.step(Array("1".utf8), as: .decoded, within: .ample))
        #expect(row.title == "Cookie settings")
        let lines = Preview(row, within: .ample).content.page(
            PageRequest(PreviewViewport(columns: 80)), within: .ample
        ).lines
        let value = try #require(lines.first { $0.line.text.contains("dark") })
        #expect(value.steps == [Array("value".utf8)])
        // Other short strings fit in their row.
        #expect(lines.filter { $0.steps != nil }.count == 1)
        #expect(try row.step(Array("value".utf8), as: .decoded, within: .ample)?.title == "JSON")
    }

    @Test("damage is said, and a file without pages is shown as bytes")
    func damaged() throws {
        let cut = try preview { $0.removeLast(40) }
        #expect(cut.title == "2 cookies")
        #expect(cut.remarks.first?.hasPrefix("damaged: 1 error, the first at byte ") == true, "\(cut.remarks)")
        let short = try preview { $0 = Array($0.prefix(6)) }
        #expect(short.title == "Binary data")
        #expect(short.remarks == ["a damaged file of cookies: the sizes of the pages are missing"])
    }
}
