import TestSupport
import Testing

@testable import Formats

@Suite("Masking values in files")
struct MaskingTests {
    private static let token = "tok-4f9c2b7a/81=+ü"
    private static let values = SecretValues([
        SecretValues.Value(Array(token.utf8), number: 1), SecretValues.Value(Array("1234".utf8), number: 2),
    ])

    private func masked(_ bytes: [UInt8]) throws -> [UInt8] {
        guard case .masked(let masked) = Masking.mask(bytes, Self.values) else {
            Issue.record("it was not masked")
            return []
        }
        return masked
    }

    private var list: PropertyListValue {
        [
            "whole": .string(Self.token), "part": .string("a \(Self.token), b"), "pin": .integer(1234),
            "kept": .array([.integer(12345), .string("a1234"), .date(secondsSince2001: 5), .boolean(true), .real(0.5)]),
            "list": .data(PropertyListWriter.binary(["x": .string(Self.token)])),
            "json": .data(Array(#"{"x": "\#(Self.token)"}"#.utf8)),
            "bytes": .data([0, 1] + Array(Self.token.utf8) + [0]), "\(Self.token)": .string("under a secret name"),
        ]
    }

    @Test("a property list keeps its other values", arguments: [true, false])
    func propertyList(isBinary: Bool) throws {
        let bytes = isBinary ? PropertyListWriter.binary(list) : PropertyListWriter.xml(list)
        let found = try PropertyListReader.read(try masked(bytes))
        #expect(found["whole"] == .string("redacted-1"))
        #expect(found["part"] == .string("a redacted-1, b"))
        #expect(found["pin"] == .integer(0))
        #expect(found["kept"] == list["kept"])
        #expect(found["redacted-1"] == .string("under a secret name"))
        #expect(try PropertyListReader.read(found["list"]?.dataValue ?? []) == ["x": .string("redacted-1")])
        #expect(found["json"] == .data(Array(#"{"x": "redacted-1"}"#.utf8)))
        let stars = [UInt8](repeating: 0x2a, count: Self.token.utf8.count)
        #expect(found["bytes"] == .data([0, 1] + stars + [0]))
    }

    @Test("a text in another encoding that holds a value is left out, any other one stays")
    func otherEncodings() throws {
        let values = SecretValues([SecretValues.Value(Array("비밀번호-암호".utf8), number: 1)])
        // "사용자의 비밀번호-암호 입니다" and "사용자의 이름은 없습니다", in code page 949.
        let secret: [UInt8] = [
            0xbb, 0xe7, 0xbf, 0xeb, 0xc0, 0xda, 0xc0, 0xc7, 0x20, 0xba, 0xf1, 0xb9, 0xd0, 0xb9, 0xf8, 0xc8, 0xa3, 0x2d,
            0xbe, 0xcf, 0xc8, 0xa3, 0x20, 0xc0, 0xd4, 0xb4, 0xcf, 0xb4, 0xd9,
        ]
        let plain: [UInt8] = [
            0xbb, 0xe7, 0xbf, 0xeb, 0xc0, 0xda, 0xc0, 0xc7, 0x20, 0xc0, 0xcc, 0xb8, 0xa7, 0xc0, 0xba, 0x20, 0xbe, 0xf8,
            0xbd, 0xc0, 0xb4, 0xcf, 0xb4, 0xd9,
        ]
        guard case .impossible(let reason) = Masking.mask(secret, values) else {
            Issue.record("it stayed")
            return
        }
        #expect(reason.contains("EUC-KR"))
        guard case .unchanged = Masking.mask(plain, values) else {
            Issue.record("it was changed")
            return
        }
    }

    @Test("a comment of an XML property list that holds a value is dropped")
    func comment() throws {
        let text = String(decoding: PropertyListWriter.xml(["a": .string("b")]), as: UTF8.self)
        let found = try masked(Array(text.replacing("<dict>", with: "<!-- \(Self.token) --><dict>").utf8))
        #expect(try PropertyListReader.read(found) == ["a": .string("b")])
    }

    @Test(
        "JSON stays as it is written, but for the values",
        arguments: [
            (#"{ "a":1.50, "b" : "TOKEN" }"#, #"{ "a":1.50, "b" : "redacted-1" }"#),
            (#"["x TOKEN\n","\u00fc"]"#, #"["x redacted-1\n","\u00fc"]"#),
            (#"{"pin":1234,"n":12345,"s":"pin=1234;"}"#, #"{"pin":0,"n":12345,"s":"pin=redacted-2;"}"#),
            ("{\"a\":\"TOKEN\"}\n{\"a\":2}\n", "{\"a\":\"redacted-1\"}\n{\"a\":2}\n"),
            // A slash may be escaped, and so may any character.
            (#"{"a":"tok-4f9c2b7a\/81=+\u00fc"}"#, #"{"a":"redacted-1"}"#),
        ])
    func json(written: String, expected: String) throws {
        let found = try masked(Array(written.replacing("TOKEN", with: Self.token).utf8))
        #expect(String(decoding: found, as: UTF8.self) == expected)
    }

    @Test("a text keeps its length and its lines")
    func text() throws {
        let stars = String(repeating: "*", count: Self.token.utf8.count)
        let found = try masked(Array("GET /\(Self.token)\npin 1234, id 12345\n".utf8))
        #expect(String(decoding: found, as: UTF8.self) == "GET /\(stars)\npin ****, id 12345\n")
        let units = Array("a \(Self.token)".utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
        let wide = try masked([0xff, 0xfe] + units)
        #expect(wide.count == units.count + 2 && !Self.values.areHeld(by: wide))
    }

    @Test("a value in base64 is masked wherever it begins, in both alphabets", arguments: 0..<6)
    func base64(before: Int) throws {
        let alphabets = ["+/", "-_"].map { letters in
            Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(letters)".utf8)
        }
        // With bytes whose digits differ between the alphabets.
        let secret = Array("k?>~k~?>?~>~".utf8)
        let values = SecretValues([SecretValues.Value(secret, number: 1)])
        let bytes = Array("{\"id\":".utf8.prefix(before)) + secret + Array("end".utf8)
        for alphabet in alphabets {
            var bits: [UInt8] = bytes.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
            while bits.count % 6 != 0 { bits.append(0) }
            let encoded = stride(from: 0, to: bits.count, by: 6).map { start in
                alphabet[bits[start..<start + 6].reduce(0) { $0 << 1 | Int($1) }]
            }
            guard case .masked(let masked) = Masking.mask(encoded, values) else {
                Issue.record("\(String(decoding: encoded, as: UTF8.self)) was not masked")
                continue
            }
            #expect(masked.count == encoded.count && !values.areHeld(by: masked))
            // At each end, a digit may hold bits of a neighbor, and stays.
            #expect(masked.filter { $0 == 0x41 }.count >= secret.count * 4 / 3 - 1)
        }
    }

    @Test("cookies stay where they are")
    func cookies() throws {
        let value = "{\"dark\": true}"
        let values = SecretValues([SecretValues.Value(Array(value.utf8), number: 1)])
        let bytes = try Python.cookieFile()
        guard case .masked(let masked) = Masking.mask(bytes, values) else {
            Issue.record("it was not masked")
            return
        }
        var expected = try CookieFile(bytes).cookies
        expected[1].value = String(repeating: "*", count: value.utf8.count)
        #expect(try CookieFile(masked).cookies == expected)
        #expect(masked.count == bytes.count)
    }

    @Test("the sum behind the pages of cookies fits them again")
    func cookieSum() throws {
        func sum(_ bytes: [UInt8], _ size: Int) -> UInt32 {
            // The head of a file with two pages has 16 bytes.
            let first = Int(bytes[10]) << 8 | Int(bytes[11])
            let offsets =
                Array(stride(from: 16, to: 16 + first, by: 4)) + Array(stride(from: 16 + first, to: size, by: 4))
            return offsets.reduce(0) { $0 + UInt32(bytes[$1]) }
        }
        var bytes = try Python.cookieFile()
        let size = bytes.count - 8
        let stored = sum(bytes, size)
        bytes[size + 2] = UInt8(stored >> 8)
        bytes[size + 3] = UInt8(truncatingIfNeeded: stored)
        let values = SecretValues([SecretValues.Value(Array("{\"dark\": true}".utf8), number: 1)])
        guard case .masked(let masked) = Masking.mask(bytes, values) else {
            Issue.record("it was not masked")
            return
        }
        let expected = sum(masked, size)
        #expect(expected != stored)
        #expect(masked[size...] == [0, 0, UInt8(expected >> 8), UInt8(truncatingIfNeeded: expected), 0, 0, 0, 0])
    }

    @Test("a file of another format is not rewritten, and one without values is unchanged")
    func others() throws {
        guard case .impossible = Masking.mask([0x50, 0x4b, 3, 4, 0] + Array(Self.token.utf8), Self.values) else {
            Issue.record("it was rewritten")
            return
        }
        for bytes in [[], [0, 1, 2], Array("text".utf8), PropertyListWriter.xml(["a": .integer(1)])] as [[UInt8]] {
            guard case .unchanged = Masking.mask(bytes, Self.values) else {
                Issue.record("\(bytes) was rewritten")
                continue
            }
        }
    }

    @Test("a value is found in UTF-16 and in base64, wherever it begins")
    func forms() {
        let utf8 = Array(Self.token.utf8)
        let wide = Array(Self.token.utf16)
        var forms: [[UInt8]] = [
            utf8, wide.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] },
            wide.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
        ]
        for before in 0..<3 {
            let bytes = [UInt8](repeating: 0x78, count: before) + utf8 + Array("yz".utf8)
            forms.append(Array(XMLData.text(of: bytes)))
        }
        for form in forms {
            #expect(Self.values.areHeld(by: [1, 2] + form + [3]))
            #expect(Self.values.filled([1, 2] + form + [3]).map { Self.values.areHeld(by: $0) } == false)
        }
        #expect(!Self.values.areHeld(by: utf8.dropLast()))
    }
}
