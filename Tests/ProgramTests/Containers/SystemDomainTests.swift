import TestSupport
import Testing

@Suite("System domains and plug-ins in backups", .onManyThreads)
struct SystemDomainTests {
    private static let domains = [
        "HomeDomain", "KeychainDomain", "CameraRollDomain", "SysContainerDomain-com.apple.test",
        "SysSharedContainerDomain-systemgroup.com.apple.test",
    ]

    private static let script =
        """
        add(APP, ''); add(APP, 'Documents'); add(APP, 'Documents/a.txt', b'hello')
        add('AppDomainPlugin-org.example.app.widget', ''); add('AppDomainPlugin-org.example.app.widget', 'Documents')
        add('AppDomainPlugin-org.example.app.widget', 'Documents/w.txt', b'widget')
        add('AppDomainPlugin-org.other.share', 'Documents'); add('AppDomain-org.zebra', 'Documents')
        for domain in [\(domains.map { "'\($0)'" }.joined(separator: ", "))]:
            add(domain, ''); add(domain, 'Library'); add(domain, 'Library/x.plist', plistlib.dumps({'a': 1}))
            add(domain, 'Library/Caches'); add(domain, 'Library/Caches/y', b'12345')
        """

    @Test("a system domain has neither an app's badges nor a verdict, and is backed up", arguments: domains)
    func system(domain: String) throws {
        let backup = try SampleBackup(Self.script)
        let path = backup.path + "/" + domain
        let list = try run("ls", "-R", path)
        #expect(list.status == 0 && !list.lines.isEmpty, "\(list.errors)")
        for line in list.lines { #expect(line.hasPrefix("———B"), "\(line)") }
        let explained = try run("explain", path + "/Library/Caches/y")
        #expect(explained.text.contains("in the backup because the manifest lists it"), "\(explained.text)")
        for words in ["StoreKit", "the app may", "may not"] { #expect(!explained.text.contains(words)) }
        for operation in ["read", "delete"] {
            let verdict = try run("verdict", operation, path + "/Library/x.plist")
            #expect(verdict.status == 65 && verdict.errors.contains("there is no verdict"), "\(verdict.errors)")
        }
        let set = try run("backup-set", "--json", path)
        let script = """
            import json, sys
            rows = [json.loads(line) for line in sys.argv[1].splitlines()]
            print(all(r['backedUp'] for r in rows if r['row'] == 'item'), rows[-1]['backedUp']['files'], rows[-1]['leftOut'])
            """
        #expect(try python(script, set.text) == "True 2 {}\n")
        let compared = try run("backup-set", path, "--compare", path)
        #expect(compared.status == 0 && !compared.text.contains("left out"), "\(compared.text)")
    }

    @Test("a system domain is exported and packed as any other")
    func export() throws {
        let backup = try SampleBackup(Self.script)
        let out = TemporaryDirectory()
        let result = try run("export", backup.path + "/HomeDomain/Library", "--to", out.path)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try readFile(out("Library/Caches/y")) == Array("12345".utf8))
        #expect(try run("info", backup.path + "/HomeDomain").text.contains("system domain"))
    }

    @Test("a plug-in's domain joins its app in lists and in the tree, one of an unknown app stays alone")
    func plugIns() throws {
        let backup = try SampleBackup(Self.script)
        let script = """
            import json, sys
            for row in map(json.loads, sys.argv[1].splitlines()):
                if 'Plugin' in row['path']: print(row['identifier'], row['role'], row.get('app'))
            """
        let listed = try run("apps", "--json", backup.path)
        #expect(
            try python(script, listed.text)
                == "org.example.app.widget plug-in org.example.app\norg.other.share plug-in org.other.share\n",
            "\(listed.text)")
        // An app with its plug-in has one row, followed by a row for each of the two.
        let table = try run("apps", backup.path).lines.map(String.init)
        let app = try #require(table.firstIndex { $0.contains("2 containers") })
        #expect(table[app].contains("org.example.app"))
        #expect(table[app + 1].hasPrefix("  data") && table[app + 2].hasPrefix("  plug-in"), "\(table)")
        let terminal = try browse(
            backup.path + "/AppDomain-org.example.app", shows: "Documents/", columns: 140, rows: 40)
        try terminal.waitFor("Plug-in")
        #expect(try terminal.quit() == .exited(0))
    }
}
