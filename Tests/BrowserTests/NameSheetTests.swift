import TestSupport
import Testing

@testable import Browser

@Suite("Names as lines")
struct NameSheetTests {
    @Test("names of any bytes come back as they were")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 7)
        var names: [[UInt8]] = ["plain", "with space ", "back\\slash", "new\nline", "tab\t", "折り紙", "é"].map {
            Array($0.utf8)
        }
        for _ in 0..<500 {
            names.append((0..<Int.random(in: 1...40, using: &random)).map { _ in .random(in: 1...255, using: &random) })
        }
        let text = NameSheet.text(of: names)
        #expect(text.count { $0 == 0x0a } == names.count)
        #expect(!text.contains { $0 < 0x20 && $0 != 0x0a } && !text.contains(0x7f))
        #expect(try NameSheet.names(in: text, expecting: names.count).get() == names)
    }

    @Test("a line more or less renames nothing", arguments: ["a\nb\nc\n", "a\n", ""])
    func count(text: String) {
        #expect(throws: NameSheetError.self) { try NameSheet.names(in: Array(text.utf8), expecting: 2).get() }
    }

    @Test("a missing last line end does no harm, nor do empty lines after it", arguments: ["a\nb", "a\nb\n\n"])
    func ends(text: String) throws {
        #expect(try NameSheet.names(in: Array(text.utf8), expecting: 2).get() == [[0x61], [0x62]])
    }

    @Test("a backslash that begins nothing is an error with its line", arguments: ["a\\q", "a\\", "\\x4", "\\xzz"])
    func backslash(line: String) {
        let result = NameSheet.names(in: Array("good\n\(line)\n".utf8), expecting: 2)
        #expect(throws: NameSheetError.self) { try result.get() }
        if case .failure(let error) = result { #expect(error.message.hasPrefix("line 2")) }
    }
}
