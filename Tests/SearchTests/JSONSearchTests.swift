import Documents
import FileTree
import Formats
import Jobs
import TestSupport
import Testing

@testable import Search

@Suite("Searching JSON")
struct JSONSearchTests {
    /// Returns the addresses of the hits in a file; an empty one for a line.
    private static func addresses(of pattern: String, in text: String) throws -> [String] {
        let search = FileContentsSearch(
            try ContentsPattern(pattern), ContentsOptions(), cancellation: Cancellation())
        var found: [String] = []
        _ = try search.search(DocumentSource(Array("a.json".utf8), bytes: Array(text.utf8))) { hit in
            found.append(String(decoding: hit.address ?? [], as: UTF8.self))
            return true
        }
        return found
    }

    @Test(
        "names, texts, numbers and words are found, in values of values too",
        arguments: [
            (#"{"tide":{"a":1}}"#, "tide", ["tide"]), (#"{"tide":[]}"#, "tide", ["tide"]),
            (#"{"a":[1,true]}"#, "true", ["a/1"]), (#"{"a":[null]}"#, "null", ["a/0"]),
            (#"{"a":{"b":12.50}}"#, "2.5", ["a/b"]), (#"{"a":"t\u0069de"}"#, "tide", ["a"]),
            (#"{"t\u0069de":0}"#, "tide", ["tide"]), (#"{"a":1,"a":"TIDE"}"#, "tide", ["a~#2"]),
            (#"{"a":"{\"b\":\"tide\"}"}"#, "tide", ["a/b"]), (#"{"a":"{\"b\":1}"}"#, #"{"b""#, ["a"]),
            (#"{"a":"\"t\\u0069de\""}"#, "tide", ["a"]), (#"{"a":" \"\\ud83c\\udf0a tide\" "}"#, "🌊 tide", ["a"]),
            (#"{"a":"\"t\\u0069de\""}"#, #"t\u0069de"#, ["a"]), (#"{"a":"\"t\\u0069de\" \""}"#, "tide", []),
            (#"["<i>tide</i>","[tide]"]"#, "tide", ["0", "1"]),
            (#"{"a":[0,"x",{}],"b":"{\"c\":[\"\"]}"}"#, "tide", []), ("[12,3]", "[12", []),
        ])
    func values(text: String, pattern: String, expected: [String]) throws {
        #expect(try Self.addresses(of: pattern, in: text) == expected)
    }

    @Test("a text that is not JSON has lines", arguments: [#"{"tide":1"#, #"{"a":01} tide"#, "[1]\ntide"])
    func damaged(text: String) throws {
        #expect(try Self.addresses(of: "tide", in: text) == [""])
    }
}
