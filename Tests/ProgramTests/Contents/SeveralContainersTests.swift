import System
import TestSupport
import Testing

/// Search commands, on everything that holds several containers. Python wrote the texts to find.
@Suite("Searching several containers", .onManyThreads)
struct SeveralContainersTests {
    /// The sources of the containers.
    enum Source: CaseIterable, Sendable {
        case folder, simulators, deviceCopy, backup, encryptedBackup, zippedBackup, encryptedTar

        var isBackup: Bool { ![.folder, .simulators, .deviceCopy].contains(self) }
        var isEncrypted: Bool { self == .encryptedBackup || self == .encryptedTar }

        /// The path that is given, from the directory of the test.
        var argument: String {
            switch self {
            case .zippedBackup: "B.zip/B"
            case .encryptedTar: "B.tar.gz"
            default: "B"
            }
        }

        /// The containers, by their paths from the directory of the test.
        var containers: [String] {
            let names: [String] =
                switch self {
                case .folder: ["One.xcappdata/AppData", "Zwei ü.xcappdata/AppData"]
                case .simulators: (1...3).map { "D\($0)/data/Containers/Data/Application/0000000\($0)" }
                case .deviceCopy:
                    [DeviceCopy.notes, DeviceCopy.camera, DeviceCopy.sharedGroup, DeviceCopy.notesCloud]
                default: ["AppDomain-org.example.app", "AppDomainGroup-group.org.example", "HomeDomain"]
                }
            return names.map { "\(argument)/\($0)" }
        }

        /// The files to be found, with their contents.
        var needles: [(path: String, contents: String)] {
            containers.enumerated().map { ("\($1)/Documents/needle-\($0).txt", "the needle \($0)") }
        }
    }

    private let folder = TemporaryDirectory()

    /// Makes a source, and returns the options that open it.
    private func make(_ source: Source) throws -> [String] {
        if source.isBackup { return try makeBackup(source) }
        if source == .deviceCopy {
            let copy = TemporaryDirectory()
            try DeviceCopy.make(in: copy)
            try #require(try runCommand(["cp", "-a", copy.path, folder("B")]).status == 0)
        }
        try Python.run(Script.text("several_containers_make"), [folder.path] + source.containers)
        return []
    }

    private func makeBackup(_ source: Source) throws -> [String] {
        let script = source.containers.enumerated().map { number, container in
            let domain = container.split(separator: "/").last ?? ""
            return """
                for place in ['', 'Documents', 'Library']: add('\(domain)', place)
                add('\(domain)', 'Documents/needle-\(number).txt', b'the needle \(number)')
                add('\(domain)', 'Library/other.txt', b'x' * (1000 * \(number) + 1))
                """
        }
        let backup = try SampleBackup(encrypted: source.isEncrypted, script.joined(separator: "\n"))
        try #require(try runCommand(["cp", "-a", backup.path, folder("B")]).status == 0)
        let archive: [String]? =
            switch source {
            case .zippedBackup: ["B.zip", "-C", folder.path, "B"]
            case .encryptedTar: ["B.tar.gz", "-C", folder("B"), "."]
            default: nil
            }
        if let archive {
            try #require(
                try runCommand(["bsdtar", "-a", "-cf", folder(archive[0])] + archive.dropFirst()).status == 0)
            try #require(try runCommand(["rm", "-r", folder("B")]).status == 0)
        }
        folder.write("passphrase", SampleBackup.passphrase + "\n")
        return source.isEncrypted ? ["--passphrase-file", "passphrase"] : []
    }

    /// Runs the program in the directory of the test.
    private func sandglass(_ words: [String], in directory: String = ".") throws -> CommandResult {
        let settings = ["-C", folder(directory), "LC_ALL=C.UTF-8", "XDG_STATE_HOME=\(folder("state"))"]
        return try runCommand(["env"] + settings + [ProgramTests.sandglass] + words)
    }

    @Test(
        "grep and find name their results by container, in paths that other commands take",
        arguments: Source.allCases)
    func found(source: Source) throws {
        let options = try make(source)
        let paths = source.needles.map(\.path).sorted()
        let hits = try sandglass(["grep", "the needle", source.argument] + options)
        #expect(hits.status == 0, "\(hits.errors)")
        #expect(hits.sortedLines == source.needles.map { "\($0.path):1: \($0.contents)" }.sorted())
        let names = try sandglass(["grep", "-l", "needle", source.argument] + options)
        #expect(names.sortedLines == paths && names.status == 0)
        let found = try sandglass(["find", "needle-", source.argument] + options)
        #expect(found.sortedLines == paths && found.status == 0, "\(found.errors)")
        let bytes = try sandglass(["find", "--print0", "needle-", source.argument] + options)
        #expect(bytes.text.split(separator: "\0").sorted() == paths.map { folder($0)[...] }.sorted())
        for (path, contents) in source.needles {
            #expect(try sandglass(["show", "--as", "raw", path] + options).text == contents)
            #expect(try sandglass(["explain", path] + options).status == 0)
        }
        for words in [["grep", "--json", "the needle"], ["find", "--json", "needle-"]] {
            let lines = try sandglass(words + [source.argument] + options)
            let joined = try Python.lines(
                """
                import json, sys
                for line in open(sys.argv[1]):
                    item = json.loads(line)
                    print(item['container'] + '/' + item['path'])
                """, folder.write("lines", lines.stdout))
            #expect(joined.sorted() == paths.map { folder($0) }.sorted(), "\(lines.text)")
        }
        let none = try sandglass(["grep", "nowhere at all", source.argument] + options)
        #expect(none.status == 1 && none.text.isEmpty)
    }

    @Test("usage lists the containers, the largest first, and their total", arguments: Source.allCases)
    func usage(source: Source) throws {
        let options = try make(source)
        let result = try sandglass(["usage", "--json", source.argument] + options)
        #expect(result.status == 0, "\(result.errors)")
        let rows = try Python.lines(
            """
            import json, sys
            rows = [json.loads(line) for line in open(sys.argv[1])]
            assert [r['row'] for r in rows] == ['container'] * (len(rows) - 1) + ['total'], rows
            sizes = [r['bytes'] for r in rows]
            assert sizes[:-1] == sorted(sizes[:-1], reverse=True) and sum(sizes[:-1]) == sizes[-1], sizes
            for r in rows[:-1]: print(r['container'], r['bytes'])
            """, folder.write("rows", result.stdout))
        let known = source.containers.enumerated().map { "\(folder($1)) \(12 + 1000 * $0 + 1)" }
        // Other sources also have metadata, and a device copy has more containers.
        if source == .folder || source.isBackup { #expect(rows.sorted() == known.sorted()) }
        #expect(rows.count >= known.count)
        let text = try sandglass(["usage", "--top", "1", source.argument] + options)
        #expect(text.lines.count == 3 && text.lines[1].contains("total:"), "\(text.text)")
        if source == .folder { #expect(text.lines[0].hasSuffix("  \(source.containers[1])/")) }
    }

    @Test(
        "a manifest of containers has their contents, decrypted, and is compared as such",
        arguments: Source.allCases)
    func manifest(source: Source) throws {
        let options = try make(source)
        let made = try sandglass(["hash", "--containers", source.argument, "--output", "manifest"] + options)
        #expect(made.status == 0, "\(made.errors)")
        let digests = try Python.lines(
            """
            import hashlib, json, sys
            lines = [json.loads(line) for line in open(sys.argv[1])]
            assert lines[0]['of'] == 'containers' and lines[-1]['items'] == len(lines) - 2, lines
            known = {line['path']: line.get('sha256') for line in lines[1:-1]}
            assert len(known) == len(lines) - 2
            for path, contents in zip(sys.argv[2::2], sys.argv[3::2]):
                print(known[path] == hashlib.sha256(contents.encode()).hexdigest())
            """,
            [folder("manifest")]
                + source.needles.flatMap { [String($0.path.dropFirst(source.argument.count + 1)), $0.contents] })
        #expect(digests == source.needles.map { _ in "True" })
        let same = try sandglass(["hash", "--check", "manifest", source.argument] + options)
        #expect(same.status == 0 && same.text.isEmpty, "\(same.text)\(same.errors)")
        let again = try sandglass(["hash", "--containers", source.argument] + options)
        let written = try readFile(folder("manifest"))
        #expect(again.stdout == written)
        guard source == .folder else { return }
        folder.write(source.needles[1].path, "the Needle 1")
        let changed = try sandglass(["hash", "--check", "manifest", source.argument])
        #expect(changed.status == 1 && changed.lines.count == 1, "\(changed.text)")
        #expect(changed.text.hasPrefix("changed  Zwei ü.xcappdata/AppData/Documents/needle-1.txt: "))
        // A manifest of the stored files is another matter.
        #expect(try sandglass(["hash", source.argument, "--output", "stored"]).status == 0)
        #expect(try sandglass(["hash", "--check", "stored", source.argument]).status == 0)
        #expect(try sandglass(["hash", "--containers", "--check", "stored", source.argument]).status == 65)
    }

    @Test(
        "a domain of a backup and a directory in an archive have their own manifests",
        arguments: Source.allCases.filter(\.isBackup))
    func inside(source: Source) throws {
        let options = try make(source)
        let (path, contents) = source.needles[0]
        let digest = try python(
            "import hashlib, sys; print(hashlib.sha256(sys.argv[1].encode()).hexdigest(), end='')", contents)
        let sums = try sandglass(["hash", "--sha256sum", source.containers[0]] + options)
        #expect(sums.status == 0, "\(sums.errors)")
        #expect(sums.lines.first { $0.hasSuffix("needle-0.txt") } == "\(digest)  Documents/needle-0.txt")
        let one = try sandglass(["hash", "--sha256sum", path] + options)
        #expect(one.lines == ["\(digest)  needle-0.txt"], "\(one.errors)")
        let below = try sandglass(["hash", source.containers[0] + "/Documents", "--output", "manifest"] + options)
        #expect(below.status == 0)
        #expect(
            try sandglass(["hash", "--check", "manifest", source.containers[0] + "/Documents"] + options).status == 0)
        #expect(
            try sandglass(["hash", "--check", "manifest", source.containers[1] + "/Documents"] + options).status == 1)
        #expect(try sandglass(["hash", source.containers[0] + "/nowhere"] + options).status == 66)
        let stored = source.argument.contains(".") ? source.argument + "/Manifest.plist" : nil
        if let stored, source == .zippedBackup { #expect(try sandglass(["hash", stored]).status == 0) }
    }

    @Test("info lists them, as apps does", arguments: Source.allCases)
    func info(source: Source) throws {
        let options = try make(source)
        let result = try sandglass(["info", source.argument] + options)
        let listed = try sandglass(["apps", source.argument] + options)
        #expect(result.status == 0 && result.stdout == listed.stdout)
    }

    @Test("sources that cannot be opened are reported, the rest is searched, and the status says so")
    func partly() throws {
        _ = try make(.folder)
        let locked = try SampleBackup(encrypted: true, "add(APP, 'Documents/needle', b'the needle')")
        try #require(try runCommand(["cp", "-a", locked.path, folder("B/Locked")]).status == 0)
        let needles = Source.folder.needles
        let hits = try sandglass(["grep", "-l", "needle", "B"])
        #expect(hits.status == 66 && hits.sortedLines == needles.map(\.path).sorted())
        #expect(hits.errors.contains("/B/Locked is encrypted"), "\(hits.errors)")
        let found = try sandglass(["find", "needle-", "B"])
        #expect(found.status == 66 && found.sortedLines == needles.map(\.path).sorted())
        let usage = try sandglass(["usage", "B"])
        #expect(usage.status == 66 && usage.lines.count == 4, "\(usage.text)")
        let hashed = try sandglass(["hash", "--containers", "B"])
        #expect(hashed.status == 66 && hashed.text.contains("needle-1.txt"))
        // App information describes a single app.
        #expect(try sandglass(["grep", "--file-sharing", "yes", "needle", "B"]).status == 64)
    }

    @Test("printed paths begin with the given ones, whether these lead to one container or to several")
    func arguments() throws {
        _ = try make(.folder)
        let (one, two) = (Source.folder.needles[0].path, Source.folder.needles[1].path)
        func grep(_ words: String..., in directory: String = ".") throws -> [String] {
            try sandglass(["grep", "-l", "needle"] + words, in: directory).sortedLines
        }
        #expect(try grep("B/One.xcappdata") == [one])
        #expect(
            try grep("B/One.xcappdata/AppData/Documents", "B/One.xcappdata/AppData/Library") == [one])
        #expect(
            try grep("B/One.xcappdata/AppData/Documents", "./B/Zwei ü.xcappdata/") == ["./" + two, one])
        #expect(try grep(".", in: "B") == [String(one.dropFirst(2)), String(two.dropFirst(2))])
        #expect(try grep(folder("B") + "/") == [folder(one), folder(two)])
    }
}

extension CommandResult {
    /// The lines of standard output, in the order of their bytes.
    fileprivate var sortedLines: [String] { lines.map(String.init).sorted() }
}
