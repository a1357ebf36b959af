import System
import TestSupport
import Testing

/// A file with a list of dates, in a form that stores them as numbers.
enum DateForm: String, CaseIterable, Sendable {
    case binaryList, archive, cookies, coreData

    /// Python that writes `dates`, seconds since 2001, to `path`.
    fileprivate var script: String {
        switch self {
        case .binaryList: "write(path, [date(d) for d in dates], {})"
        case .archive:
            """
            objects = ['$null', {'NS.objects': [uid(i + 3) for i in range(len(dates))], '$class': uid(2)},
                {'$classname': 'NSArray', '$classes': ['NSArray', 'NSObject']}]
            objects += [{'NS.time': d, '$class': uid(3 + len(dates))} for d in dates]
            objects.append({'$classname': 'NSDate', '$classes': ['NSDate', 'NSObject']})
            write(path, {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': uid(1)},
                '$objects': objects}, {})
            """
        case .cookies:
            Script.text("stored_value")
        case .coreData:
            """
            c = sqlite3.connect(path)
            c.execute('create table Z_METADATA (Z_VERSION integer primary key, Z_UUID varchar, Z_PLIST blob)')
            c.execute('insert into Z_METADATA values (1, ?, ?)', ('u', plistlib.dumps({}, fmt=plistlib.FMT_BINARY)))
            c.execute('create table Z_PRIMARYKEY (Z_ENT integer primary key, Z_NAME varchar, Z_SUPER integer, Z_MAX integer)')
            c.execute("insert into Z_PRIMARYKEY values (1, 'Note', 0, 100)")
            c.execute('create table ZNOTE (Z_PK integer primary key, Z_ENT integer, Z_OPT integer, ZWHEN timestamp)')
            for i, d in enumerate(dates): c.execute('insert into ZNOTE values (?, 1, 1, ?)', (i + 1, d))
            c.commit()
            """
        }
    }
}

@Suite("Values as they are stored", .onManyThreads)
struct StoredValueTests {
    private let directory = TemporaryDirectory()

    /// Python that writes binary property lists with whatever they can hold, of which plistlib writes a part.
    private static let writer = Script.text("stored_value_writer")

    /// Dates, and the texts that say them, according to Python: the shortest decimal number that is the same, if it has at
    /// most nine digits behind the point, in the proleptic calendar.
    private static let dates = Script.text("stored_value_dates")

    @Test(
        "a date is told exactly in JSON, or as the number that is stored, whatever stores it",
        arguments: DateForm.allCases)
    func dates(form: DateForm) throws {
        let path = directory(form == .coreData ? "a.sqlite" : form == .cookies ? "a.binarycookies" : "a.plist")
        try Python.run(Self.writer + "\n" + Self.dates + "\n" + form.script, [path])
        let words = form == .coreData ? [path + ":Note"] : [path]
        let result = try runCommand([sandglass, "show", "--json"] + words)
        #expect(result.status == 0, "\(result.errors)")
        let differences = try Python.run(
            Self.writer + "\n" + Self.dates + Script.text("stored_value_dates_2"), [path, form.rawValue],
            input: result.stdout)
        #expect(String(decoding: differences, as: UTF8.self) == "")
    }

    @Test("two dates that differ are never told by one text, as text or by diff")
    func fractions() throws {
        try Python.run(
            Self.writer + "\nwrite(path + '1', {'d': date(100.25)}, {})\nwrite(path + '2', {'d': date(100.5)}, {})",
            [directory("a")])
        let result = try runCommand(
            ["env", "TZ=UTC", sandglass, "diff", directory("a1"), directory("a2")])
        #expect(result.status == 1)
        #expect(
            result.text.contains("2001-01-01T00:01:40.25Z")
                && result.text.contains("2001-01-01T00:01:40.5Z"),
            "\(result.text)")
    }

    @Test(
        "XML refuses what it cannot hold, and says what it rounds",
        arguments: [
            ("date(math.inf)", "is inf seconds"), ("date(math.nan)", "is nan seconds"),
            ("date(1e12)", "is 1000000000000.0 seconds since 2001"),
            ("None", "is null"),
        ])
    func xml(value: String, says: String) throws {
        try Python.run(Self.writer + "\nwrite(path, {'outer': [\(value)]}, {})", [directory("a.plist")])
        let result = try runCommand([sandglass, "show", "--as", "xml", directory("a.plist")])
        #expect(result.status == 65 && result.errors.contains("outer/0 \(says)"), "\(result.errors)")
        #expect(result.stdout.isEmpty)
        try Python.run(
            Self.writer + "\nwrite(path, [date(-63114076800.0), date(0.5)], {})", [directory("b.plist")])
        let rounded = try runCommand([sandglass, "show", "--as", "xml", directory("b.plist")])
        #expect(rounded.status == 0 && rounded.errors.contains("no fractions of seconds"))
        #expect(rounded.text.contains("<date>0000-12-30T00:00:00Z</date>"))
    }

    @Test("null, and integers of 128 bits, are values like others")
    func nullAndWide() throws {
        try Python.run(
            Self.writer + "\nwrite(path, [None, wide(2**100), wide(-2**90), wide(2**63), wide(5), {'n': None}], {})",
            [directory("a.plist")])
        let result = try runCommand([sandglass, "show", "--json", directory("a.plist")])
        #expect(result.status == 0, "\(result.errors)")
        let same = try Python.run(
            "import json, sys; print(json.load(sys.stdin) == [None, 2**100, -2**90, 2**63, 5, {'n': None}])", [],
            input: result.stdout)
        #expect(String(decoding: same, as: UTF8.self) == "True\n")
        #expect(
            try runCommand([sandglass, "grep", "1267650600228229401496703205376", directory("a.plist")]).status == 0)
    }

    @Test("of a key that occurs twice, both values are shown, found and compared", arguments: ["binary", "XML"])
    func repeatedKeys(form: String) throws {
        try Python.run(
            Self.writer + #"""

                for name, last in [('1', 'second-value'), ('2', 'another-value')]:
                    if sys.argv[2] == 'binary': write(path + name, pairs([('k', 'first-value'), ('o', 1), ('k', last)]), {})
                    else: open(path + name, 'w').write('<?xml version="1.0"?><plist version="1.0"><dict><key>k</key>'
                        '<string>first-value</string><key>o</key><integer>1</integer><key>k</key><string>%s</string>'
                        '</dict></plist>' % last)
                """#, [directory("a"), form])
        let shown = try runCommand([sandglass, "show", directory("a1")])
        #expect(shown.text.contains("first-value") && shown.text.contains("second-value"), "\(shown.text)")
        #expect((shown.text + shown.errors).contains("“k” occurs more than once"))
        for value in ["first-value", "second-value"] {
            #expect(try runCommand([sandglass, "grep", value, directory("a1")]).status == 0)
        }
        let json = try runCommand([sandglass, "show", "--json", directory("a1")])
        #expect(json.text.contains("\"k~#2\" : \"second-value\""), "\(json.text)")
        #expect(try runCommand([sandglass, "show", directory("a1") + ":k~#2"]).text.contains("second-value"))
        let difference = try runCommand([sandglass, "diff", directory("a1"), directory("a2")])
        #expect(difference.status == 1 && difference.text.contains("another-value"), "\(difference.text)")
    }

    @Test("keys of archived dictionaries that are numbers or dates have names, and objects stand beside their values")
    func archivedKeys() throws {
        try Python.run(
            Self.writer + #"""

                write(path, {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': uid(1)}, '$objects': [
                    '$null',
                    {'NS.keys': [uid(2), uid(3), uid(4), uid(7)], 'NS.objects': [uid(5)] * 4, '$class': uid(6)},
                    42, True, {'NS.time': 0.5, '$class': uid(8)}, 'a value',
                    {'$classname': 'NSDictionary', '$classes': ['NSDictionary', 'NSObject']},
                    {'x': 7281, '$class': uid(9)},
                    {'$classname': 'NSDate', '$classes': ['NSDate', 'NSObject']},
                    {'$classname': 'MyKey', '$classes': ['MyKey', 'NSObject']}]}, {})
                """#, [directory("a.plist")])
        let result = try runCommand(["env", "TZ=UTC", sandglass, "show", "--json", directory("a.plist")])
        for name in ["42", "true", "2001-01-01 00:00:00.5 +00:00"] {
            #expect(result.text.contains("\"\(name)\" : \"a value\""), "\(result.text)")
        }
        let beside = try python(
            "import json, sys; root = json.load(sys.stdin)['root']; print(root['NS.keys'], root['NS.objects'])",
            input: result.stdout)
        #expect(beside == "[{'x': 7281}] ['a value']\n", "\(beside)")
        for text in ["42", "7281"] {
            #expect(try runCommand([sandglass, "grep", text, directory("a.plist")]).status == 0)
        }
    }
}
