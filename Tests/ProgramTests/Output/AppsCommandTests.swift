import TestSupport
import Testing

/// Devices as CoreSimulator lays them out, made with Python's plistlib.
@Suite("The apps command", .onManyThreads)
struct AppsCommandTests {
    private let directory = TemporaryDirectory()

    /// Two devices with an app's data and bundle each, one without apps, and a downloaded package beside them.
    private func makeDevices() throws {
        try python(Script.text("apps_command_make_devices"), directory.path)
    }

    @Test("every container of a set of devices is listed with what independent tools find in it")
    func json() throws {
        try makeDevices()
        let result = try run("apps", "--json", directory.path)
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.stdout.allSatisfy { $0 >= 0x20 || $0 == 0x0a })
        try python(Script.text("apps_command_json"), directory.path, input: result.stdout)
    }

    @Test("the list is a table with a heading for each device, sorted by name and safe for a terminal")
    func table() throws {
        try makeDevices()
        let lines = try run("apps", directory.path).lines
        let headings = lines.enumerated().filter { $0.element.hasSuffix(":") }
        #expect(headings.map(\.element).sorted() == ["iPad · iOS 16.4 · BBBB:", "iPhone 15 · iOS 17.2 · AAAA:"])
        #expect(lines.count == 12 && lines[0].hasPrefix("NAME "))
        let phone = try #require(headings.first { $0.element.hasPrefix("iPhone") }).offset
        #expect(lines[phone + 1].hasPrefix("Evil␛[2J  ") && lines[phone + 4].hasPrefix("Notes 日本"))
        // The first row of an app has the sum of its containers, the others are theirs.
        #expect(lines[phone + 1].contains("2 containers"))
        #expect(lines[phone + 2].hasPrefix("  data ") && lines[phone + 2].contains("data container"))
        #expect(lines[phone + 3].hasPrefix("  bundle ") && lines[phone + 3].contains("bundle container"))
        // The next command takes these paths.
        for line in lines.dropFirst() where !line.hasSuffix(":") && !line.contains("2 containers") {
            let start = try #require(line.firstRange(of: "  /"))
            #expect(try run("info", "/" + line[start.upperBound...]).status == 0)
        }
    }

    @Test(
        "which apps share files is a column, as the Finder lists them, with the keys that decide in JSON",
        arguments: [
            ("True", "True", "Finder, Files"), ("True", "False", "Finder"), ("False", "True", "no"),
            ("None", "None", "no"),
        ])
    func sharing(fileSharing: String, inPlace: String, cell: String) throws {
        try makeDevices()
        try python(
            """
            import glob, os, plistlib, sys
            path, = glob.glob(f"{sys.argv[1]}/BBBB/data/Containers/Bundle/Application/*/*.app/Info.plist")
            values = plistlib.load(open(path, 'rb'))
            for key, value in [('UIFileSharingEnabled', \(fileSharing)), ('LSSupportsOpeningDocumentsInPlace', \(inPlace))]:
                if value is not None: values[key] = value
            plistlib.dump(values, open(path, 'wb'))
            """, directory.path)
        let lines = try run("apps", directory("BBBB")).lines
        #expect(lines.first?.contains("  SHARED IN  ") == true)
        let shown = lines.filter { $0.contains("  \(cell)  ") }
        // The app's row and that of its data container; a bundle has no Documents.
        #expect(shown.count == 2 && !shown.contains { $0.contains("bundle") }, "\(lines)")
        let json = try run("apps", "--json", directory("BBBB"))
        let keys = try python(
            """
            import json, sys
            for row in map(json.loads, sys.stdin):
                if 'sharing' in row: print(row['role'], *row['sharing'].values(), row['documentsSharing']['finder'])
            """, input: json.stdout)
        let answers = [fileSharing, inPlace].map { $0 == "True" ? "yes" : "no" }
        let words = keys.split(separator: " ").map(String.init)
        #expect(words.first == "data" && Set(words.dropFirst().prefix(2)) == Set(answers), "\(keys)")
        #expect(keys.hasSuffix(" \(answers[0])\n"), "\(keys)")
    }

    @Test("the containers of a device copy are grouped by app, what apps share comes after them")
    func deviceCopy() throws {
        try DeviceCopy.make(in: directory)
        let lines = try run("apps", directory.path).lines
        let heading = "device copy · \(directory.path)/private/var:"
        #expect(lines[1] == heading)
        #expect(
            lines.dropFirst(2).map { $0.split(separator: " ")[0] }
                == [
                    "Camera", "data", "bundle", "-", "Notes", "data", "bundle", "plug-in", "plug-in", "iCloud", "Tide",
                    "data", "bundle", "app", "-", "shared",
                ])
        let json = try run("apps", "--json", directory.path)
        try python(
            """
            import json, sys
            found = [json.loads(line) for line in sys.stdin]
            def joined(app): return sorted(f['role'] for f in found if f.get('app') == app)
            assert joined('com.example.notes') == ['bundle', 'data', 'iCloud', 'plug-in', 'plug-in'], found
            assert joined('com.example.tide') == ['app group', 'bundle', 'data'], found
            shared, = [f for f in found if f['identifier'] == 'group.org.shared']
            assert 'app' not in shared and sorted(shared['apps']) == ['com.example.camera', 'com.example.notes'], shared
            """, input: json.stdout)
    }

    @Test("a path to a single container, or to an archive of one, lists that container")
    func single() throws {
        let container = try SampleContainer("")
        #expect(try run("apps", container.path).lines.count == 2)
        #expect(try run("apps", container.path + "/Documents").lines.count == 2)
        #expect(
            try runCommand(["tar", "-cf", directory("a.tar"), "-C", container.path, "."]).status == 0)
        let archived = try run("apps", directory("a.tar"))
        #expect(archived.status == 0 && archived.lines.count == 2)
    }

    @Test("containers are found 8 levels below a directory, and what lies deeper is said not to be examined")
    func deep() throws {
        for path in ["a", "a/b/c", "a/b/d/e/f/g/h", "x/1/2/3/4/5/6/7"] {
            for place in ["Documents", "Library", "tmp"] {
                try directory.makeDirectory("\(path)/App.\(path.count)/\(place)")
            }
        }
        let result = try run("apps", "--json", directory.path)
        let paths = try Python.lines(
            "import json, sys\nfor line in open(sys.argv[1]):\n  r = json.loads(line)\n  if 'path' in r: print(r['path'])",
            directory.write("found", result.stdout))
        #expect(
            paths.map { String($0.dropFirst(directory.path.count + 1)) }.sorted()
                == ["a/App.1", "a/b/c/App.5", "a/b/d/e/f/g/h/App.13"], "\(paths)")
        #expect(result.status == 65 && result.errors.contains("8 levels deep"), "\(result.errors)")
        let near = try run("apps", "--json", directory("x/1/2"))
        #expect(near.text.contains("App.15") && near.errors.isEmpty, "\(near.errors)")
    }

    @Test(
        "directories that cannot be read are counted and told, as usage does",
        .enabled(if: isRoot, "only root can do this"))
    func unreadable() throws {
        try makeDevices()
        let data = "data/Containers/Data/Application/00000000-0000-0000-0000-000000000001"
        let script = """
            chmod 755 "$1"; chmod 700 "$1/AAAA/$2/Documents"
            cp "$0" "$1/program"; chmod 755 "$1/program"
            cd /; exec setpriv --reuid 65534 --regid 65534 --clear-groups "$1/program" apps --json "$1"
            """
        let result = try shell(script, directory.path, data)
        #expect(result.status == 66 && result.lines.count { !$0.hasPrefix("{\"error\":") } == 6, "\(result.errors)")
        #expect(result.errors.contains("\(data): 1 item could not be read; everything else was counted"))
        #expect(result.lines.filter { $0.contains("\"unreadable\":1") }.count == 1)
    }

    @Test(
        "a directory without a container and a missing directory are refused", arguments: [("", 65), ("none", 66)])
    func nothing(name: String, status: Int32) throws {
        let result = try run("apps", directory.path + "/" + name)
        #expect(result.status == status && result.stdout.isEmpty && !result.errors.isEmpty)
    }

    @Test("ls and info list the containers of a directory or device that has several", arguments: ["ls", "info"])
    func otherCommands(command: String) throws {
        try makeDevices()
        for path in [directory.path, directory("AAAA")] {
            #expect(try run(command, path).text == run("apps", path).text)
            #expect(try run(command, "--json", path).text == run("apps", "--json", path).text)
        }
        // An Info.plist belongs to one app.
        let asked = try run(command, "--file-sharing", "yes", directory.path)
        #expect(asked.status == 65 && asked.stdout.isEmpty && asked.errors.contains("contains several containers"))
    }

    @Test("commands about a single item name it where there are several containers")
    func hint() throws {
        try makeDevices()
        for command in ["explain", "backup-set"] {
            let result = try run(command, directory.path)
            #expect(result.status == 65 && result.errors.contains("`sandglass apps` lists them"), "\(result.errors)")
        }
    }
}
