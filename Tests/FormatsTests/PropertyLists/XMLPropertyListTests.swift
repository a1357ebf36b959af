import Formats
import TestSupport
import Testing

struct XMLPropertyListTests {
    private func read(_ body: String) throws -> PropertyListValue {
        try PropertyListReader.read(bytes("<plist version=\"1.0\">\(body)</plist>"))
    }

    @Test(
        "values that CoreFoundation reads but plistlib does not are read",
        arguments: [
            ("<integer>-0x10</integer>", "i-16"), ("<integer>0Xff</integer>", "i255"),
            ("<integer>18446744073709551615</integer>", "i18446744073709551615"),
            ("<dict><key>CF$UID</key><integer>5</integer></dict>", "u5"),
            ("<dict><key>CF$UID</key><integer>-5</integer></dict>", "{434624554944:i-5}"),
            ("<string>a\u{1}b</string>", "s610162"), ("<data>AA</data>", "x00"),
            ("<data>AAE</data>", "x0001"), ("<data>AAE=</data>", "x0001"),
        ]
    )
    func tolerated(_ body: String, _ canonical: String) throws {
        #expect(try read(body).canonical == canonical)
    }

    @Test("years before 1 and after 9999 are read")
    func farDates() throws {
        #expect(try read("<date>0000-12-31T23:59:59Z</date>") == .date(secondsSince2001: -63_113_904_001))
        #expect(try read("<date>-0400-03-01T00:00:00Z</date>") == .date(secondsSince2001: -75_763_123_200))
        #expect(try read("<date>10000-01-01T00:00:00Z</date>") == .date(secondsSince2001: 252_423_993_600))
    }

    @Test("a list without the plist element is read")
    func bare() throws {
        #expect(try PropertyListReader.read(bytes("\n <dict><key>a</key><true/></dict>\n")) == ["a": true])
        #expect(try PropertyListReader.read(bytes("<string>a</string>")) == "a")
    }

    @Test(
        "invalid elements are refused with a position",
        arguments: [
            "", "text", "<dict>", "</dict>", "<dict></array>", "<array></dict>", "<dict><string>a</string></dict>",
            "<dict><key>a</key></dict>", "<dict><key>a</key><key>b</key></dict>", "<key>a</key>",
            "<array><key>a</key></array>",
            "<dict>a</dict>", "<array>,</array>", "<true/><true/>", "<true>x</true>", "<string>a<b/></string>",
            "<string>a</strin>", "<integer></integer>", "<integer/>", "<integer>1.5</integer>", "<integer>0x</integer>",
            "<integer>--1</integer>", "<integer>170141183460469231731687303715884105728</integer>",
            "<integer>-170141183460469231731687303715884105729</integer>",
            "<integer>1 2</integer>", "<integer>f</integer>", "<real></real>", "<real>one</real>", "<real>1,5</real>",
            "<date></date>", "<date>2019-02-30T00:00:00Z</date>", "<date>2019-13-01T00:00:00Z</date>",
            "<date>2019-01-01T24:00:00Z</date>", "<date>2019-01-01</date>", "<date>2019-01-01T00:00:00</date>",
            "<date>99999999999-01-01T00:00:00Z</date>", "<date>--</date>", "<data>a</data>", "<data>a===</data>",
            "<data>AAA==</data>", "<data>AA===</data>", "<data>AAAA=</data>",
            "<data>AA==AA</data>", "<data>A*==</data>", "<data>====</data>", "<unknown/>", "<Dict/>",
            "<plist><true/></plist>",
            "<string>&unknown;</string>", "<string>&#0;</string>", "<string>&#xD800;</string>",
            "<string>&#x110000;</string>",
            "<string>&#;</string>", "<string>&#x;</string>", "<string>&</string>",
            "<string>&#99999999999999999999;</string>",
            "<string>a]]><![CDATA[</string>", "<!-- --", "<?x", "<string a='>", "<", "</", "<1/>", "<a<b>",
            "<!DOCTYPE plist>",
            "<set/>", "<string",
        ]
    )
    func refused(_ body: String) {
        do throws(PropertyListError) {
            let value = try PropertyListReader.read(bytes("<plist>\n\(body)</plist>"))
            Issue.record("read as \(value)")
        } catch {
            #expect(error.position != nil)
            #expect(error.code != .tooLarge)
        }
    }

    @Test("a malformed document type is skipped as CoreFoundation does, and an error behind it keeps its place")
    func documentType() throws {
        let start =
            "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \\\"-//Apple//DTD PLIST 1.0//EN\\\"\n  \\\"a.dtd\\\">\n"
        let list = try PropertyListReader.read(Array((start + "<plist><dict><key>é</key><true/></dict></plist>").utf8))
        #expect(list == ["é": true])
        let characters = try PropertyListReader.read(Array((start + "<plist><string>a\u{1}b</string></plist>").utf8))
        #expect(characters == "a\u{1}b")
        do throws(PropertyListError) {
            _ = try PropertyListReader.read(Array((start + "<plist>\n<dict><key>a</wrong></plist>").utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.position?.line == 5)
        }
        // Declarations are refused as before.
        #expect(throws: PropertyListError.self) {
            try PropertyListReader.read(
                Array("<!DOCTYPE plist \\\"a\\\" [<!ENTITY a 'b'>]><plist><true/></plist>".utf8))
        }
    }

    @Test("an error names the line and the column, counted in characters")
    func position() {
        do throws(PropertyListError) {
            _ = try PropertyListReader.read(bytes("\u{feff}<plist>\r\n<array>\n<string>ä</string> <false>é</false>"))
            Issue.record("read")
        } catch {
            #expect(error.position?.line == 3 && error.position?.column == 20)
            #expect(error.description == "the content of false is invalid (line 3, column 20)")
        }
    }

    @Test("text that is not UTF-8 is refused", arguments: ["ff", "c0af", "eda080", "f4908080", "e282"])
    func invalidUTF8(_ text: String) {
        let list = bytes("<plist><string>a") + bytes(hexadecimal: text) + bytes("</string></plist>")
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(list) }
    }

    @Test("UTF-16 with lone surrogates is repaired, and incomplete UTF-16 is refused")
    func invalidUTF16() throws {
        func wide(_ text: [UInt16]) -> [UInt8] { [0xff, 0xfe] + text.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } }
        let list = Array("<string>a".utf16) + [0xd800] + Array("b</string>".utf16)
        #expect(try PropertyListReader.read(wide(list)) == "a\u{fffd}b")
        #expect(throws: PropertyListError.self) { try PropertyListReader.read(wide(list) + [0]) }
        #expect(throws: PropertyListError.self) { try PropertyListReader.read([0xff, 0xfe]) }
        #expect(throws: PropertyListError.self) { try PropertyListReader.read([0xfe, 0xff, 0]) }
    }

    @Test("other encodings are refused")
    func encodings() {
        let list = bytes("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><plist><string>a</string></plist>")
        let error = #expect(throws: PropertyListError.self) { try PropertyListReader.read(list) }
        #expect(error?.code == .unsupported && error?.message.contains("encoding") == true)
    }

    @Test("entities that the document declares are refused, whether used or not")
    func entities() {
        let laughs = "<!DOCTYPE plist [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;\">]><plist><string>&b;</string></plist>"
        let file = "<!DOCTYPE plist [<!ENTITY f SYSTEM \"file:///etc/passwd\">]><plist><string>&f;</string></plist>"
        for text in [laughs, file, laughs.replacing("&b;", with: "b")] {
            do throws(PropertyListError) {
                _ = try PropertyListReader.read(bytes(text))
                Issue.record("read")
            } catch {
                #expect(error.code == .unsupported)
            }
        }
    }

    @Test(
        "declarations that could make the document longer are refused",
        arguments: [
            "<!DOCTYPE plist [<!ENTITY % a \"<!ENTITY b 'c'>\"> %a;]><plist><true/></plist>",
            "<!DOCTYPE plist [%a;<!ENTITY b 'c'>]><plist><string>&b;</string></plist>",
            "<!DOCTYPE plist [<!ATTLIST array a CDATA 'b'>]><plist><array/></plist>",
            "<!DOCTYPE plist [<!ATTLIST array a CDATA #IMPLIED>]><plist><array/></plist>",
        ]
    )
    func declarations(_ text: String) {
        #expect(code(of: bytes(text)) == .unsupported)
    }

    @Test(
        "an external document type is not loaded, and its entities are unknown", arguments: ["SYSTEM", "PUBLIC 'a'"])
    func externalDocumentType(_ kind: String) throws {
        let folder = TemporaryDirectory()
        folder.write("plist.dtd", "<!ENTITY a \"b\">")
        let start = "<!DOCTYPE plist \(kind) \"file://\(folder("plist.dtd"))\"><plist><string>"
        #expect(try PropertyListReader.read(bytes(start + "&lt;</string></plist>")) == "<")
        #expect(code(of: bytes(start + "&a;</string></plist>")) == .unsupported)
    }

    @Test("a document that makes the parser use far more memory than its size is refused")
    func memory() throws {
        func list(_ attributes: Int) -> [UInt8] {
            bytes("<plist" + (0..<attributes).map { " a\($0)=''" }.joined() + "><true/></plist>")
        }
        #expect(try PropertyListReader.read(list(10_000)) == true)
        #expect(code(of: list(1_000_000)) == .tooLarge)
    }

    @Test(
        "characters that XML forbids are read as by CoreFoundation",
        arguments: [
            [0], [0x61, 1, 0x62, 0x1f], [0xfffe, 0xffff], [1, 0xfdd0, 0xe001, 0xfdd0], [0xfdd0, 0xe001],
        ] as [[UInt32]]
    )
    func forbiddenCharacters(_ numbers: [UInt32]) throws {
        let text = Self.text(numbers)
        let value = try read("<dict><key>k\(text)</key><string>\(text)é</string></dict>")
        #expect(value["k\(text)"] == .string("\(text)é"))
    }

    @Test("an error after forbidden characters has its position in the original document")
    func positionBehindForbiddenCharacters() {
        do throws(PropertyListError) {
            _ = try PropertyListReader.read(
                bytes("<array>\n<string>\(Self.text([1, 0xffff]))</string> <set/></array>"))
            Issue.record("read")
        } catch {
            #expect(error.position?.line == 2 && error.position?.column == 21 && error.offset == 30)
        }
    }

    /// Returns a string of characters, some of which literals cannot contain.
    private static func text(_ numbers: [UInt32]) -> String {
        String(String.UnicodeScalarView(numbers.compactMap(Unicode.Scalar.init)))
    }

    @Test("white space before the XML declaration is skipped")
    func leadingSpace() throws {
        #expect(
            try PropertyListReader.read(bytes("\u{feff}\r\n <?xml version='1.0'?><plist><true/></plist>\n")) == true)
    }

    @Test(
        "a document that is not well-formed is refused",
        arguments: [
            "<plist version=1.0><true/></plist>", "<plist a='' a=''><true/></plist>", "<plist><true/></plist><plist/>",
            "<plist><!-- a -- b --><true/></plist>", "<plist><true/></plist>x", "<plist/>", "<plist>\n</plist>",
            "<plist><true/><?xml version='1.0'?></plist>",
        ])
    func notWellFormed(_ text: String) {
        #expect([.malformed, .truncated].contains(code(of: bytes(text))))
    }

    @Test("the name of an unknown element is quoted only if it is short and ASCII")
    func quotedNames() {
        for (name, shown) in [("set", "set"), ("søt", "this"), (String(repeating: "a", count: 65), "this")] {
            do throws(PropertyListError) {
                _ = try PropertyListReader.read(bytes("<plist><\(name)/></plist>"))
                Issue.record("read")
            } catch {
                #expect(error.message == "\(shown) is not a property list element")
            }
        }
    }

    /// Returns the code of the error that reading throws; nil if it throws none.
    private func code(of list: [UInt8]) -> PropertyListError.Code? {
        do throws(PropertyListError) {
            _ = try PropertyListReader.read(list)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("512 nested collections are read, and more are refused", arguments: ["array", "dict"])
    func depth(_ name: String) throws {
        func list(_ depth: Int, closed: Bool = true) -> [UInt8] {
            let start = name == "dict" ? "<dict><key>a</key>" : "<array>"
            let end = closed ? String(repeating: "</\(name)>", count: depth) : ""
            return bytes(
                "<plist>" + String(repeating: start, count: depth - 1) + "<\(name)>" + end + (closed ? "</plist>" : ""))
        }
        let value = try PropertyListReader.read(list(512))
        #expect(try PropertyListReader.read(PropertyListWriter.xml(value)) == value)
        for bytes in [list(513), list(100_000), list(100_000, closed: false)] {
            do throws(PropertyListError) {
                _ = try PropertyListReader.read(bytes)
                Issue.record("read")
            } catch {
                #expect(error.code == .tooDeep)
            }
        }
    }

    @Test("more values than the limit are refused")
    func values() throws {
        let list = bytes("<plist><array>" + String(repeating: "<true/>", count: 99) + "</array></plist>")
        #expect(try PropertyListReader.read(list, limits: PropertyListLimits(values: 100)).arrayValue?.count == 99)
        #expect(throws: PropertyListError.self) {
            try PropertyListReader.read(list, limits: PropertyListLimits(values: 99))
        }
    }
}
