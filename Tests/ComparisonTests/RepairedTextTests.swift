import TestSupport
import Testing

@testable import Comparison

/// Texts of which a reader makes the same although other bytes are stored: U+FFFD stands for what is no Unicode.
@Suite("Texts that are no Unicode")
struct RepairedTextTests {
    private static func script(_ before: String, _ after: String) -> String {
        "write('a/f.json', r'''\(before)'''.encode('utf-8', 'surrogateescape'))\n"
            + "write('b/f.json', r'''\(after)'''.encode('utf-8', 'surrogateescape'))"
    }

    @Test(
        "in JSON, other half surrogates and bytes that are not UTF-8 are told",
        arguments: [
            (#"{"a":"\ud800"}"#, #"{"a":"\udfff"}"#), (#"{"a":"\ud800"}"#, #"{"a":"\ufffd"}"#),
            (#"{"\ud800":1}"#, #"{"\udfff":1}"#), (#"["\ud83dx"]"#, #"["\ud83ex"]"#),
        ])
    func json(before: String, after: String) throws {
        #expect(try Sides(Self.script(before, after)).differences().count == 1)
        #expect(try Sides(Self.script(before, before)).differences() == [])
    }

    @Test("in JSON, a pair of surrogates is the character that it stands for")
    func pairs() throws {
        #expect(try Sides(Self.script(#"{"a":"\ud83d\ude00"}"#, #"{"a":"😀"}"#)).differences() == [])
    }

    @Test("in JSON, -0.0 is another number than 0.0, as -0 is another one than 0")
    func zeros() throws {
        #expect(try Sides(Self.script("[-0.0]", "[0.0]")).differences().count == 1)
        #expect(try Sides(Self.script("[-0]", "[0]")).differences().count == 1)
        #expect(try Sides(Self.script("[-0.0, 0.0]", "[-0, 0]")).differences() == [])
    }

    @Test("in binary property lists, other half surrogates and bytes of a text in ASCII are told")
    func lists() throws {
        let surrogates = try Sides(
            """
            for side, unit in (('a', b'\\xd8\\x00'), ('b', b'\\xdf\\xff')):
                write(side + '/f.plist', binary({'k': '\\u4e00'}).replace(b'\\x61\\x4e\\x00', b'\\x61' + unit))
            """)
        #expect(try surrogates.differences().count == 1)
        let bytes = try Sides(
            """
            for side, byte in (('a', b'\\x80'), ('b', b'\\xff')):
                write(side + '/f.plist', binary({'k': 'xyz'}).replace(b'xyz', b'x' + byte + b'z'))
            """)
        #expect(try bytes.differences().count == 1)
    }

    @Test("in binary property lists, half surrogates are told as the texts that they are in, by their units")
    func halves() throws {
        let sides = try Sides(
            """
            def marked(data, unit): return data.replace(b'q\\x4e\\x00', b'q' + unit)
            def half(value, unit): return marked(binary(value), unit)
            value, high, other = {'k': 'q\\u4e00r', 'z': 1}, b'\\xd8\\x3d', b'\\xd8\\x3e'
            write('a/key.plist', half({'q\\u4e00': 1}, high)); write('b/key.plist', half({'q\\u4e00': 1}, other))
            write('a/archive.plist', marked(archived(['q\\u4e00']), high))
            write('b/archive.plist', marked(archived(['q\\u4e00']), other))
            # The same characters as the escape.
            write('a/literal.plist', half(value, high)); write('b/literal.plist', binary({'k': 'q\\\\ud83dr', 'z': 1}))
            write('a/one.plist', half(value, high)); write('b/one.plist', half(value, other))
            write('a/replaced.plist', half(value, high)); write('b/replaced.plist', binary({'k': 'q\\ufffdr', 'z': 1}))
            # Another order of keys is no difference.
            write('a/same.plist', half(value, high)); write('b/same.plist', half({'z': 1, 'k': 'q\\u4e00r'}, high))
            """)
        #expect(
            try sides.differences() == [
                #"changed value archive.plist:root "q\\ud83d" "q\\ud83e""#,
                #"removed value key.plist:q\ud83d 1"#, #"added value key.plist:q\ud83e 1"#,
                #"changed value literal.plist:k "q\\ud83dr" "q\\ud83dr""#,
                #"changed value one.plist:k "q\\ud83dr" "q\\ud83er""#,
                #"changed value replaced.plist:k "q\\ud83dr" "q\#u{fffd}r""#,
            ])
    }

    @Test("a byte of a text in ASCII that is none is told as the text that it is in")
    func bytes() throws {
        let sides = try Sides(
            """
            for side, byte in (('a', b'\\x80'), ('b', b'\\xff')):
                write(side + '/f.plist', binary({'k': 'xyz'}).replace(b'xyz', b'x' + byte + b'z'))
            """)
        #expect(try sides.differences() == [#"changed value f.plist:k "x\\x80z" "x\\xffz""#])
    }
}
