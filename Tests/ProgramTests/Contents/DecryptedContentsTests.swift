import System
import TestSupport
import Testing

@Suite("What was encrypted in a backup", .onManyThreads)
struct DecryptedContentsTests {
    /// A word that is in every large file of the backup.
    private static let mark = "xyzzy-confidential-mark"

    /// An encrypted backup with a text, archives, a database and a property list of several megabytes each.
    private static let template = SharingSandbox.template(
        """
        import gzip, io, random, sqlite3, tarfile, zipfile
        random.seed(1)
        large = b'\(mark)\\n' + random.randbytes(6 << 20).hex().encode()
        write('App/Documents/plain.txt', large)
        with zipfile.ZipFile('App/Documents/a.zip', 'w', zipfile.ZIP_DEFLATED) as z: z.writestr('member.txt', large)
        with gzip.open('App/Documents/b.txt.gz', 'wb') as f: f.write(large)
        with tarfile.open('App/Documents/c.tar.gz', 'w:gz') as t:
            info = tarfile.TarInfo('inside.txt'); info.size = len(large); t.addfile(info, io.BytesIO(large))
        with zipfile.ZipFile('inner.zip', 'w') as z: z.writestr('inner.txt', large)
        with zipfile.ZipFile('App/Documents/d.zip', 'w') as z: z.write('inner.zip')
        connection = sqlite3.connect('App/Documents/e.sqlite'); connection.execute('create table t(x)')
        connection.execute('insert into t values (?)', (large,)); connection.commit(); connection.close()
        write('App/Documents/f.plist', plistlib.dumps({'key': large}, fmt=plistlib.FMT_BINARY))
        write('passphrase', b'word\\n')
        """)

    private let sandbox: SharingSandbox

    init() throws {
        sandbox = try SharingSandbox(copyOf: Self.template.get(), on: TestFiles.diskDirectory)
        let packed = try sandbox.run(
            "pack", "--backup", "--encrypt", "--iterations", "10", "--new-passphrase-file", "passphrase", "--bundle-id",
            "org.example.app", "App", "Backup")
        #expect(packed.status == 0, "\(packed.errors)")
    }

    private static let domain = "Backup/AppDomain-org.example.app"

    @Test(
        "is in memory alone while it is read",
        arguments: [
            ["grep", mark, domain], ["timeline", domain], ["audit", domain], ["hash", domain],
            ["show", "\(domain)/Documents/f.plist"], ["show", "\(domain)/Documents/e.sqlite", "--table", "t"],
            ["ls", "-R", domain], ["diff", domain, domain],
            ["show", "\(domain)/Documents/a.zip/member.txt"], ["show", "\(domain)/Documents/c.tar.gz/inside.txt"],
        ])
    func inMemory(call: [String]) throws {
        let result = try sandbox.run(
            call + ["--passphrase-file", "passphrase"],
            tracing: ["-o", sandbox("trace"), "-e", "trace=openat,openat2,open,creat"])
        #expect(result.status < 2 || result.status == 66 || result.status == 65, "\(call): \(result.errors)")
        let opened = try sandbox.text("trace").split(separator: "\n").filter { !$0.contains(" = -1 ") }
        let written = opened.filter { $0.contains("O_WRONLY") || $0.contains("O_RDWR") }
        let onDisk = written.filter { line in
            !line.contains("/dev/") && !line.contains("/proc/") && !line.contains("\"locks")
                && !line.contains(".sqlite")
        }
        #expect(!opened.contains { $0.contains("O_TMPFILE") }, "\(call)")
        for line in onDisk { #expect(line.contains("/state/") || line.contains("/data/"), "\(call): \(line)") }
        let found = try runCommand(
            ["grep", "-rl", Self.mark, sandbox("state"), sandbox("data"), sandbox("config")]).text
        #expect(found == "", "\(call): \(found)")
    }

    @Test("is on no disk but where it was asked for while a copy without secrets is made")
    func withoutSecrets() throws {
        let result = try sandbox.run(
            ["pack", "--without-secrets", Self.domain, "W.xcappdata", "--passphrase-file", "passphrase"],
            tracing: ["-o", sandbox("trace"), "-e", "trace=openat,openat2,open,creat"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try !sandbox.text("trace").contains("O_TMPFILE"))
    }

    @Test("is kept as a time point only if that is asked for")
    func kept() throws {
        let refused = try sandbox.run("keep", Self.domain, "--name", "d", "--passphrase-file", "passphrase")
        #expect(refused.status == 77 && refused.errors.contains("--decrypted"), "\(refused.errors)")
        #expect(try sandbox.run("keeps").lines == [])
        let kept = try sandbox.run(
            "keep", Self.domain, "--name", "d", "--decrypted", "--passphrase-file", "passphrase")
        #expect(kept.status == 0, "\(kept.errors)")
    }

    @Test("is for the owner alone where it is copied to, whatever the umask")
    func modes() throws {
        let variables = sandbox.variables.map { "\($0.key)=\($0.value)" }
        func run(_ words: String...) throws {
            let result = try runCommand(
                ["env"] + variables + ["sh", "-c", "umask 0; cd \"$0\"; exec \"$@\"", sandbox(""), sandglass] + words
                    + ["--passphrase-file", "passphrase"])
            #expect(result.status == 0, "\(words): \(result.errors)")
        }
        try run("export", "\(Self.domain)/Documents/f.plist", "--to", "host/out")
        try run("export", "\(Self.domain)/Documents", "--to", "host/out")
        try run("unpack", "Backup", "org.example.app", "U")
        try run("pack", Self.domain, "P.xcappdata")
        try run("pack", Self.domain, "P.zip")
        // From a time point that has it decrypted, likewise.
        try run("keep", Self.domain, "--name", "d", "--decrypted")
        try run("export", "@d/Documents/f.plist", "--to", "host/kept.plist", "--new-name")
        try run("pack", "@d", "K.xcappdata")
        for name in [
            "host/out/f.plist", "host/out/Documents", "U", "P.xcappdata", "P.zip", "host/kept.plist", "K.xcappdata",
            "K.xcappdata/AppData/Documents/f.plist",
        ] {
            var status = stat()
            #expect(stat(sandbox(name), &status) == 0 && status.st_mode & 0o077 == 0, "\(name)")
        }
    }
}
