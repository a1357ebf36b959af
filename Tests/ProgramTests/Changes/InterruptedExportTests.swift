import System
import TestSupport
import Testing

@Suite(
    "Exports that are killed",
    .serialized, .onManyThreads)
struct InterruptedExportTests {
    enum Source: String, CaseIterable, Sendable { case encryptedBackup, backupGone, archive }

    /// The call before which the program is killed: after the copies were recorded, or while they are made.
    enum Moment: String, CaseIterable, Sendable {
        case renaming = "renameat2"
        case settling = "syncfs"
    }

    @Test(
        "the next start completes them or rolls them back, without the source and its passphrase",
        arguments: Source.allCases,
        Moment.allCases)
    func killed(source: Source, moment: Moment) throws {
        let sandbox = try SharingSandbox("os.makedirs('out')")
        let backup = try SampleBackup(
            encrypted: true,
            """
            for path in ['', 'Documents', 'Documents/sub']: add(APP, path)
            for letter in ['a', 'b']: add(APP, 'Documents/sub/' + letter, letter.encode())
            add(APP, 'Documents/c', b'c')
            """)
        var paths = ["sub", "c"].map { "\(backup.path)/AppDomain-org.example.app/Documents/\($0)" }
        if source == .archive {
            try python(
                """
                import os, sys, zipfile
                os.chdir(sys.argv[1])
                with zipfile.ZipFile('App.zip', 'w') as z:
                    for name in ['sub/a', 'sub/b', 'c']: z.writestr('Documents/' + name, name[-1])
                    z.writestr('Library/x', 'x')
                    z.write('App/.com.apple.mobile_container_manager.metadata.plist',
                        '.com.apple.mobile_container_manager.metadata.plist')
                """, sandbox(""))
            paths = ["sub", "c"].map { "App.zip/Documents/\($0)" }
        }
        let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }
        let killed = try runCommand(
            ["env", "-C", sandbox("")] + variables
                + ["strace", "-f", "-qq", "-o", "/dev/null", "-e"]
                + ["inject=\(moment.rawValue):signal=SIGKILL:when=1", sandglass, "export"] + paths
                + ["--to", "out", "--passphrase-file", backup.passphraseFile])
        #expect(killed.status == 137, "\(killed.errors)")
        if source == .backupGone { _ = try runCommand(["rm", "-r", backup.path]) }
        let next = try sandbox.run("mkdir", "App/Documents/new")
        let isDone = moment == .renaming
        #expect(next.status == 0)
        #expect(
            next.errors.hasPrefix(
                "sandglass: export (1) was interrupted, and has been \(isDone ? "completed" : "rolled back")\n"),
            "\(next.errors)")
        #expect(!next.errors.contains("could not"), "\(next.errors)")
        let found = try runCommand(["sh", "-c", "cd \"$0\" && find . | sort", sandbox("out")]).lines
        #expect(found == (isDone ? [".", "./c", "./sub", "./sub/a", "./sub/b"] : ["."]))
    }

    @Test("undo and redo take a passphrase, for a backup that names the container")
    func passphrase() throws {
        let sandbox = try SharingSandbox("os.makedirs('out')")
        let backup = try SampleBackup(
            encrypted: true, "for path in ['', 'Documents']: add(APP, path)\nadd(APP, 'Documents/c', b'c')")
        let domain = "\(backup.path)/AppDomain-org.example.app"
        let options = ["--passphrase-file", backup.passphraseFile]
        #expect(try sandbox.run(["export", "\(domain)/Documents/c", "--to", "out"] + options).status == 0)
        for (command, exists) in [("undo", false), ("redo", true)] {
            let result = try sandbox.run([command, "--container", domain] + options)
            #expect(result.status == 0, "\(result.errors)")
            #expect(try sandbox.has("out/c") == exists)
        }
    }
}
