import Foundation
import System
import TestSupport
import Testing

@Suite("Making containers, packages and backups", .onManyThreads)
struct PackingTests {
    /// Names, links, dates, modes, attributes and classes that have to survive.
    private static let contents = Script.text("packing_contents")

    /// Lists the contents of a directory, item by item, with everything that has to survive.
    private static let listing = Script.text("packing_listing")

    private func list(_ path: String, _ what: String) throws -> String {
        let command = ["env", "PYTHONHASHSEED=0"] + Python.command + ["-c", Self.listing, path, what]
        let result = try runCommand(command)
        #expect(result.status == 0, "\(result.errors)")
        return result.text
    }

    @Test(
        "who may not look into a container may not look into its package or backup, nor past the umask",
        arguments: ["022", "077", "027"], [UInt32(0o700), 0o750, 0o755])
    func permissions(umask: String, source: UInt32) throws {
        let folder = TemporaryDirectory()
        func run(_ words: String...) throws {
            let result = try runCommand(
                ["sh", "-c", "umask $0; exec \"$@\"", umask, Products.executable("sandglass")] + words)
            #expect(result.status == 0, "\(words): \(result.errors)")
        }
        func mode(_ name: String) -> UInt32 {
            var status = stat()
            return stat(folder(name), &status) == 0 ? status.st_mode & 0o777 : 0
        }
        let mask = UInt32(umask, radix: 8) ?? 0
        try run("new", folder("N.xcappdata"), "--bundle-id", "org.example.new")
        #expect(mode("N.xcappdata") == 0o777 & ~mask)
        folder.write("N.xcappdata/AppData/Library/Preferences/org.example.new.plist", "{ key = value; }")
        chmod(folder("N.xcappdata/AppData"), source)
        try run("pack", folder("N.xcappdata"), folder("P.xcappdata"))
        #expect(mode("P.xcappdata") == source & ~mask)
        #expect(mode("P.xcappdata/AppData") & ~source == 0)
        try run("pack", folder("N.xcappdata"), folder("P.zip"))
        #expect(mode("P.zip") == source & 0o666 & ~mask)
        try run("pack", "--backup", folder("N.xcappdata"), folder("Backup"))
        #expect(mode("Backup") == source & ~mask)
        try run("unpack", folder("Backup"), "org.example.new", folder("Unpacked"))
        #expect(mode("Unpacked") & ~mask & ~source == 0)
    }

    @Test("a new package has the directories of a fresh app, and identifies its app")
    func new() throws {
        let folder = TemporaryDirectory()
        let made = try run("new", folder("N.xcappdata"), "--bundle-id", "org.example.new", "--name", "New")
        #expect(made.status == 0, "\(made.errors)")
        let found = try Python.lines(
            """
            import os, plistlib, sys
            top = sys.argv[1]
            for path, directories, _ in os.walk(top): print(os.path.relpath(path, top))
            print(list(plistlib.load(open(top + '/AppDataInfo.plist', 'rb')).items())[1:])
            """, folder("N.xcappdata"))
        #expect(
            Set(found.dropLast()) == [
                ".", "AppData", "AppData/Documents", "AppData/Library", "AppData/Library/Caches",
                "AppData/Library/Preferences", "AppData/SystemData", "AppData/tmp",
            ])
        #expect(found.last == "[('CFBundleIdentifier', 'org.example.new'), ('XCApplicationName', 'New')]")
        #expect(try run("info", folder("N.xcappdata")).text.contains("org.example.new"))
        // Nothing is replaced, and nothing is left of an attempt.
        #expect(try run("new", folder("N.xcappdata"), "--bundle-id", "org.example.new").status == 73)
        #expect(try run("new", folder("M.xcappdata"), "--bundle-id", "no identifier/").status == 65)
        #expect(try run("new", folder("M"), "--bundle-id", "a.b").status == 64)
        #expect(try run("new", folder("none/M.xcappdata"), "--bundle-id", "a.b").status == 74)
        #expect(try runCommand(["ls", "-A", folder.path]).text == "N.xcappdata\n")
    }

    @Test("a package has everything that the container has")
    func package() throws {
        let container = try SampleContainer(Self.contents)
        let folder = TemporaryDirectory()
        let packed = try run("pack", container.path, folder("P.xcappdata"))
        #expect(packed.status == 0, "\(packed.errors)")
        #expect(try list(folder("P.xcappdata/AppData"), "all") == list(container.path, "all"))
        #expect(try run("info", folder("P.xcappdata")).text.contains("org.example.app"))
        #expect(try run("pack", container.path, folder("P.xcappdata")).status == 73)
    }

    @Test("a zip archive has everything that the container has, as unzip and Python's zipfile see it")
    func archive() throws {
        let container = try SampleContainer(Self.contents)
        let folder = TemporaryDirectory()
        let packed = try run("pack", container.path, folder("P.xcappdata.zip"))
        #expect(packed.status == 0, "\(packed.errors)")
        #expect(try runCommand(["unzip", "-q", folder("P.xcappdata.zip"), "-d", folder("out")]).status == 0)
        // unzip knows nothing of attributes, which are in AppleDouble files.
        func bare(_ text: String) -> [Substring] {
            text.split(separator: "\n").filter { !$0.hasSuffix("complete") }.map { line in
                let items = line[..<(line.lastIndex(of: "[") ?? line.endIndex)]
                // Nor does it set the times of links.
                return line.contains("'0o120777'") ? items.prefix { $0 != "1" } : items
            }
        }
        let found = try list(folder("out/P.xcappdata/AppData"), "all")
        let (packedItems, original) = (bare(found), bare(try list(container.path, "all")))
        #expect(packedItems == original, "\(packedItems.difference(from: original))")
        let names = try Python.lines(
            "import sys, zipfile; [print(ascii(n)) for n in zipfile.ZipFile(sys.argv[1]).namelist()]",
            folder("P.xcappdata.zip"))
        #expect(names.contains(#"'P.xcappdata/AppData/Documents/Caf\xe9 \u65e5\u672c.txt'"#))
        // This program finds the attributes again, and so does a package made of the archive.
        let explained = try run("explain", folder("P.xcappdata.zip/Documents/left out"))
        #expect(explained.text.contains("An attribute of the item excludes it"), "\(explained.errors)")
        #expect(try run("info", folder("P.xcappdata.zip")).text.contains("org.example.app"))
        #expect(try run("pack", container.path, folder("P.xcappdata.zip")).status == 73)
    }

    @Test(
        "an unpacked backup has the packed items, and is packed again as the same rows",
        arguments: [false, true])
    func roundTrip(isEncrypted: Bool) throws {
        let container = try SampleContainer(Self.contents)
        let folder = TemporaryDirectory()
        folder.write("passphrase", "a b c\n")
        let encrypting =
            isEncrypted ? ["--encrypt", "--iterations", "50", "--new-passphrase-file", folder("passphrase")] : []
        let reading = isEncrypted ? ["--passphrase-file", folder("passphrase")] : []
        func sandglass(_ words: [String]) throws -> CommandResult {
            let result = try runCommand([ProgramTests.sandglass] + words)
            #expect(result.status == 0, "\(words): \(result.errors)")
            return result
        }
        _ = try sandglass(["pack", "--backup", container.path, folder("B")] + encrypting)
        _ = try sandglass(["unpack", folder("B"), "org.example.app", folder("U")] + reading)
        let original = try list(container.path, "backed up")
        #expect(original.split(separator: "\n").count > 40)
        #expect(try list(folder("U"), "backed up") == original)
        #expect(
            access(folder("U/Documents/left out"), F_OK) != 0 && access(folder("U/Library/Caches/cached"), F_OK) != 0)
        _ = try sandglass(["pack", "--backup", folder("U"), folder("B2")])
        guard !isEncrypted else { return }
        // The rows are compared by their contents, except for inode numbers and the dates that no program can set.
        let script = Script.text("packing_round_trip")
        let compared = try Python.lines(script, folder("B"), folder("B2"))
        #expect(compared[0].hasPrefix("True"), "\(compared)")
        #expect(compared.contains("Documents/complete 1 {'org.example.kept': b'value'}"), "\(compared)")
    }

    @Test("files of a backup are named by the SHA-1 of domain and path, and hold the contents, as hashlib says")
    func names() throws {
        let container = try SampleContainer(Self.contents)
        let folder = TemporaryDirectory()
        #expect(try run("pack", "--backup", container.path, folder("B")).status == 0)
        let wrong = try Python.lines(Script.text("packing_names"), folder("B"), container.path)
        #expect(wrong == ["True"])
    }

    @Test(
        "pyiosbackup and iphone_backup_decrypt read the backups that pack writes",
        .enabled(if: PackageIndex.isReachable, "PyPI is not reachable, so that no other reader can be installed"))
    func otherReaders() throws {
        let container = try SampleContainer(Self.contents)
        let folder = TemporaryDirectory()
        folder.write("passphrase", "other\n")
        let python = try PackageIndex.environment(with: ["pyiosbackup", "iphone_backup_decrypt"], in: folder("venv"))
        #expect(try run("pack", "--backup", container.path, folder("plain")).status == 0)
        #expect(
            try run(
                "pack", "--backup", "--encrypt", "--iterations", "100", "--new-passphrase-file", folder("passphrase"),
                container.path, folder("encrypted")
            ).status == 0)
        let result = try runCommand([
            python, "-c",
            Script.text("packing_other_readers"), folder("plain"), folder("encrypted"),
        ])
        #expect(result.text == "True True\nTrue True\nTrue\n", "\(result.errors)")
    }

    @Test(
        "a file of unknown protection class has none in a plain backup; in an encrypted one it has class 3, and is counted",
        arguments: [false, true])
    func unknownClass(isEncrypted: Bool) throws {
        let folder = TemporaryDirectory()
        folder.write("App/Documents/unknown", "x")
        folder.write("App/Documents/other", "x")
        folder.write("App/Library/complete", "x")
        try folder.setAttribute("user.dev.sandglass.protection-class", Array("1".utf8), on: "App/Library/complete")
        folder.write("secret", "passphrase\n")
        let options = isEncrypted ? ["--encrypt", "--iterations", "10", "--new-passphrase-file", folder("secret")] : []
        let made = try runCommand(
            [sandglass, "pack", "--backup", "--bundle-id", "org.example.app", folder("App"), folder("B")] + options)
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.text.contains("2 files of unknown protection class encrypted as class 3") == isEncrypted)
        let unlocking = isEncrypted ? ["--passphrase-file", folder("secret")] : []
        let place = folder("B/AppDomain-org.example.app")
        for (path, classes) in [("Documents/unknown", isEncrypted ? "3" : "none"), ("Library/complete", "1")] {
            let found = try runCommand([sandglass, "explain", "--json", "\(place)/\(path)"] + unlocking)
            let number = found.text.firstMatch(of: #/"protectionClass" : (\d)/#).map { String($0.1) }
            #expect(number ?? "none" == classes, "\(path): \(found.text)\(found.errors)")
        }
        guard !isEncrypted else { return }
        // Readers of backups expect the key: 0, as for directories.
        let recorded = try Python.lines(
            """
            import plistlib, sqlite3, sys
            rows = sqlite3.connect(sys.argv[1]).execute('SELECT relativePath, file FROM Files WHERE flags = 1 ORDER BY 1')
            for path, file in rows: print(path, plistlib.loads(file)['$objects'][1]['ProtectionClass'])
            """, folder("B/Manifest.db"))
        #expect(recorded == ["Documents/other 0", "Documents/unknown 0", "Library/complete 1"])
    }

    @Test("AppDataInfo.plist has the keys, the types and the order of the one that Xcode writes")
    func informationOfXcode() throws {
        let folder = TemporaryDirectory()
        try Python.run(
            """
            import os, plistlib, sys
            os.chdir(sys.argv[1])
            device = 'D/data/Containers/'
            os.makedirs(device + 'Data/Application/A/Documents')
            os.makedirs(device + 'Bundle/Application/B/Ex.app')
            plistlib.dump({}, open('D/device.plist', 'wb'))
            plistlib.dump({'CFBundleIdentifier': 'org.example.app', 'CFBundleName': 'Example',
                'CFBundleExecutable': 'Ex', 'CFBundleShortVersionString': '4.2', 'CFBundleVersion': '317',
                'MinimumOSVersion': '15.0'}, open(device + 'Bundle/Application/B/Ex.app/Info.plist', 'wb'))
            plistlib.dump({'MCMMetadataIdentifier': 'org.example.app', 'MCMMetadataContentClass': 2},
                open(device + 'Data/Application/A/.com.apple.mobile_container_manager.metadata.plist', 'wb'))
            """, [folder.path])
        let start = Date()
        let packed = try run("pack", folder("D/data/Containers/Data/Application/A"), folder("P.xcappdata"))
        #expect(packed.status == 0, "\(packed.errors)")
        // The keys of `WeightTracker.xcappdata`, which Xcode wrote, in their order there.
        let script = """
            import datetime, plistlib, sys
            bytes = open(sys.argv[1], 'rb').read()
            list = plistlib.loads(bytes)
            date = datetime.datetime.strptime(list['XCDownloadDate'], '%Y-%m-%d %H:%M.%S.%f')
            print(bytes[:8].decode(), len(list['XCDownloadDate']), date.timestamp())
            for key, value in list.items(): print(type(value).__name__, key, value)
            """
        let lines = try Python.lines(script, folder("P.xcappdata/AppDataInfo.plist"))
        #expect(
            lines.dropFirst().filter { !$0.contains("XCDownloadDate") } == [
                "str XCExecutableName Ex", "str XCMinimumOSVersion 15.0", "str CFBundleIdentifier org.example.app",
                "str XCApplicationName Example", "str XCExecutableVersion 317",
            ])
        #expect(lines.dropFirst().first?.hasPrefix("str XCDownloadDate ") == true)
        let head = lines[0].split(separator: " ")
        #expect(head[0] == "bplist00" && head[1] == "23")
        let time = try #require(Double(head[2]))
        #expect(time >= start.timeIntervalSince1970 - 1 && time <= Date().timeIntervalSince1970 + 1)
        if let sample = sharedSample("WeightTracker.xcappdata") {
            let real = try Python.lines(script, sample + "/AppDataInfo.plist")
            let keys = { (lines: [String]) in lines.dropFirst().map { $0.split(separator: " ").prefix(2) } }
            #expect(keys(lines) == keys(real))
        }
        #expect(try run("info", folder("P.xcappdata")).text.contains("317"))
    }

    @Test("what Xcode wrote about the app comes along in a package")
    func information() throws {
        let folder = TemporaryDirectory()
        let values = [
            "CFBundleIdentifier": "org.example.app", "XCApplicationName": "Example", "XCExecutableName": "Ex",
            "XCExecutableVersion": "4.2", "XCMinimumOSVersion": "15.0",
        ]
        try Python.run(
            """
            import json, os, plistlib, sys
            os.makedirs(sys.argv[1] + '/A.xcappdata/AppData/Documents')
            plistlib.dump(json.loads(sys.argv[2]), open(sys.argv[1] + '/A.xcappdata/AppDataInfo.plist', 'wb'))
            """,
            [folder.path, String(decoding: try JSONEncoder().encode(values), as: UTF8.self)])
        #expect(try run("pack", folder("A.xcappdata"), folder("B.xcappdata")).status == 0)
        #expect(try run("pack", folder("A.xcappdata"), folder("C.zip")).status == 0)
        #expect(try runCommand(["bsdtar", "-xf", folder("C.zip"), "-C", folder.path]).status == 0)
        for package in ["B", "C"] {
            let found = try Python.lines(
                "import json, plistlib, sys; print(json.dumps(plistlib.load(open(sys.argv[1], 'rb'))))",
                folder("\(package).xcappdata/AppDataInfo.plist"))
            let read = try JSONDecoder().decode([String: String].self, from: Data((found.first ?? "").utf8))
            #expect(read == values, "\(package)")
        }
    }

    @Test("a backup gives a file the attributes in its AppleDouble file, and lacks the AppleDouble file")
    func appleDouble() throws {
        let container = try SampleContainer(Script.text("packing_apple_double"))
        let folder = TemporaryDirectory()
        let packed = try run("pack", "--backup", container.path, folder("B"))
        #expect(packed.status == 0, "\(packed.errors)")
        let found = try Python.lines(
            """
            import plistlib, sqlite3, sys
            for path, blob in sqlite3.connect(sys.argv[1] + '/Manifest.db').execute(
                    "SELECT relativePath, file FROM Files WHERE relativePath LIKE '%kept' OR relativePath LIKE '%orphan'"):
                objects = plistlib.loads(blob)['$objects']
                attributes = objects[1].get('ExtendedAttributes')
                print(path, attributes and plistlib.loads(objects[attributes.data]))
            """, folder("B"))
        #expect(
            found.sorted() == ["Documents/._orphan None", "Documents/kept {'org.example.kept': b'value'}"],
            "\(found)")
        // The rules agree.
        let set = try run("backup-set", container.path, "--json").text.split(separator: "\n").filter {
            $0.contains("kept")
        }
        #expect(set.contains { $0.contains(#""path":"Documents/kept""#) && $0.contains(#""backedUp":true"#) })
        #expect(set.contains { $0.contains(#""path":"Documents/._kept""#) && $0.contains(#""reason":"apple-double""#) })
        let comparison = try run("backup-set", container.path, "--compare", folder("B"))
        #expect(!comparison.text.contains("kept") && !comparison.text.contains("orphan"), "\(comparison.text)")
    }

    @Test("backup-set --compare lists where a backup and the rules disagree")
    func comparing() throws {
        let container = try SampleContainer("open('Documents/new', 'w').close()")
        let folder = TemporaryDirectory()
        #expect(try run("pack", "--backup", container.path, folder("B")).status == 0)
        let same = try run("backup-set", container.path, "--compare", folder("B"))
        #expect(same.status == 0 && same.text.contains("agreed on"), "\(same.text)")
        let backup = try SampleBackup(
            """
            add(APP, '')
            add(APP, 'Documents')
            add(APP, 'Library')
            add(APP, 'Library/Caches')
            add(APP, 'Library/Caches/held', b'x')
            """)
        let result = try run("backup-set", container.path, "--compare", backup.path)
        #expect(result.status == 1)
        let lines = result.lines.map { $0.trimmingPrefix { $0 == " " }.description }
        #expect(lines.contains("Documents/new"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("Library/Caches/") && $0.contains("not backed up") }, "\(lines)")
        #expect(lines.contains("Library/Caches/held"))
        // A backup alone: its deviations from the rules.
        let own = try run("backup-set", backup.path, "--compare", backup.path)
        #expect(own.status == 1 && own.text.contains("left out by the rules, but in the backup:"), "\(own.text)")
        let json = try run("backup-set", container.path, "--json", "--compare", backup.path)
        #expect(json.lines.contains { $0.contains(#""finding":"only-in-backup""#) })
        #expect(try run("backup-set", container.path, "--compare", container.path).status == 66)
    }

    @Test("items that cannot be packed are refused with the reason, and nothing is left")
    func refusals() throws {
        let container = try SampleContainer()
        let folder = TemporaryDirectory()
        let bundle = folder("X.app")
        try folder.makeDirectory("X.app")
        folder.write(
            "X.app/Info.plist", "<plist><dict><key>CFBundleIdentifier</key><string>a.b</string></dict></plist>")
        #expect(try run("pack", "--backup", bundle, folder("B")).errors.contains("is never backed up"))
        #expect(try run("pack", bundle, folder("B.xcappdata")).status == 65)
        #expect(try run("pack", "--backup", container.path, folder("none/B")).status == 74)
        #expect(try run("pack", container.path, folder("B")).status == 64)
        #expect(try run("pack", "--encrypt", container.path, folder("B.xcappdata")).status == 64)
        let asked = try runCommand([
            "setsid", "-w", sandglass, "pack", "--backup", "--encrypt", container.path, folder("B"),
        ])
        #expect(asked.status == 64 && asked.errors.contains("--new-passphrase-file"))
        #expect(try run("unpack", folder.path, "a.b", folder("U")).status == 66)
        #expect(try runCommand(["ls", "-A", folder.path]).text == "X.app\n")
    }
}
