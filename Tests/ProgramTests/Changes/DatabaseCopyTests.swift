import System
import TestSupport
import Testing

/// An app writes transactions of many pages, with pauses in their middle and between them, while its database is
/// copied.
@Suite("Copies of a database that is written", .onManyThreads)
struct DatabaseCopyTests {
    private static let app = """
        import os, random, sqlite3, sys, time
        path, mode, ledger = sys.argv[1:]
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute('pragma journal_mode=' + mode); connection.execute('pragma cache_size=4')
        connection.execute('pragma wal_autocheckpoint=8'); connection.execute('pragma synchronous=off')
        connection.execute('create table t(id, x)'); connection.execute('create index i on t(x)')
        number = 0
        while True:
            number += 1
            connection.execute('begin')
            for part in range(30):
                connection.execute('insert into t values (?, ?)', (number, os.urandom(300)))
                if part % 10 == 9: time.sleep(0.004)
            if number > 3: connection.execute('delete from t where id = ?', (number - 3,))
            connection.execute('commit')
            with open(ledger + '.new', 'w') as file: file.write(str(number))
            os.rename(ledger + '.new', ledger)
            time.sleep(random.choice([0, 0.02, 0.15]))
        """

    /// Prints what is wrong with a copy, given the number of the last transaction before it was begun.
    private static let check = """
        import os, shutil, sqlite3, sys, tempfile
        path, least = sys.argv[1], int(sys.argv[2])
        with tempfile.TemporaryDirectory() as place:
            for ending in ['', '-wal', '-journal']:
                if os.path.exists(path + ending): shutil.copy(path + ending, place + '/d' + ending)
            connection = sqlite3.connect(place + '/d')
            state = connection.execute('pragma integrity_check').fetchone()[0]
            if state != 'ok': print(state)
            counts = connection.execute('select id, count(*) from t group by id order by id').fetchall()
            if any(count != 30 for _, count in counts): print('half a transaction:', counts)
            if not counts or counts[-1][0] < least: print('transaction', least, 'is missing:', counts)
        """

    static let commands = [
        (["export", "App/Documents/d/s.sqlite", "--to", "out"], "out"),
        (["cp", "App/Documents/d", "App/Library/copy"], "App/Library/copy/s.sqlite"),
        (["pack", "App", "P.xcappdata"], "P.xcappdata/AppData/Documents/d/s.sqlite"),
    ]

    @Test(
        "a copy is of one moment, or the command says that there is none", arguments: ["wal", "delete", "truncate"],
        commands)
    func moment(mode: String, command: (call: [String], copy: String)) throws {
        let sandbox = try SharingSandbox("os.makedirs('App/Documents/d')")
        let app = try Python.start(Self.app, [sandbox("App/Documents/d/s.sqlite"), mode, sandbox("ledger")])
        defer {
            kill(app, SIGKILL)
            waitpid(app, nil, 0)
        }
        try waitUntil("the app has begun") { access(sandbox("ledger"), F_OK) == 0 }
        for _ in 0..<(runsLongTests ? 200 : 4) {
            let least = try sandbox.text("ledger")
            let result = try sandbox.run(command.call)
            if result.status == 0 {
                #expect(try Python.lines(Self.check, sandbox(command.copy), least) == [])
            } else {
                // A journal may be gone before it is copied, or even before it is planned.
                #expect(result.errors.contains("s.sqlite"), "\(result.status) \(result.errors)")
            }
            let copy = command.copy.split(separator: "/").prefix(command.call[0] == "cp" ? 3 : 1).joined(separator: "/")
            #expect(try runCommand(["sh", "-c", "rm -rf \(sandbox(copy))*"]).status == 0)
        }
    }
}
