import ContainerModel
import FileTree
import System
import TestSupport
import Testing

@Suite(.onManyThreads)
struct BackupSetTests {
    @Test(
        "the backup set matches the rules document, item by item",
        arguments: ["every", "icloud", "encrypted", "unencrypted"])
    func matchesOracle(kind: String) throws {
        let fixture = try Fixture()
        let before = try fixture.fingerprint()
        let options = kind == "every" ? [] : ["--" + kind]
        let output = try runBackupSet(fixture, options)
        #expect(output.status == 0, "\(output.errors)")
        let found = try ReportLine.read(output.lines).map { line in
            "\(line.backedUp == true ? "+" : "-") \(line.reason ?? "") \(line.size.map(String.init) ?? "-1") \(line.pythonPath)"
        }
        let expected = try Python.lines(Oracle.backupSet, fixture.path, kind)
        #expect(found.count == 67)
        #expect(found == expected)
        #expect(try fixture.fingerprint() == before)
    }

    @Test("the totals are the sums of the rows, and each hard link counts as a file")
    func totals() throws {
        let fixture = try Fixture()
        let output = try runBackupSet(fixture, [])
        let totals = try decode(BackupTotals.self, output.lines.last)
        let rows = try Python.lines(Oracle.backupSet, fixture.path, "every").filter { $0.hasPrefix("+") }
        let sizes = rows.compactMap { UInt64($0.split(separator: " ")[1]) }
        #expect(totals.backedUp.bytes == sizes.reduce(0, +))
        #expect(totals.backedUp.files == sizes.count)
        #expect(totals.backedUp.links == 2)
        #expect(totals.backedUp.directories == rows.count - sizes.count - 2)
        #expect(totals.topDirectories.map(\.path) == [".", "Documents", "Library"])
        #expect(totals.topDirectories.map(\.backedUp.bytes).reduce(0, +) == totals.backedUp.bytes)
        #expect(totals.unreadable == 0)
    }

    @Test("10,000 nested directories are traversed with few of them open")
    func deep() throws {
        // Other tests have files open, too.
        try inOwnProcess {
            let fixture = try Fixture(Self.nested(levels: 10_000, name: "d"))
            defer { _ = try? runCommand(["rm", "-rf", fixture.path + "/Documents"]) }
            var walk = TreeWalk(of: try RootedDirectory(hostPath: Array(fixture.path.utf8)), start: "Documents")
            var (directories, behind, deepest, highest) = (0, 0, 0, Int32(0))
            while let step = walk.next() {
                guard case .item(let item) = step else { continue }
                deepest = max(deepest, item.depth)
                highest = max(highest, item.directory.descriptor?.number ?? .max)
                if item.name.elementsEqual("d".utf8) { directories += 1 }
                if item.name.elementsEqual("z".utf8) { behind += 1 }
            }
            #expect(directories == 10_000)
            #expect(behind == 10_000)
            #expect(deepest == 10_000)
            #expect(highest < 1_000)
        }
    }

    @Test("paths longer than `PATH_MAX` are part of the set, however few files may be open")
    func longPaths() throws {
        let fixture = try Fixture(Self.nested(levels: 800, name: "a directory"))
        defer { _ = try? runCommand(["rm", "-rf", fixture.path + "/Documents"]) }
        let result = try runCommand([
            "env", "XDG_STATE_HOME=\(fixture.state)", "sh", "-c",
            "ulimit -S -n 128; ulimit -H -n 128; \(Products.executable("sandglass")) backup-set --json \(fixture.path)",
        ])
        let lines = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(result.stderr.isEmpty)
        #expect(try ReportLine.read(lines).filter { $0.path?.hasSuffix("/z") == true }.count == 800)
        #expect(try decode(BackupTotals.self, lines.last).unreadable == 0)
    }

    /// Returns Python that nests directories in Documents, each after a file that is sorted behind it.
    private static func nested(levels: Int, name: String) -> String {
        """
        os.chdir(os.path.join(root, 'Documents'))
        for _ in range(\(levels)):
            open('z', 'w').close()
            os.mkdir('\(name)')
            os.chdir('\(name)')
        """
    }

    @Test(
        "a directory that cannot be read is reported, and the others are listed")
    func unreadable() throws {
        let fixture = try Fixture("os.chmod(os.path.join(root, 'Documents/a'), 0)")
        defer { _ = try? runCommand(["chmod", "755", fixture.path + "/Documents/a"]) }
        // The superuser can read every directory.
        let asOther = isRoot ? "setpriv --reuid 65534 --regid 65534 --clear-groups" : ""
        let script = """
            chmod 755 "$1"; cp "$0" "$1/program"; cd /
            XDG_STATE_HOME="$1/state" exec \(asOther) "$1/program" backup-set --json "$2"
            """
        let output = try runCommand(
            ["sh", "-ec", script, Products.executable("sandglass"), fixture.base, fixture.path])
        #expect(output.status == 66)
        #expect(output.errors.contains("Documents/a"), "\(output.errors)")
        // The last line is the error.
        let lines = output.lines.dropLast().map(String.init)
        #expect(try ReportLine.read(lines).contains { $0.path == "Documents/a.txt" })
        #expect(try decode(BackupTotals.self, lines.last).unreadable == 1)
    }

    @Test(
        "the backup set of a downloaded container is its root, Library, Application Support and the store",
        arguments: DownloadedContainer.origins)
    func downloaded(origin: DownloadedContainer.Origin) throws {
        let package = try DownloadedContainer(origin)
        let result = try runCommand([Products.executable("sandglass"), "backup-set", "--held", "--json", package.path])
        let lines = String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(
            try ReportLine.read(lines).map(\.path) == [
                ".", "Library", "Library/Application Support", package.database,
            ]
        )
        #expect(try decode(BackupTotals.self, lines.last).backedUp.bytes == UInt64(package.databaseSize))
    }

    private func runBackupSet(_ fixture: Fixture, _ options: [String]) throws -> Fixture.Output {
        guard let option = options.first else { return try fixture.run("backup-set", "--json", fixture.path) }
        return try fixture.run("backup-set", "--json", option, fixture.path)
    }

    @Test("the largest files in the backup are listed, and the size of what seems to be re-creatable")
    func largest() throws {
        let fixture = try Fixture(
            """
            for number in range(12): write(f"Documents/large {number}", 1 << 20 | number)
            write("Documents/sparse.tmp", 5); write("Library/Caches/huge", 9 << 20)
            write("Library/Application Support/org.example.app/thumbnails/one", 700)
            """)
        let found = try Python.lines(
            Script.text("backup_set_largest"), try fixture.run("backup-set", "--json", fixture.path).text)
        #expect(found.dropLast(2) == (2..<12).reversed().map { "Documents/large \($0) \(1 << 20 | $0)" }[...])
        for sums in found.suffix(2) {
            let words = sums.split(separator: " ")
            #expect(words[0] == words[1] && words.last != "False", "\(found)")
        }
        let text = try fixture.run("backup-set", fixture.path).text
        #expect(text.contains("largest files:") && text.contains("    1.0 MB  Documents/large 11"))
        #expect(text.contains("although it seems recreatable: "), "\(text)")
    }

    @Test("the metadata file of a container is in no backup, and is named as such", arguments: [2, 7])
    func metadata(contentClass: Int) throws {
        let fixture = try Fixture(
            """
            import plistlib
            name = '.com.apple.mobile_container_manager.metadata.plist'
            plistlib.dump({'MCMMetadataIdentifier': 'org.example.app', 'MCMMetadataContentClass': \(contentClass)},
                open(os.path.join(root, name), 'wb'))
            """)
        let output = try fixture.run("backup-set", fixture.path)
        let line = output.lines.first { $0.contains("metadata.plist") }
        #expect(line?.contains("the container's metadata file is not backed up") == true, "\(output.text)")
        #expect(line?.contains("real iOS 14 backup") == true)
    }
}
