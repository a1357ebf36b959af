import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Journals of the first version", .onManyThreads)
struct LegacyJournalTests {
    @Test("a transaction of the first version is listed and undone, and numbering continues")
    func undo() throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        var legacy = LegacyJournal(scene)
        try legacy.begin(4)
        try legacy.intendMove(
            4, from: (1, "a"), to: (0, "Documents/a"), at: scene.container + "/Documents/a")
        legacy.commit(4)
        legacy.end(4)
        try legacy.write()
        let before = try readFile(scene.home("state/sandglass/journal/journal"))
        let entry = try #require(try scene.journal.entries().first)
        #expect(entry.id.number == 4 && entry.state == .done && entry.title == "old" && entry.time == 1_700_000_000)
        #expect(entry.items.map(\.verb) == ["move"] && entry.itemCount == 1)
        #expect(entry.items[0].newHostPath == Array((scene.container + "/Documents/a").utf8))
        #expect(try scene.undo().id?.number == 4)
        #expect(try scene.state().contains { $0.hasPrefix("host./a =") })
        #expect(try scene.journal.entries().map(\.state) == [.undone])
        #expect(DiskState.names(in: scene.home("state/sandglass/journal")) == ["5.transaction", "journal"])
        try scene.redo()
        #expect(try scene.state().contains { $0.hasPrefix("container./Documents/a =") })
        #expect(try readFile(scene.home("state/sandglass/journal/journal")) == before, "it is only read")
    }

    @Test("an interrupted transaction of the first version is finished once, in a separate file")
    func recovery() throws {
        let scene = try Scene()
        try scene.write("host/a", "a")
        var legacy = LegacyJournal(scene)
        try legacy.begin(7, token: 0x5a)
        try legacy.intendMove(7, from: (1, "a"), to: (0, "Documents/a"), at: scene.host + "/a")
        try legacy.write()
        let mark = scene.home("state/sandglass/journal/7-5a.running")
        try scene.writeBytes([], to: mark)
        // It is left alone while its process is running.
        let living = open(mark, O_RDWR | O_CLOEXEC)
        #expect(flock(living, LOCK_EX) == 0)
        #expect(try scene.journal.recover().isEmpty)
        #expect(try scene.journal.entries().map(\.state) == [.interrupted])
        // Closing is not enough: a process that another test is spawning may hold the descriptor until it calls exec.
        #expect(flock(living, LOCK_UN) == 0)
        close(living)
        let report = try scene.journal.recover()
        #expect(report.items.map(\.result) == [.finished] && report.items[0].id.number == 7)
        #expect(try scene.state().contains { $0.hasPrefix("container./Documents/a =") })
        #expect(try scene.journal.entries().map(\.state) == [.done])
        #expect(try scene.journal.recover().isEmpty)
        #expect(DiskState.names(in: scene.home("state/sandglass/journal")) == ["7.transaction", "journal"])
        try scene.undo()
        #expect(try scene.state().contains { $0.hasPrefix("host./a =") })
    }

    /// The impossible value in a record whose checksum is valid.
    enum Crafted: CaseIterable {
        case greatestNumber, negativeNumber, greatestSubject, ownSubject, unknownRole
        case rootOutOfRange, greatestRoot, negativeRoot, greatestIndex, greatestDone, trashedWithoutTrash
        case greatestItemCount, earliestTime, latestTime, rootAsName, placeInTrash
    }

    @Test("records with impossible values change nothing, and the journal stays usable", arguments: Crafted.allCases)
    func crafted(_ crafted: Crafted) throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        try scene.home.makeDirectory("data/Trash/files")
        var legacy = LegacyJournal(scene)
        let path = scene.container + "/Documents/a"
        func whole(from: (Int, String) = (1, "a"), to: (Int, String) = (0, "Documents/a"), index: Int = 0) throws {
            try legacy.begin(1)
            try legacy.intendMove(1, index: index, from: from, to: to, at: path)
            legacy.commit(1, done: [index])
            legacy.end(1)
        }
        switch crafted {
        case .greatestNumber: try legacy.begin(.max)
        case .negativeNumber: try legacy.begin(-1)
        case .greatestSubject: try legacy.begin(1, role: 1, subject: .max)
        case .ownSubject: try legacy.begin(1, role: 2, subject: 1)
        case .unknownRole: try legacy.begin(1, role: 77)
        case .rootOutOfRange: try whole(from: (2, "a"))
        case .greatestRoot: try whole(to: (.max, "Documents/a"))
        case .negativeRoot: try whole(to: (-1, "Documents/a"))
        case .greatestIndex: try whole(index: .max)
        case .greatestDone:
            try legacy.begin(1)
            try legacy.intendMove(1, from: (1, "a"), to: (0, "Documents/a"), at: path)
            legacy.commit(1, done: [0, .max, .max - 1])
        case .trashedWithoutTrash:
            try legacy.begin(1)
            try legacy.intendMove(1, from: (1, "a"), to: (0, "Documents/a"), at: path)
            // A record of an item in the trash, in a transaction without one: tag 3, a place, a name.
            var payload = LegacyPayload(2)
            payload.number(1)
            payload.number(1)
            payload.number(0)
            payload.number(1)
            payload.byte(3)
            payload.location(0, "Documents/a")
            payload.string("a")
            payload.number(0)
            payload.number(0)
            legacy.add(payload.bytes)
            legacy.commit(1)
            legacy.end(1)
        case .greatestItemCount: try legacy.begin(1, items: .max)
        case .earliestTime: try legacy.begin(1, time: .min)
        case .latestTime: try legacy.begin(1, time: .max)
        case .rootAsName: try whole(from: (1, ""))
        case .placeInTrash:
            try legacy.begin(1, usesTrash: true)
            try legacy.intendMove(1, from: (2, "files/a"), to: (0, "Documents/a"), at: path)
            legacy.commit(1)
            legacy.end(1)
        }
        try legacy.write()
        let before = try scene.state()
        _ = try scene.journal.entries()
        for which in [Journal.Selection.last, .number(1), .number(.max), .number(.min)] {
            #expect(throws: TransactionError.self) { try scene.undo(which, changed: .moveToTrash) }
            #expect(throws: TransactionError.self) { try scene.redo(which) }
        }
        _ = try scene.journal.recover()
        _ = try scene.journal.recover()
        #expect(try scene.state() == before)
        // The journal still records transactions.
        let outcome = try scene.carryOut(.makeDirectory(scene.inContainer("Documents/new")))
        #expect(outcome.state == .done)
        #expect(try scene.undo(.number(try #require(outcome.id?.number))).state == .done)
    }
}
