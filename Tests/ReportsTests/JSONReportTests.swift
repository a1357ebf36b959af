import Formats
import FoundationEssentials
import Reports
import Testing

@Suite("JSON")
struct JSONReportTests {
    private struct Report: Codable, Equatable {
        var name: String
        var values: [String: String]
    }

    /// The characters that must not reach a terminal unescaped.
    private static let active: [Unicode.Scalar] =
        ([0x061c, 0x200e, 0x200f] + (0..<0x20) + (0x7f...0x9f) + (0x2028...0x202e) + (0x2066...0x2069))
        .compactMap(Unicode.Scalar.init)

    @Test("control characters are escaped in values and keys, and are decoded to the same text")
    func escaped() throws {
        for scalar in Self.active {
            let text = "a\(scalar)b\\\"\(scalar)é\u{1f3dd}"
            let report = Report(name: text, values: [text: "\(scalar)"])
            for json in [try JSONReport.object(report), try JSONReport.line(report)] {
                #expect(json.unicodeScalars.allSatisfy { $0 == "\n" || !Self.active.contains($0) }, "\(scalar.value)")
                #expect(try JSONDecoder().decode(Report.self, from: Data(json.utf8)) == report)
            }
        }
    }

    @Test("everything beyond ASCII can be escaped, and is decoded to the same text")
    func ascii() throws {
        let report = Report(name: "R··B é漢\u{1f3dd}\u{7f}\u{10ffff}", values: ["키": "값"])
        let json = JSONWriter.escaped(try JSONReport.line(report), isASCII: true)
        #expect(json.utf8.allSatisfy { (0x20..<0x7f).contains($0) })
        #expect(try JSONDecoder().decode(Report.self, from: Data(json.utf8)) == report)
    }

    @Test("the characters next to them are not escaped")
    func others() throws {
        let text = "\u{a0}\u{600}\u{200d}\u{2030}\u{2065}\u{206a}é漢\u{1f3dd}~"
        #expect(try JSONReport.line([text]) == "[\"\(text)\"]")
    }
}
