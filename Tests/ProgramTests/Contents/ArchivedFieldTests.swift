import TestSupport
import Testing

@Suite("What archives of objects hold beside their values", .onManyThreads)
struct ArchivedFieldTests {
    private let directory = TemporaryDirectory()

    @Test("each key and each value of an archive is told by diff if it differs, found by grep, and shown")
    func everyField() throws {
        let missed = try Python.lines(Script.text("archived_fields"), sandglass, directory.path)
        #expect(missed.isEmpty, "\(missed.prefix(40))")
    }

    /// Archives of a dictionary, and the rows behind it.
    static let rests: [(fields: String, classes: String, rows: [String])] = [
        (fields: "", classes: "", rows: []),
        (fields: "'$archiver': 'R'", classes: "", rows: ["  $archiver  \"R\"  string"]),
        (
            fields: "'zone': 'UTC'", classes: "'$classhints': ['Old']",
            rows: [
                "  zone  \"UTC\"  string", "▾ classes  classes, 1 item", "  ▾ NSDictionary  dictionary, 3 items",
                "      $classname  \"NSDictionary\"  string", "    ▾ $classes  array, 2 items",
                "        0  \"NSDictionary\"  string", "        1  \"NSObject\"  string",
                "    ▾ $classhints  array, 1 item", "        0  \"Old\"  string",
            ]
        ),
    ]

    @Test(
        "another archiver, further keys and what classes say beside their names are shown behind the objects",
        arguments: rests)
    func rest(fields: String, classes: String, rows: [String]) throws {
        try Python.run(
            """
            import plistlib, sys
            U = plistlib.UID
            kind = {'$classname': 'NSDictionary', '$classes': ['NSDictionary', 'NSObject'], \(classes)}
            objects = ['$null', {'$class': U(4), 'NS.keys': [U(2)], 'NS.objects': [U(3)]}, 'k', 'v', kind]
            list = {'$archiver': 'NSKeyedArchiver', '$version': 100000, '$top': {'root': U(1)}, '$objects': objects}
            with open(sys.argv[1], 'wb') as out:
                plistlib.dump(list | {\(fields)}, out, fmt=plistlib.FMT_BINARY, sort_keys=False)
            """, [directory("a.plist")])
        let shown = try runCommand([sandglass, "show", directory("a.plist")])
        #expect(shown.status == 0)
        let lines = shown.lines.map(String.init)
        #expect(lines == ["▾ root  NSDictionary, 1 item", "    k  \"v\"  string"] + rows, "\(shown.text)")
    }
}
