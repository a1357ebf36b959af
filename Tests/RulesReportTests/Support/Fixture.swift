import TestSupport

/// A container with an item in every place, made by Python.
final class Fixture {
    private let directory = TemporaryDirectory()
    /// The container's root.
    let path: String
    /// The state directory of the commands.
    let state: String

    init(_ more: String = "") throws {
        path = directory.path + "/App.xcappdata/AppData"
        state = directory.path + "/state"
        _ = try Python.lines(Self.program + "\n" + more, path)
    }

    /// The directory that contains the package and the state.
    var base: String { directory.path }

    /// Runs the program with the state directory of this fixture, under strace if there are options for it.
    func run(tracing: [String] = [], _ arguments: String...) throws -> Output {
        try run(tracing: tracing, words: arguments)
    }

    /// Runs the program with words that a test has in an array.
    func run(tracing: [String] = [], words arguments: [String]) throws -> Output {
        let tracer = tracing.isEmpty ? [] : ["strace", "-qq", "-o", "/dev/null"] + tracing
        let result = try runCommand(
            ["env", "XDG_STATE_HOME=\(state)", "XDG_DATA_HOME=\(base)/data", "LC_ALL=C.UTF-8"] + tracer + [
                Products.executable("sandglass")
            ]
                + arguments
        )
        return Output(
            status: result.status,
            lines: String(decoding: result.stdout, as: UTF8.self).split(separator: "\n").map(String.init),
            errors: String(decoding: result.stderr, as: UTF8.self)
        )
    }

    struct Output {
        let status: Int32
        let lines: [String]
        let errors: String
        var text: String { lines.joined(separator: "\n") }
    }

    /// Returns the name, mode, size and times of everything, for comparison.
    func fingerprint() throws -> [String] {
        try Python.lines(
            """
            import os, sys
            for top, names, files in os.walk(sys.argv[1], followlinks=False):
                for name in sorted(names + files) + ['.']:
                    s = os.lstat(os.path.join(top, name))
                    print(ascii(os.path.join(top, name)), s.st_mode, s.st_size, s.st_mtime_ns, s.st_ctime_ns)
            """,
            path
        )
    }

    private static let program = #"""
        import os, socket, sys
        root = sys.argv[1]
        def write(path, size):
            path = os.path.join(root, path) if isinstance(path, str) else os.path.join(os.fsencode(root), path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'wb') as f: f.write(b'x' * size)
            return path
        def exclude(path, name='com.apple.metadata:com_apple_backup_excludeItem'):
            os.setxattr(os.path.join(root, path), 'user.' + name, b'com.apple.MobileBackup')
        os.makedirs(os.path.join(root, 'Library/Preferences'))
        open(os.path.join(root, '../AppDataInfo.plist'), 'w').write(
            '<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.app</string></dict></plist>')
        write('Documents/a.txt', 100)
        write('Documents/a b', 3)
        write('Documents/a/b', 5)
        write(b'Documents/bad\xff\nname', 7)
        write('Documents/Inbox/mail.pdf', 1000)
        write('Documents/Store.sqlite', 4096)
        write('Documents/half.part', 11)
        write('Library/Application Support/loose.bin', 20)
        write('Library/Application Support/org.example.app/fine.bin', 30)
        write('Library/Application Support/org.example.app/kept/one', 31)
        write('Library/Application Support/org.example.app/kept/two/three', 32)
        write('Library/Application Support/org.example.app/Cache/big', 5000)
        write('Library/Preferences/org.example.app.plist', 0)
        write('Library/Preferences/notes.dat', 12)
        write('Library/Cookies/Cookies.binarycookies', 40)
        write('Library/Caches/thumb', 500)
        write('Library/Caches/sub/deep/x', 501)
        write('Library/Caches/sub/keep', 502)
        write('Library/Caches/Snapshots/s.ktx', 503)
        write('Library/SplashBoard/Snapshots/g/s.ktx', 60)
        write('Library/Saved Application State/org.example.app.savedState/data', 61)
        write('Library/HTTPStorages/h', 62)
        write('Library/SyncedPreferences/s', 63)
        write('Library/Frameworks/f', 64)
        write('tmp/t1', 70)
        write('tmp/keep', 71)
        write('tmp/org.example.app-Inbox/in', 72)
        write('tmp/other-Inbox/in', 73)
        write('SystemData/sys', 80)
        write('StoreKit/receipt', 81)
        write('.com.apple.mobile_container_manager.metadata.plist', 82)
        write('iTunesMetadata.plist', 83)
        os.symlink('a.txt', os.path.join(root, 'Documents/link'))
        os.symlink('/var/mobile', os.path.join(root, 'Library/WebKit'))
        os.mkfifo(os.path.join(root, 'Documents/fifo'))
        os.link(os.path.join(root, 'Documents/a.txt'), os.path.join(root, 'Documents/hard'))
        os.link(os.path.join(root, 'tmp/t1'), os.path.join(root, 'tmp/t2'))
        here = os.getcwd()
        os.chdir(os.path.join(root, 'Documents'))
        socket.socket(socket.AF_UNIX).bind('socket')
        os.chdir(here)
        exclude('Library/Application Support/org.example.app/kept')
        exclude('Documents/a/b', 'com.apple.metadata:com_apple_cloudBackup_excludeItem')
        exclude('Library/Caches/sub/keep')
        exclude('tmp/keep')
        """#
}
