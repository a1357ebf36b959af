import Testing

@testable import Formats

@Suite("The kinds of files by their first bytes")
struct TextLanguageTests {
    @Test(
        "texts that begin with a bracket are told apart",
        arguments: [
            (#"{"a": 1}"#, "json"), (#"{ }"#, "json"), ("{", "json"), ("[1, 2]", "json"), ("[]", "json"),
            ("[ true ]", "json"), (#"[{"a":1}]"#, "json"), ("\u{feff}{\"a\":1}", "json"), (#"{"a \" = b":1}"#, "json"),
            ("[section]\nkey = value\n", nil), ("{{template}}", nil), ("{% if %}", nil), ("{ never mind }", nil),
            ("{ key = value; }", "plist"), (#"{ "key" = "value"; }"#, "plist"), ("{\n\tisa=PBXProject;}", "plist"),
        ])
    func texts(text: String, word: String?) {
        #expect(FileSignature(Array(text.utf8))?.words == [word, "text"].compactMap(\.self))
    }

    /// The first bytes are from the documents of the formats.
    @Test(
        "archives and compressed files are told by their marks",
        arguments: [
            (Array("PK".utf8) + [5, 6] + [UInt8](repeating: 0, count: 18), FileSignature.Kind.zip),
            ([0xfd] + Array("7zXZ".utf8) + [0, 0, 4], .xz), ([0x28, 0xb5, 0x2f, 0xfd, 4], .zstandard),
            (Array("BZh9".utf8) + [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], .bzip2),
            (Array("name".utf8) + [UInt8](repeating: 0, count: 253) + Array("ustar\0".utf8), .tar),
        ] as [([UInt8], FileSignature.Kind)])
    func archives(head: [UInt8], kind: FileSignature.Kind) {
        let signature = FileSignature(head)
        #expect(signature?.kind == kind && signature?.words.contains("archive") == true)
    }
}
