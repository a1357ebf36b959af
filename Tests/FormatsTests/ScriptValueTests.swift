import Formats
import TestSupport
import Testing

@Suite("Values and keys of IndexedDB")
struct ScriptValueTests {
    private static let encode =
        "import sys\n" + IndexedDBScript.encoders + "\nsys.stdout.buffer.write(eval(sys.argv[1]))\n"

    private static func encoded(_ expression: String) throws -> [UInt8] { try Python.run(encode, [expression]) }

    private static func object(_ members: KeyValuePairs<String, ScriptValue>) -> ScriptValue {
        .record("Object", members.map { .init($0.key, $0.value) })
    }

    private static func array(_ items: ScriptValue...) -> ScriptValue {
        .list("Array", items.enumerated().map { .init("\($0.offset)", $0.element) })
    }

    @Test(
        "values of all versions are decoded", arguments: [1, 6, 9, 10, 12, 0x100_000c, 13, 15],
        [
            ("None", .null), ("Undefined", .undefined), ("True", .boolean(true)), ("False", .boolean(false)),
            ("0", .integer(0)), ("1", .integer(1)), ("-70000", .integer(-70_000)), ("2.5", .real(2.5)),
            ("''", .string("")), ("'Grüße'", .string("Grüße")), ("'日本 🏝'", .string("日本 🏝")),
            ("Date(1549107062)", .date(millisecondsSince1970: 1_549_107_062_000)),
            (
                "RegExp('a+', 'gi')",
                .record("RegExp", [.init("pattern", .string("a+")), .init("flags", .string("gi"))])
            ),
            ("Big(-12345678901234567890)", .bigInteger("-12345678901234567890")), ("Big(0)", .bigInteger("0")),
            ("Big(1 << 68)", .bigInteger("0x100000000000000000")),
            ("b'\\x00\\xff'", .bytes([0, 255])),
            ("View(2, b'abc')", .record("Uint8Array", [.init("buffer", .bytes(Array("bc".utf8)))])),
            ("[]", array()), ("{}", object([:])),
            ("[1, ['a', {}], 'a']", array(.integer(1), array(.string("a"), object([:])), .string("a"))),
            ("[Ellipsis, 5]", .record("Array", [.init("1", .integer(5))])),
            (
                "{'a': {'b': [None]}, 'b': 'a'}",
                object(["a": object(["b": array(.null)]), "b": .string("a")])
            ),
            ("Set('x', 2)", .list("Set", [.init("0", .string("x")), .init("1", .integer(2))])),
            (
                "Map(('x', [1]), (2, None), (None, 3))",
                .record(
                    "Map",
                    [
                        .init("x", array(.integer(1))), .init("2", .null),
                        .init("2", .record("entry", [.init("key", .null), .init("value", .integer(3))])),
                    ])
            ),
            // The same object twice, and its number in the order of beginnings.
            (
                "(lambda o: [o, [], o, View(0, b'x'), o])({'k': 1})",
                array(
                    object(["k": .integer(1)]), array(), .reference(1),
                    .record("DataView", [.init("buffer", .bytes([]))]), .reference(1))
            ),
        ] as [(String, ScriptValue)])
    func values(version: Int, value: (expression: String, expected: ScriptValue)) throws {
        let bytes = try Self.encoded("value(\(value.expression), version=\(version))")
        #expect(try ScriptValueReader.read(bytes) == value.expected)
    }

    @Test(
        "what is stored and stands in no value is told",
        arguments: [
            ("[1, Ellipsis]", true), ("[Ellipsis, 5]", false), ("[]", false), ("[1, [2]]", false),
            ("View(2, b'abc')", true), ("Map((2, None))", true), ("Map(('x', 2))", false), ("b'abc'", false),
            ("{'a': [1, Ellipsis]}", true), ("'text'", false),
        ])
    func leftOut(expression: String, leavesOut: Bool) throws {
        let reading = try ScriptValueReader.readTellingRest(Self.encoded("value(\(expression))"))
        #expect(reading.leavesOut == leavesOut && !reading.hasHalves)
    }

    @Test("half surrogates are written as escapes in a value, and refused in a key")
    func halves() throws {
        // "a" and a half, in UTF-16.
        let text: [UInt8] = [2, 0, 0, 0, 0x61, 0, 0x3d, 0xd8]
        let reading = try ScriptValueReader.readTellingRest([15, 0, 0, 0, 0x10] + text)
        #expect(reading.value == .string("a\\ud83d") && reading.hasHalves)
        #expect(throws: FormatError.self) { try IndexedDBKey([0, 0x60] + text) }
    }

    @Test("hundreds of texts and objects are referred to by longer numbers")
    func pools() throws {
        let bytes = try Self.encoded(
            "(lambda o: value([[{'k%d' % n: 't%d' % n} for n in range(300)], o, {'k299': o, 't0': 't299'}]))([])")
        guard case .list(_, let items) = try ScriptValueReader.read(bytes) else { throw ScriptTestError() }
        #expect(items[2].value == Self.object(["k299": .reference(302), "t0": .string("t299")]))
    }

    private struct ScriptTestError: Error {}

    @Test(
        "arrays of releases that ended them in the new way before they increased the version are decoded",
        arguments: [12, 14])
    func retried(version: UInt8) throws {
        var bytes = try Self.encoded("value([[1], 2])")
        bytes[0] = version
        #expect(try ScriptValueReader.read(bytes) == Self.array(Self.array(.integer(1)), .integer(2)))
    }

    @Test(
        "keys are decoded",
        arguments: [
            ("7", .number(7)), ("-0.5", .number(-0.5)), ("'Grüße 🏝'", .string("Grüße 🏝")),
            ("b'ab'", .binary([97, 98])),
            ("Date(1)", .date(millisecondsSince1970: 1_000)), ("[]", .array([])),
            ("[1, ['a', b'']]", .array([.number(1), .array([.string("a"), .binary([])])])),
        ] as [(String, IndexedDBKey)])
    func keys(expression: String, expected: IndexedDBKey) throws {
        #expect(try IndexedDBKey(Self.encoded("key(\(expression))")) == expected)
    }

    @Test(
        "keys that are cut off, too deep, too many or of another kind are refused",
        arguments: [
            [], [0], [1, 0x20], [0, 0x20, 0], [0, 0x60, 1, 0, 0, 0, 1], [0, 0x60, 0xff, 0xff, 0xff, 0xff],
            [0, 0x80, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0, 0xa0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            [0, 0x30], [0, 0, 0], Array("bplist00".utf8),
            [0] + Array(repeatElement([0xa0, 1, 0, 0, 0, 0, 0, 0, 0], count: 100).joined()) + [0],
            [0, 0xa0, 0, 0, 1, 0, 0, 0, 0, 0] + Array(repeating: 0, count: 65_536),
        ] as [[UInt8]])
    func refusedKeys(bytes: [UInt8]) { #expect(throws: FormatError.self) { try IndexedDBKey(bytes) } }

    @Test("values that are too deep, too large, of a later version or of an unknown type are refused")
    func refusedValues() throws {
        func read(_ bytes: [UInt8]) -> FormatError.Code? {
            do throws(FormatError) {
                _ = try ScriptValueReader.read(bytes)
                return nil
            } catch {
                return error.code
            }
        }
        let version: [UInt8] = [15, 0, 0, 0]
        #expect(read(version) == .truncated && read([15, 0]) == .truncated)
        #expect(read([16, 0, 0, 0, 4]) == .unsupported && read([15, 0, 0, 1, 4]) == .unsupported)
        #expect(read(version + [14]) == .unsupported && read(version + [200]) == .unsupported)
        let deep = Array(repeatElement([2, 1, 0, 0, 0x80, 0x61] as [UInt8], count: 600).joined())
        #expect(read(version + deep) == .tooDeep)
        // A text of 100 KB that an array refers to a thousand times.
        var large =
            version + [1, 0, 0, 0, 0, 0, 0, 0, 0, 0x10, 0xa0, 0x86, 1, 0x80] + Array(repeating: 0x61, count: 100_000)
        for _ in 0..<1_000 { large += [1, 0, 0, 0, 0x10, 0xfe, 0xff, 0xff, 0xff, 0] }
        #expect(read(large) == .tooLarge)
        #expect(
            read(
                version + [1, 0, 0, 0, 0] + Array(repeatElement([0, 0, 0, 0, 4] as [UInt8], count: 1_000_001).joined()))
                == .tooLarge)
        // References to missing objects, a view of no buffer, an endless integer.
        for bytes: [UInt8] in [
            [0x13, 0], [0x16, 99], [0x16, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4], [0x1f],
        ] {
            #expect(read(version + bytes) != nil && read(version + bytes) != .unsupported)
        }
        #expect(read(version + [0x2f, 0, 0xff, 0xff, 0xff, 0xff]) == .tooLarge)
    }

    @Test("randomly mutated keys and values are read or refused")
    func mutated() throws {
        let samples = try [
            "value({'id': 7, 'tags': ['a', 'b', 'a'], 'made': Date(1), 'map': Map(('x', [1]), (None, b'12'))})",
            "value([Set(1, 'x'), View(2, b'abc'), Big(1 << 70), RegExp('a', 'g'), 2.5], version=12)",
            "(lambda o: value([o, {'a': o, 'b': ''}, 'Grüße', '日本'], version=9))({'k': None})",
            "key([1, ['a', b'xy'], Date(5)])",
        ].map(Self.encoded)
        withMutations(of: samples) { bytes in
            for read in [{ _ = try ScriptValueReader.read(bytes) }, { _ = try IndexedDBKey(bytes) }] {
                do { try read() } catch let error as FormatError {
                    #expect(error.offset >= 0 && error.offset <= bytes.count)
                } catch { Issue.record(error) }
            }
        }
    }
}
