import System
import TestSupport
import Testing

/// An app that writes without a pause, in all the ways in which apps write, while operations change its container, are
/// killed and recovered.
@Suite("An app that goes on writing", .onManyThreads)
struct WritingAppTests {
    /// Writes until it is killed, and notes in `app/ledger` what it has written (`W`), and what it has removed or
    /// written over itself (`R`). Each text is unique.
    private static let app = #"""
        import ctypes, mmap, os, random, sqlite3, sys, time
        root, seed = sys.argv[1], sys.argv[2]
        random.seed(seed)
        libc = ctypes.CDLL(None, use_errno=True)
        documents = root + 'App/Documents/'
        own = root + 'app/'
        os.makedirs(own, exist_ok=True)
        ledger = open(own + 'ledger', 'a', buffering=1)
        count = 0
        def token(kind):
            global count
            count += 1
            return '<%s%s-%06d>' % (kind, seed, count)
        def wrote(text): ledger.write('W ' + text + '\n')
        def removed(data):
            for word in data.decode('latin-1').split('<')[1:]: ledger.write('R <' + word.split('>')[0] + '>\n')
        def renameat2(old, new, flags): return libc.renameat2(-100, old.encode(), -100, new.encode(), flags) == 0
        def takeAway(path):
            place = own + 'taken-%d' % count
            if not renameat2(path, place, 1): return
            with open(place, 'rb') as f: removed(f.read())
        def append():
            text = token('a')
            with open(documents + 'a.txt', 'a') as f: f.write(text + 'x' * random.randrange(3000) + '\n')
            wrote(text)
        def replace():
            text = token('r')
            new = documents + 'r.txt.new'
            takeAway(new)
            with open(new, 'w') as f: f.write(text + 'y' * random.randrange(3000))
            if renameat2(new, documents + 'r.txt', 2):
                wrote(text)
                takeAway(new)
            elif renameat2(new, documents + 'r.txt', 1): wrote(text)
        def create():
            text = token('n')
            path = documents + 'd/n%d.txt' % random.randrange(8)
            try:
                with open(path, 'x') as f: f.write(text)
                wrote(text)
            except OSError: pass
        def remove(): takeAway(documents + 'd/n%d.txt' % random.randrange(8))
        def rename(): renameat2(documents + 'd/n%d.txt' % random.randrange(8), documents + 'd/n%d.txt' % random.randrange(8), 1)
        view = None
        def mapped():
            global view
            if view is None or random.random() < 0.1:
                try:
                    file = os.open(documents + 'map.bin', os.O_RDWR)
                except OSError: return
                view = mmap.mmap(file, 8192)
                os.close(file)
            text = token('m')
            place = random.randrange(128) * 64
            old = view[place:place + 64]
            view[place:place + 64] = text.encode().ljust(64, b'.')
            wrote(text)
            removed(old)
        connections, all = {}, []
        def insert(mode):
            text = token('q')
            try:
                if mode not in connections:
                    path = documents + mode + ('.sqlite' if not any(m == mode for m, c in all) else '-%d.sqlite' % count)
                    connection = sqlite3.connect(path, timeout=0.2)
                    all.append((mode, connection))
                    connection.execute('pragma journal_mode=' + mode)
                    connection.execute('pragma wal_autocheckpoint=7')
                    connection.execute('create table if not exists t(x)')
                    connection.commit()
                    connections[mode] = connection
                connection = connections[mode]
                connection.execute('insert into t values (?)', (text + 'z' * random.randrange(2000),))
                connection.commit()
                wrote(text)
            except sqlite3.Error as error:
                print(mode, repr(error), file=open(own + 'errors', 'a'))
                connections.pop(mode, None)
        for mode in ['wal', 'delete']: insert(mode)
        works = [append, replace, create, create, remove, rename, mapped, lambda: insert('wal'), lambda: insert('delete')]
        round = 0
        while True:
            try:
                random.choice(works)()
            except FileNotFoundError: pass
            except OSError as error: print(repr(error), file=open(own + 'errors', 'a'))
            round += 1
            if round == 40: open(own + 'ready', 'w').close()
            time.sleep(random.random() * 0.008)
        """#

    /// Prints what the app has written and not removed, and is nowhere in the directories: rows of databases as SQLite
    /// reads them with the logs beside them, other texts in any file.
    private static let check = #"""
        import os, shutil, sqlite3, sys, tempfile
        root = sys.argv[1]
        places = [root] + sys.argv[2:]
        wanted, gone = set(), set()
        for line in open(root + 'app/ledger'):
            if line.startswith('W ') and line.endswith('\n'): wanted.add(line[2:].strip())
            elif line.endswith('\n'): gone.add(line[2:].strip())
        wanted -= gone
        raw, rows, problems = set(), set(), []
        def tokens(data): return {'<' + w.split('>')[0] + '>' for w in data.decode('latin-1').split('<')[1:] if '>' in w}
        for place in places:
            for path, names, files in os.walk(place):
                if '/keeps/' in path: continue
                for name in files:
                    file = os.path.join(path, name)
                    if name == 'ledger' or not os.path.isfile(file): continue
                    data = open(file, 'rb').read()
                    raw |= tokens(data)
                    if not data.startswith(b'SQLite format 3'): continue
                    with tempfile.TemporaryDirectory() as copy:
                        for ending in ['', '-wal', '-journal']:
                            if os.path.exists(file + ending): shutil.copy(file + ending, copy + '/d' + ending)
                        try:
                            c = sqlite3.connect(copy + '/d')
                            state = c.execute('pragma integrity_check').fetchone()[0]
                            found = {r[0].split('>')[0] + '>' for r in c.execute('select x from t')}
                            rows |= found
                            if state != 'ok': problems.append('%s: %s' % (file, state))
                        except sqlite3.Error as e:
                            # The app may be killed before it has made its table.
                            if 'no such table' not in str(e): problems.append('%s: %r' % (file, e))
        for text in sorted(wanted):
            if text[1] == 'q':
                if text not in rows: problems.append('lost row %s%s' % (text, ' (its bytes exist)' if text in raw else ''))
            elif text not in raw: problems.append('lost ' + text)
        print(*problems, sep='\n')
        """#

    /// The operations; `OUT` is a directory and `OTHER` a container on another file system.
    private static let operations: [[String]] = {
        let documents = "App/Documents/"
        func named(_ names: String...) -> [String] { names.map { documents + $0 } }
        let all = named("a.txt", "wal.sqlite", "delete.sqlite", "d", "map.bin", "r.txt")
        let replacing =
            ["import", "host/a.txt", "host/r.txt", "host/wal.sqlite", "host/d", "--to", documents]
            + ["--on-conflict", "replace"]
        return [
            ["cp"] + all + ["App/Library/"], ["mv"] + all + ["App/Library/"], ["rm"] + all,
            ["export"] + all + ["--to", "OUT"], ["rm", "--contents", "App/Documents"],
            ["rename", documents + "wal.sqlite", "--to", "other.sqlite"], ["rename", documents + "d", "--to", "e"],
            replacing, replacing + ["--on-error", "roll-back"], ["restore", "first", "--to", "App"], ["undo", "1"],
            ["redo", "1"], ["exclude"] + all, ["keep", "App", "--name", "second"],
            ["mv"] + named("d", "a.txt") + ["OTHER/Documents/"],
            ["mv"] + named("wal.sqlite", "delete.sqlite") + ["OTHER/Documents/"],
        ]
    }()

    private static let template = SharingSandbox.template(
        """
        import sqlite3
        for name in ['a.txt', 'r.txt', 'd/n1.txt', 'd/new.txt']: write('host/' + name, b'of the host')
        write('App/Documents/map.bin', b'.' * 8192)
        os.makedirs('App/Documents/d')
        connection = sqlite3.connect('host/wal.sqlite'); connection.execute('create table t(x)')
        connection.commit(); connection.close()
        """)

    /// Runs the program in a sandbox with the directories on another file system.
    private func run(
        _ words: [String], _ sandbox: SharingSandbox, _ other: TemporaryDirectory, tracing options: [String]? = nil
    ) throws -> CommandResult {
        let words = words.map { $0.replacing("OUT", with: other("out")).replacing("OTHER", with: other("App")) }
        return try options.map { try sandbox.run(words, tracing: $0) } ?? sandbox.run(words)
    }

    /// Longer with the long tests: an hour.
    @Test("nothing that an app writes during an operation is lost, wherever it is killed, and nothing waits")
    func lossless() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let deadline = MonotonicClock.now() + (runsLongTests ? 3_600 : 60) * 1_000_000_000
        let calls = [
            "renameat2", "fsync", "unlinkat", "mkdirat", "linkat", "write", "pwrite64", "copy_file_range", "openat",
            "fchmod", "utimensat", "setxattr",
        ]
        while MonotonicClock.now() < deadline {
            let operation = try #require(Self.operations.randomElement(using: &generator))
            let call = try #require(calls.randomElement(using: &generator))
            let number = Int.random(in: 1...9, using: &generator)
            let isInMemory = Bool.random(using: &generator)
            let sandbox = try SharingSandbox(
                copyOf: Self.template.get(), on: isInMemory ? "/dev/shm" : TestFiles.diskDirectory)
            let other = try TemporaryDirectory(on: isInMemory ? TestFiles.diskDirectory : "/dev/shm")
            #expect(try runCommand(["cp", "-a", sandbox("App"), other.path]).status == 0)

            let app = try Python.start(Self.app, [sandbox(""), "\(seed % 1_000_000)"])
            var isRunning = true
            func end() {
                guard isRunning else { return }
                isRunning = false
                kill(app, SIGKILL)
                waitpid(app, nil, 0)
            }
            defer { end() }
            try waitUntil("the app has begun") { access(sandbox("app/ready"), F_OK) == 0 }
            if operation[0] == "restore" {
                // The app may remove a file between the two moments in which it is listed and read, which is told.
                let kept = try sandbox.run("keep", "App", "--name", "first")
                #expect(
                    kept.status == 0 || kept.status == 74 && kept.errors.contains("could not be kept as found"),
                    "seed \(seed): \(kept.errors)")
            }
            if operation[0] == "undo" || operation[0] == "redo" {
                _ = try run(Self.operations[Int.random(in: 1...2, using: &generator)], sandbox, other)
            }
            if operation[0] == "redo" { _ = try sandbox.run("undo", "1") }
            let killed = try run(
                operation, sandbox, other,
                tracing: [
                    "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):signal=SIGKILL:when=\(number)",
                ])
            let recovered = try sandbox.run("journal")
            let listed = try sandbox.run("journal")
            let next = try sandbox.run("mkdir", "App/Documents/next")
            end()
            let comment: Comment = """
                seed \(seed): \(operation) killed at \(call) \(number): \(killed.status) \(killed.errors)
                \(recovered.errors) \(listed.text) \(next.errors)
                """
            #expect(recovered.status == 0 && listed.status == 0 && !listed.text.contains("interrupted"), comment)
            #expect(next.status == 0, comment)
            let lost = try Python.lines(Self.check, sandbox(""), other.path)
            #expect(lost == [], comment)
        }
    }
}
