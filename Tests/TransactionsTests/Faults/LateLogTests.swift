import System
import TestSupport
import Testing

@testable import Transactions

/// A way in which a database gets another name, or is copied.
enum DatabaseOperation: CaseIterable, Sendable {
    case copy, move, moveToOtherDisk, trash, replace, replaceByMove

    var isToOtherDisk: Bool { self == .moveToOtherDisk }

    func words(_ scene: Scene) -> [String] {
        let (container, host) = ("container:\(scene.container)", "host:\(scene.host)")
        let database = "Documents/s.sqlite"
        switch self {
        case .copy: return ["copy", container, host, database, "s.sqlite"]
        case .move, .moveToOtherDisk: return ["move", container, host, database, "s.sqlite"]
        case .trash: return ["trash", container, database]
        case .replace: return ["copy", host, container, "new.sqlite", database, "--replace"]
        case .replaceByMove: return ["move", host, container, "new.sqlite", database, "--replace"]
        }
    }

    func changes(_ scene: Scene) throws -> [Change] {
        let database = try scene.inContainer("Documents/s.sqlite")
        switch self {
        case .copy: return [.copy(database, to: try scene.onHost("s.sqlite"))]
        case .move, .moveToOtherDisk: return [.move(database, to: try scene.onHost("s.sqlite"))]
        case .trash: return [.trash(database)]
        case .replace: return [.copy(try scene.onHost("new.sqlite"), to: database)]
        case .replaceByMove: return [.move(try scene.onHost("new.sqlite"), to: database)]
        }
    }
}

@Suite("Logs that an app begins while its database is moved, copied or replaced", .onManyThreads)
struct LateLogTests {
    private func scene(_ operation: DatabaseOperation) throws -> Scene {
        let scene = try Scene(hostOn: operation.isToOtherDisk ? "/dev/shm" : nil)
        // The log of an app that has the database open, as it will be.
        try Python.run(Script.text("late_log_scene"), [scene.container, scene.host, scene.home.path])
        return scene
    }

    /// Does what an app does that has the database open since before the operation, and writes to it by now. One that comes
    /// when another database has the name finds that.
    /// - Parameter row: The row of the database that the app has open.
    private func write(_ scene: Scene, _ log: String = "late.log", for row: String = "early") throws {
        try Python.run(
            """
            import os, shutil, sys
            log, database, row = sys.argv[1:]
            if not os.path.exists(database) or row.encode() in open(database, 'rb').read():
                shutil.copy(log, database + '-wal')
                open(os.path.dirname(log) + '/written', 'w').close()
            """, [scene.home(log), scene.container + "/Documents/s.sqlite", row])
    }

    /// Expects that every row is in a database with its own log beside it, wherever that is.
    /// - Parameter written: The rows of the database to which the app has written.
    private func expectRows(_ scene: Scene, _ when: String, written: String = "('early', 'late')") throws {
        let isWritten = access(scene.home("written"), F_OK) == 0
        let told = try Python.run(
            Script.text("late_log_expect_rows"), [scene.container, scene.host, scene.home("data")])
        let found = String(decoding: told, as: UTF8.self)
        #expect(
            (!isWritten || found.contains(written)) && found.contains("('early'") && found.contains("'new',)")
                && !found.contains("'early', 'later'") && !found.contains("'late', 'new'"),
            "\(when): \(found)")
        try scene.expectNoRests("\(when)")
    }

    @Test("one that is begun after the plan goes where its database goes", arguments: DatabaseOperation.allCases)
    func afterThePlan(operation: DatabaseOperation) throws {
        let scene = try scene(operation)
        let plan = try scene.plan(operation.changes(scene), .replace)
        try write(scene)
        #expect(try scene.execute(plan).state == .done)
        try expectRows(scene, "done")
        #expect(try scene.undo(changed: .moveToTrash).state == .done)
        try expectRows(scene, "undone")
    }

    @Test("one that is begun between the renames stays with its database", arguments: DatabaseOperation.allCases)
    func betweenRenames(operation: DatabaseOperation) throws {
        for number in 1...8 {
            let scene = try scene(operation)
            do {
                let outcome = try scene.probe(operation.words(scene), stoppedAfter: "renameat2", number: number) {
                    try write(scene)
                }
                #expect(outcome.state == "done" || !outcome.failures.isEmpty)
            } catch is CommandError {
                #expect(number > 1)
                return
            }
            try expectRows(scene, "after rename \(number)")
        }
    }

    @Test(
        "and if the operation is killed there, the recovery keeps them together", arguments: DatabaseOperation.allCases)
    func killed(operation: DatabaseOperation) throws {
        for number in 1...8 {
            let scene = try scene(operation)
            do {
                try scene.probe(operation.words(scene), killedAfter: "renameat2", number: number) { try write(scene) }
            } catch is CommandError {
                #expect(number > 1)
                return
            }
            _ = try scene.journal.recover()
            try expectRows(scene, "killed after rename \(number)")
        }
    }

    @Test("a recovery keeps what it takes back if its log is begun meanwhile", arguments: 1...8)
    func takenBack(number: Int) throws {
        let scene = try scene(.replace)
        try scene.probe(DatabaseOperation.replace.words(scene), killedAfter: "renameat2", number: 2) {}
        do {
            try scene.probeWhateverItTells(["recover"], stoppedAfter: "renameat2", number: number) {
                try write(scene, "later.log", for: "new")
            }
        } catch is CommandError {
            #expect(number > 2)
            return
        }
        try expectRows(scene, "recovery, after rename \(number)", written: "('later', 'new')")
    }
}
