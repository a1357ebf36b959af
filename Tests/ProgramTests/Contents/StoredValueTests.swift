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
            """
            records = []
            for i, d in enumerate(dates):
                texts = [b'a.example\\0', b'n%d\\0' % i, b'/\\0', b'v\\0']
                at = 56
                places = []
                for t in texts: places.append(at); at += len(t)
                records.append(struct.pack('<IIII4IQdd', at, 0, 0, 0, places[0], places[1], places[2], places[3], 0, 1.5, d)
                    + b''.join(texts))
            at = 12 + 4 * len(records)
            starts = []
            for r in records: starts.append(at); at += len(r)
            page = struct.pack('>I', 0x100) + struct.pack('<I', len(records)) + struct.pack('<%dI' % len(records), *starts)
            page += struct.pack('<I', 0) + b''.join(records)
            body = b'cook' + struct.pack('>II', 1, len(page)) + page
            open(path, 'wb').write(body + struct.pack('>I', sum(page[::4]) & 0xffffffff) + bytes.fromhex('071720050000004b'))
            """
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
    private static let writer = #"""
        import json, math, os, plistlib, sqlite3, struct, sys
        path = sys.argv[1]
        class date(float): pass
        class pairs(list): pass
        class wide(int): pass
        uid = plistlib.UID
        def write(path, top, options):
            objects = []
            def add(v):
                n = len(objects); objects.append(None)
                def head(kind, count):
                    return bytes([kind | count]) if count < 15 else bytes([kind | 15, 0x12]) + struct.pack('>I', count)
                if v is None: b = b'\0'
                elif isinstance(v, bool): b = b'\x09' if v else b'\x08'
                elif isinstance(v, date): b = b'\x33' + struct.pack('>d', v)
                elif isinstance(v, float): b = b'\x23' + struct.pack('>d', v)
                elif isinstance(v, wide): b = b'\x14' + v.to_bytes(16, 'big', signed=True)
                elif isinstance(v, int): b = b'\x13' + struct.pack('>q', v)
                elif isinstance(v, uid): b = b'\x83' + struct.pack('>I', v.data)
                elif isinstance(v, str):
                    try: b = head(0x50, len(v)) + v.encode('ascii')
                    except UnicodeEncodeError:
                        u = v.encode('utf-16-be'); b = head(0x60, len(u) // 2) + u
                elif isinstance(v, bytes): b = head(0x40, len(v)) + v
                elif isinstance(v, pairs):
                    keys = [add(k) for k, _ in v]; values = [add(x) for _, x in v]
                    b = head(0xd0, len(v)) + b''.join(struct.pack('>I', r) for r in keys + values)
                elif isinstance(v, dict):
                    keys = [add(k) for k in v]; values = [add(x) for x in v.values()]
                    b = head(0xd0, len(v)) + b''.join(struct.pack('>I', r) for r in keys + values)
                else:
                    items = [add(x) for x in v]
                    b = head(0xa0, len(v)) + b''.join(struct.pack('>I', r) for r in items)
                objects[n] = b
                return n
            add(top)
            data = b'bplist00'
            offsets = []
            for o in objects: offsets.append(len(data)); data += o
            table = len(data)
            for o in offsets: data += struct.pack('>I', o)
            data += bytes(6) + bytes([4, 4]) + struct.pack('>QQQ', len(objects), 0, table)
            open(path, 'wb').write(data)
        """#

    /// Dates, and the texts that say them, according to Python: the shortest decimal number that is the same, if it has
    /// at most nine digits behind the point, in the proleptic calendar.
    private static let dates = #"""
        dates = [0.0, 0.5, 0.1, -0.5, 751544175.039578, 570799862.0, -63114076800.0, 63113904000.0, 1e-12, 123.0000000004,
            252423993600.0, -63145526401.0, 1e18, 1e300, math.inf, -math.inf, math.nan, 1.0000001, -978307200.25]
        def told(d):
            from decimal import Decimal
            if not math.isfinite(d): return {'$date': str(d)}
            if not -63145526400 <= d < 252423993600: return {'$date': d}
            exact = Decimal(repr(d))
            whole = int(exact // 1) if exact >= 0 or exact == exact.to_integral_value() else int(exact // 1) - 1
            fraction = exact - whole
            if -fraction.as_tuple().exponent > 9 and fraction != 0:
                return {'$date': d}
            seconds = whole + 978307200
            days, rest = divmod(seconds, 86400)
            year = 1970
            # A year of another era with the same days.
            shift = 0
            while days < -719162: days += 146097; shift += 400
            import datetime
            day = datetime.date.fromordinal(days + 719163)
            text = '%04d-%02d-%02dT%02d:%02d:%02d' % (day.year - shift, day.month, day.day, rest // 3600, rest // 60 % 60, rest % 60)
            if fraction: text += ('%.9f' % fraction)[1:].rstrip('0')
            return text + 'Z'
        """#

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
            Self.writer + "\n" + Self.dates + #"""

                def strict(name): raise ValueError(name)
                text = sys.stdin.read()
                form = sys.argv[2]
                if form == 'binaryList' or form == 'archive': found = json.loads(text, parse_constant=strict)
                if form == 'archive': found = found['root']
                if form == 'binaryList' or form == 'archive': pass
                else:
                    rows = [json.loads(line, parse_constant=strict) for line in text.splitlines()]
                    found = [row['created' if form == 'cookies' else 'when'] for row in rows]
                for d, value in zip(dates, found):
                    # SQLite stores no NaN.
                    expected = None if form == 'coreData' and d != d else told(d)
                    if value != expected: print(repr(d), value, 'is not', expected)
                if len(found) != len(dates): print(len(found), 'dates')
                """#, [path, form.rawValue], input: result.stdout)
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

    @Test("keys of archived dictionaries that are numbers, dates or objects have names")
    func archivedKeys() throws {
        try Python.run(
            Self.writer + #"""

                write(path, {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': uid(1)}, '$objects': [
                    '$null',
                    {'NS.keys': [uid(2), uid(3), uid(4), uid(7)], 'NS.objects': [uid(5)] * 4, '$class': uid(6)},
                    42, True, {'NS.time': 0.5, '$class': uid(8)}, 'a value',
                    {'$classname': 'NSDictionary', '$classes': ['NSDictionary', 'NSObject']},
                    {'x': 1, '$class': uid(9)},
                    {'$classname': 'NSDate', '$classes': ['NSDate', 'NSObject']},
                    {'$classname': 'MyKey', '$classes': ['MyKey', 'NSObject']}]}, {})
                """#, [directory("a.plist")])
        let result = try runCommand(["env", "TZ=UTC", sandglass, "show", "--json", directory("a.plist")])
        for name in ["42", "true", "2001-01-01 00:00:00.5 +00:00", "MyKey"] {
            #expect(result.text.contains("\"\(name)\" : \"a value\""), "\(result.text)")
        }
        #expect(try runCommand([sandglass, "grep", "42", directory("a.plist")]).status == 0)
    }
}
