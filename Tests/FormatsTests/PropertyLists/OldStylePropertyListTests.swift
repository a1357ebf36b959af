import TestSupport
import Testing

@testable import Formats

@Suite("Old-style property lists")
struct OldStylePropertyListTests {
    private func read(_ text: String) throws -> PropertyListValue {
        try OldStylePropertyListReader.read(Array(text.utf8))
    }

    @Test(
        "lists and strings files are read",
        arguments: [
            (
                "{ a = \"b\"; c = ( 1, 2 ); d = <0fbd77>; }",
                ["a": "b", "c": ["1", "2"], "d": .data([0x0f, 0xbd, 0x77])]
            ),
            ("{}", [:]), ("()", []), ("( a, )", ["a"]), ("{a=b}", ["a": "b"]), ("{a={b=();};}", ["a": ["b": []]]),
            ("( <>, < 0f bd\n77 >)", [.data([]), .data([0x0f, 0xbd, 0x77])]),
            ("/* Title */\n\"a b\" = \"c\"; // end\nkey = value;", ["a b": "c", "key": "value"]),
            ("\"alone\"; \"a\" = 'it\"s';", ["alone": "alone", "a": "it\"s"]),
            ("{ \"\\n\\t\\\"\\\\\\101\\U00e9\\Ud83c\\Udfdd\" = x/y-z_1.5:$; }", ["\n\t\"\\Aé🏝": "x/y-z_1.5:$"]),
            (" \n// only a comment\n{ ü = 1; }", nil),
            ("", [:]), (" \n\t", [:]), ("// x", [:]), ("/* Nothing here. */\n// or here", [:]), ("{ \"ü\" = 日; }", nil),
        ] as [(String, PropertyListValue?)])
    func lists(text: String, value: PropertyListValue?) { #expect((try? read(text)) == value) }

    @Test("the last of two equal keys is found, and both are there")
    func repeatedKeys() throws {
        let value = try read("{ a = 1; a = 2; }")
        #expect(value["a"] == "2")
        #expect(value.dictionaryValue?.map(\.value) == ["1", "2"])
    }

    /// The characters of 0x80…0xfd in Unicode's table NEXTSTEP.TXT.
    private static let nextStep = """
        \u{a0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾\
        àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ
        """

    @Test("octal escapes are bytes in NeXTSTEP's encoding")
    func octal() throws {
        let characters = Array(Self.nextStep.unicodeScalars)
        try #require(characters.count == 126)
        for (index, character) in characters.enumerated() {
            let escape = "\\" + String(0x80 + index, radix: 8)
            #expect(try read("( \"\(escape)\" )") == .array([.string(String(character))]), "\(escape)")
        }
        // The table has no characters for the last two, and only eight bits count.
        #expect(try read("( \"\\376\\377\" )") == ["\u{fffd}\u{fffd}"])
        #expect(try read("( \"\\501\\741\" )") == ["AÆ"])
        #expect(try read("{ nextstep = \"\\341\\3411\\0412\"; }") == ["nextstep": "ÆÆ1!2"])
    }

    @Test(
        "other text is refused",
        arguments: [
            "/* x", "{", "(", "{a", "{a=", "{a=b", "{a=b;", "(a b)", "(a", "{a b}", "{a=b} c", "\"a",
            "\"a\"", "\"a\" = ", "\"a\" = b", "<0f>", "<0", "(<0>)", "(<xy>)", "a", "a;", "hello world", "x = 1", "{,}",
            "(,)", "{a=b;;}", "{\"a\": 1}", "[1]", "}", ")", "{a=(};)", "\"a\\", "({)}", "{(a)=b;}",
        ])
    func refused(_ text: String) { #expect(throws: FormatError.self) { try read(text) } }

    @Test("keys without quotation marks are read only where they are expected")
    func bareKeys() {
        let code = Array("x = 1; y = 2;".utf8)
        #expect((try? OldStylePropertyListReader.read(code)) == ["x": "1", "y": "2"])
        #expect(throws: FormatError.self) { try OldStylePropertyListReader.read(code, allowsBareKeys: false) }
    }

    @Test("lists nested too deep, and those with too many values, are refused")
    func limits() {
        for (text, code) in [
            (String(repeating: "(", count: 600), FormatError.Code.tooDeep),
            (String(repeating: "{a=", count: 600), .tooDeep),
            ("(" + String(repeating: "a,", count: 1_000_001), .tooLarge),
            (String(repeating: "\"a\";", count: 1_000_001), .tooLarge),
        ] { #expect { try read(text) } throws: { ($0 as? FormatError)?.code == code } }
    }

    /// Python's own writer of the format, with any layout that it allows.
    private static let writer = Script.text("old_style_property_list_writer")

    private func json(_ value: PropertyListValue) -> JSONValue {
        switch value {
        case .array(let items): .array(items.map(json))
        case .dictionary(let pairs): .object(pairs.map { .init(name: $0.key, value: json($0.value)) })
        default: .string(value.stringValue ?? "no string")
        }
    }

    @Test("lists that Python writes in any layout are read as the same values")
    func likePython() throws {
        let lines = try Python.lines(Self.writer)
        #expect(lines.count == 2_000)
        for line in lines {
            let parts = line.split(separator: " ").map { hex in
                stride(from: 0, to: hex.utf8.count, by: 2).map { Array(hex.utf8)[$0..<$0 + 2] }
                    .compactMap { UInt8(String(decoding: $0, as: UTF8.self), radix: 16) }
            }
            let value = try OldStylePropertyListReader.read(parts[0])
            let wanted = JSONWriter.line(try JSONReader.read(parts[1]))
            #expect(JSONWriter.line(json(value)) == wanted, "\(String(decoding: parts[0], as: UTF8.self))")
        }
    }

    @Test("randomly mutated lists are read or refused")
    func mutated() {
        let samples = [
            "{ a = \"b\\n\"; c = ( 1, 2, ( x, {} ) ); d = <0fbd77>; }",
            "/* c */ \"a\" = \"b\\U00e9\"; \"k\"; \"z\"; // x\n key = (1);",
        ]
        withMutations(of: samples.map { Array($0.utf8) }) { bytes in
            do throws(FormatError) {
                let value = try OldStylePropertyListReader.read(bytes)
                #expect(value.arrayValue != nil || value.dictionaryValue != nil)
            } catch {
                #expect(error.offset >= 0 && error.offset <= bytes.count)
            }
        }
    }
}
