import TestSupport
import Testing

@Suite("Backups that are not what their properties say", .onManyThreads)
struct BackupPlainnessTests {
    /// Makes a changed copy of a backup.
    private func changed(_ backup: SampleBackup, _ script: String, _ folder: TemporaryDirectory) throws -> String {
        let copied = try runCommand(["cp", "-a", backup.path, folder("B")])
        #expect(copied.status == 0)
        try Python.run("import os, plistlib, sys\nos.chdir(sys.argv[1])\n" + script, [folder("B")])
        return folder("B")
    }

    private static let markEncrypted = """
        properties = plistlib.load(open('Manifest.plist', 'rb'))
        properties['IsEncrypted'] = True
        properties['ManifestKey'] = bytes([4, 0, 0, 0]) + bytes(40)
        plistlib.dump(properties, open('Manifest.plist', 'wb'))
        """

    @Test("a backup without Manifest.plist opens, and a warning names the file", arguments: [false, true])
    func missing(isOld: Bool) throws {
        let folder = TemporaryDirectory()
        let path = try changed(
            try SampleBackup(old: isOld, BackupTests.script), "os.remove('Manifest.plist')", folder)
        let apps = try runCommand([sandglass, "apps", path])
        #expect(apps.status == 0 && apps.text.contains("org.example.app"), "\(apps.errors)")
        #expect(apps.errors.contains("Manifest.plist is missing; Manifest.\(isOld ? "mbdb" : "db") is read without it"))
        let shown = try runCommand([
            sandglass, "show", path + "/AppDomain-org.example.app/Documents/a.txt", "--as", "raw",
        ])
        #expect(shown.text == "hello", "\(shown.errors)")
        let unpacked = try runCommand([sandglass, "unpack", path, "org.example.app", folder("out")])
        #expect(unpacked.status == 0, "\(unpacked.errors)")
        #expect(try readFile(folder("out/Documents/big.bin")).count == 144_000)
    }

    @Test("the error for an encrypted backup without Manifest.plist says what is there and what is missing")
    func missingKeys() throws {
        let folder = TemporaryDirectory()
        let path = try changed(
            try SampleBackup(encrypted: true, BackupTests.script), "os.remove('Manifest.plist')", folder)
        for command in ["apps", "ls"] {
            let result = try runCommand([sandglass, command, path])
            #expect(result.status == 65, "\(result.errors)")
            #expect(
                result.errors.contains("MobileSync backup") && result.errors.contains("Manifest.plist is missing")
                    && result.errors.contains("Manifest.db"), "\(result.errors)")
        }
    }

    @Test("an app's own Manifest.db makes no backup of a directory")
    func ownManifest() throws {
        let folder = TemporaryDirectory()
        for directory in ["Documents", "Library", "tmp"] { try folder.makeDirectory("App/\(directory)") }
        try Python.run(
            """
            import sqlite3, sys
            connection = sqlite3.connect(sys.argv[1])
            connection.execute('CREATE TABLE Files (name TEXT)')
            connection.commit()
            """, [folder("App/Manifest.db")])
        let list = try runCommand([sandglass, "ls", folder("App")])
        #expect(list.status == 0 && list.text.contains("Documents"), "\(list.errors)")
    }

    @Test("files that are not encrypted are read without a passphrase, whatever Manifest.plist says")
    func decrypted() throws {
        let folder = TemporaryDirectory()
        let path = try changed(try SampleBackup(BackupTests.script), Self.markEncrypted, folder)
        try expectReadable(path, folder)
    }

    @Test("files that were decrypted in place, of which the records still have keys, are read as well")
    func decryptedWithKeys() throws {
        let folder = TemporaryDirectory()
        // The same items with keys in their records, and the plain files of the other backup.
        let plain = try SampleBackup(BackupTests.script)
        let keyed = try SampleBackup(encrypted: true, BackupTests.script + "\nencrypted = False\nisKeyed = True")
        let path = try changed(keyed, Self.markEncrypted, folder)
        try Python.run(
            """
            import os, shutil, sys
            plain, changed = sys.argv[1:]
            for name in os.listdir(plain):
                if len(name) == 2:
                    shutil.rmtree(changed + '/' + name, ignore_errors=True)
                    shutil.copytree(plain + '/' + name, changed + '/' + name)
            """, [plain.path, path])
        try expectReadable(path, folder)
    }

    private func expectReadable(_ path: String, _ folder: TemporaryDirectory) throws {
        let apps = try runCommand(["setsid", "-w", sandglass, "apps", path])
        #expect(apps.status == 0 && apps.text.contains("org.example.app"), "\(apps.errors)")
        #expect(apps.errors.contains("Manifest.plist calls it encrypted, but its files are not"), "\(apps.errors)")
        let shown = try runCommand(
            ["setsid", "-w", sandglass, "show", path + "/AppDomain-org.example.app/Documents/a.txt", "--as", "raw"])
        #expect(shown.text == "hello", "\(shown.errors)")
        let unpacked = try runCommand(["setsid", "-w", sandglass, "unpack", path, "org.example.app", folder("out")])
        #expect(unpacked.status == 0, "\(unpacked.errors)")
        let pattern = Array("0123456789abcdef".utf8)
        #expect(try readFile(folder("out/Documents/big.bin")) == (0..<9_000).flatMap { _ in pattern })
    }
}
