import TestSupport
import Testing

@Suite("Texts in any encoding", .onManyThreads)
struct EncodingCommandTests {
    private let directory = TemporaryDirectory()

    /// Writes a file with Python and returns its path.
    private func write(_ script: String, to name: String) throws -> String {
        try Python.run("import sys\nfile = open(sys.argv[1], 'wb')\n" + script, [directory(name)])
        return directory(name)
    }

    @Test(
        "text in an encoding from before Unicode is shown, and in another one if it is named",
        arguments: [
            ("cp932", "Shift_JIS", "港の潮位は昨日よりも高い。"), ("cp949", "euc-kr", "항구의 수위는 어제보다 높다."),
            ("gb18030", "GBK", "港口的水位比昨天高，请再检查一次。"), ("big5", "big5", "港口的水位比昨天高，請再檢查一次。"),
            ("cp1252", "cp1252", "It’s the tide – not the log."),
        ])
    func shown(codec: String, name: String, text: String) throws {
        let file = try write("file.write('\(text)\\n'.encode('\(codec)'))", to: "text")
        let found = try runCommand([sandglass, "show", file])
        #expect(found.status == 0 && found.text == text + "\n", "\(found.text)\(found.errors)")
        #expect(found.errors.hasPrefix("sandglass: \(file): the encoding is "))
        let named = try runCommand([sandglass, "show", "--encoding", name, file])
        #expect(named.status == 0 && named.text == text + "\n" && named.errors.isEmpty, "\(named.errors)")
        // None of them is valid UTF-8.
        let other = try runCommand([sandglass, "show", "--encoding", "utf-8", file])
        #expect(other.status == 0 && other.text != found.text && other.errors.contains("in the encoding"))
        let wrong = try runCommand([sandglass, "show", "--encoding", "rot13", file])
        #expect(wrong.status == 64 && wrong.errors.contains("--encoding takes ascii, utf-8"))
    }

    @Test("a value in a database is text in an encoding, too")
    func value() throws {
        try Python.run(
            """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            connection.execute('CREATE TABLE t(id INTEGER PRIMARY KEY, b BLOB)')
            connection.execute('INSERT INTO t VALUES (5, ?)', ['항구의 수위는 어제보다 높다.'.encode('cp949')])
            connection.commit()
            """, [directory("store.db")])
        let place = directory("store.db:t/5/b")
        #expect(try runCommand([sandglass, "show", place]).text == "항구의 수위는 어제보다 높다.\n")
        let named = try runCommand([sandglass, "show", "--encoding", "latin1", place])
        #expect(named.status == 0 && named.text.hasPrefix("Ç×±¸ÀÇ ¼öÀ§"), "\(named.text)")
    }

    @Test("texts are searched as they read, in values too, in the encoding that is detected or named")
    func searched() throws {
        try Python.run(
            """
            import os, sqlite3, sys
            os.chdir(sys.argv[1])
            def write(name, data): open(name, 'wb').write(data)
            korean = '항구의 수위는 어제보다 십 센티미터 높다.\\n내일 아침 다시 확인하세요.\\n'
            write('korean', korean.encode('cp949'))
            write('japanese', '潮位を表示する。\\n明日の朝もう一度ソートしてください。\\n'.encode('cp932'))
            write('short', '\\n수위'.encode('cp949'))
            write('utf8', korean.encode())
            write('wide', '\\ufeffPegel\\r\\nWasserstand höher\\r\\n'.encode('utf-32-le'))
            write('broad', '\\ufeffPegel\\nWasserstand höher\\n'.encode('utf-32-be'))
            connection = sqlite3.connect('store.db')
            connection.execute('CREATE TABLE t(id INTEGER PRIMARY KEY, b BLOB)')
            connection.execute('INSERT INTO t VALUES (5, ?)', [korean.encode('cp949')])
            connection.execute('INSERT INTO t VALUES (6, ?)', ['café'.encode('latin-1')])
            connection.commit()
            """, [directory.path])
        func grep(_ arguments: String...) throws -> [String] {
            let found = try runCommand([sandglass, "grep"] + arguments + [directory.path]).lines
            return found.map { String($0.dropFirst(directory.path.count + 1)) }.sorted()
        }
        #expect(
            try grep("-s", "내일 아침") == [
                "korean:2: 내일 아침 다시 확인하세요.", "store.db:t/5/b: 내일 아침 다시 확인하세요.", "utf8:2: 내일 아침 다시 확인하세요.",
            ])
        // The second byte of a character may be that of a backslash.
        #expect(try grep("-s", "\\") == [])
        #expect(try grep("-s", "表示") == ["japanese:1: 潮位を表示する。"])
        #expect(
            try grep("-s", "Wasserstand höher") == ["broad:2: Wasserstand höher", "wide:2: Wasserstand höher"])
        #expect(try grep("-s", "café") == ["store.db:t/6/b: café"])
        #expect(try runCommand([sandglass, "show", directory("wide")]).text == "Pegel\nWasserstand höher\n")
        #expect(try grep("-l", "수위") == ["korean", "store.db", "utf8"])
        #expect(try grep("-l", "--encoding", "EUC-KR", "수위") == ["korean", "short", "store.db", "utf8"])
    }

    @Test(
        "what begins with a mark of UTF-16 or UTF-32 and is hardly text is searched as text, too",
        arguments: ["utf-16", "utf-32"],
        ["'a\\0\\0\\0needle'", "'\\1\\2needle\\3'", "'needle\\ud83d'", "'\\0' * 70000 + 'needle'"])
    func hardlyText(encoding: String, text: String) throws {
        let file = try write("file.write((\(text)).encode('\(encoding)', 'surrogatepass'))", to: "file")
        for pattern in [["needle"], ["-e", "n[e]{2}dle"], ["-i", "NEEDLE"]] {
            let found = try runCommand([sandglass, "grep", "-c"] + pattern + [file])
            #expect(found.status == 0 && found.text == "\(file):1\n", "\(found.text)\(found.errors)")
        }
        let none = try runCommand([sandglass, "grep", "noodle", file])
        #expect(none.status == 1 && none.text.isEmpty && none.errors.isEmpty, "\(none.errors)")
        guard encoding == "utf-16" else { return }
        let once = try runCommand([sandglass, "grep", "-c", "--encoding", "utf16", "needle", file])
        #expect(once.status == 0 && once.text == "\(file):1\n", "\(once.text)\(once.errors)")
    }

    @Test("data with a byte order mark are searched without it, a text with it")
    func markedValues() throws {
        try Python.run(
            """
            import os, plistlib, sqlite3, sys
            os.chdir(sys.argv[1])
            text = '\\ufeffGröße'
            connection = sqlite3.connect('store.db')
            connection.execute('CREATE TABLE t(id INTEGER PRIMARY KEY, b)')
            for value in text.encode(), text[:3].encode(), text, '\\ufeff{"k":"Größe"}':
                connection.execute('INSERT INTO t(b) VALUES (?)', [value])
            connection.commit()
            plistlib.dump({'d': text.encode(), 's': text}, open('list.plist', 'wb'), fmt=plistlib.FMT_BINARY)
            """, [directory.path])
        let found = try runCommand([sandglass, "grep", "-e", "^Gr", directory.path])
        let lines = found.lines.map { String($0.dropFirst(directory.path.count + 1)) }.sorted()
        #expect(
            lines == ["list.plist:d: Größe", "store.db:t/1/b: Größe", "store.db:t/2/b: Gr", "store.db:t/4/b/k: Größe"],
            "\(found.errors)")
        #expect(try runCommand([sandglass, "grep", "-e", "^\\x{feff}Gr", directory.path]).lines.count == 5)
    }

    @Test("JSON lines and JSON in UTF-16 are shown as values")
    func json() throws {
        let lines = try write("file.write(b'{\"a\":1}\\n{\"a\":2}\\n')", to: "nd.json")
        let shown = try runCommand([sandglass, "show", lines])
        #expect(shown.status == 0 && shown.errors.isEmpty)
        #expect(try runCommand([sandglass, "show", "--json", "\(lines):1/a"]).text == "2\n")
        for codec in ["utf-16", "utf-16-le", "utf-16-be"] {
            let file = try write("file.write('{\"a\":\"é\"}'.encode('\(codec)'))", to: "u16.json")
            let found = try runCommand([sandglass, "show", "--json", file])
            #expect(found.status == 0 && found.text.contains("\"a\" : \"é\""), "\(found.text)\(found.errors)")
        }
    }
}
