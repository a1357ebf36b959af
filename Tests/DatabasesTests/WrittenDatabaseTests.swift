import Databases
import System
import TestSupport
import Testing

/// Databases that another process writes while they are read.
@Suite("Databases that are written while they are read")
struct WrittenDatabaseTests {
    @Test(
        "what is read of a database is of one moment in every journal mode, however fast it is written",
        arguments: ["delete", "truncate", "persist", "memory", "wal"], [0, 0.02])
    func moments(mode: String, pause: Double) throws {
        let folder = DatabaseFolder()
        let writer = try DatabaseWriter(in: folder.directory, mode: mode, pause: pause)
        var answers = 0
        for _ in 0..<40 {
            let source = DatabaseSource.settled { (try? folder.source("live.db")) ?? .bytes([]) }
            var counts: [Int] = []
            do throws(DatabaseError) {
                let database = try Database(source)
                // In two answers.
                for sign in ["=", "<>"] {
                    counts.append(try database.rowCount(RowQuery("t", where: "v \(sign) 'needle'")))
                }
            } catch {
                // A busy computer may not leave enough time for a copy.
                #expect(error.message == "it changed while it was read", "\(error)")
                continue
            }
            #expect(counts == [1, 4_999])
            answers += 1
        }
        #expect(answers > 20)
        withExtendedLifetime(writer) {}
    }

    private static let table = "run('CREATE TABLE t(a)')\nfor n in range(300): run('INSERT INTO t VALUES (?)', [n])"

    @Test("an answer from files that have changed is refused, whatever asks")
    func refused() throws {
        let folder = try DatabaseFolder(Self.table)
        let database = try folder.open()
        let query = try DatabaseQuery(Array("SELECT a FROM t".utf8), of: database)
        #expect(try query.rows(from: 0, count: 1).count == 1)
        #expect(try database.rowCount(RowQuery("t")) == 300)
        try folder.run("run('DELETE FROM t WHERE a > 7')")
        var messages: [String] = []
        do throws(DatabaseError) { _ = try database.rowCount(RowQuery("t")) } catch { messages.append(error.message) }
        do throws(DatabaseError) { _ = try database.scan("t") { _ in true } } catch { messages.append(error.message) }
        do throws(SQLFailure) { _ = try query.rows(from: 1, count: 400) } catch { messages.append(error.reason) }
        #expect(messages == Array(repeating: "it changed while it was read", count: 3))
    }

    @Test("other times and attributes are no change, nor is what is added to a log")
    func unchanged() throws {
        let folder = try DatabaseFolder("run('PRAGMA journal_mode=WAL')\n" + Self.table + "\nleave()")
        let database = try folder.open()
        try Python.run(
            """
            import os, sys
            path = sys.argv[1]
            status = os.stat(path)
            os.chmod(path, 0o640)
            os.utime(path, ns=(status.st_atime_ns - 10 ** 9, status.st_mtime_ns))
            """, [folder.directory("a.db")])
        try folder.run("run('DELETE FROM t WHERE a > 7'); leave()")
        #expect(try database.rowCount(RowQuery("t")) == 300)
        #expect(try folder.open().rowCount(RowQuery("t")) == 8)
    }

    @Test("the files of a database are read themselves if they are large, and were not changed for long")
    func copies() throws {
        let folder = try DatabaseFolder(Self.table + "\nrun('INSERT INTO t VALUES (zeroblob(2000000))')")
        func isCopied() throws -> Bool {
            let opened = try folder.source()
            guard case .files(let main, _, _) = opened, case .files(let read, _, _) = DatabaseSource.settled({ opened })
            else { return false }
            return main !== read
        }
        #expect(try isCopied())
        _ = try runCommand(["touch", "-d", "1 hour ago", folder.directory("a.db")])
        #expect(try !isCopied())
    }
}
