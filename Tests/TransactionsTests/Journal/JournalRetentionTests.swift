import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Journal retention", .onManyThreads)
struct JournalRetentionTests {
    private static let day: Int64 = 86_400
    private static let now: Int64 = 1_800_000_000

    private func transaction(
        _ number: Int, daysAgo: Int64 = 365, role: TransactionRole = .change, subject: Int = 0, hasEnded: Bool = true
    ) -> RecordedTransaction {
        var transaction = RecordedTransaction(
            beginRecord: BeginRecord(
                id: TransactionID(number: number, token: 1), time: Self.now - daysAgo * Self.day, role: role,
                subject: subject, title: "t", actor: "owner", takesAllBack: false, itemCount: 1, roots: [],
                usesTrash: false, items: [], listedCount: 0))
        if hasEnded { transaction.ending = .done }
        return transaction
    }

    @Test("the latest 1,000 transactions are kept at any age, others for 90 days, up to 10,000 in all")
    func ages() {
        let old = (1...1_500).map { transaction($0) }
        #expect(JournalRetention.dropped(from: old, now: Self.now).sorted() == Array(1...500))
        let young = (1...1_500).map { transaction($0, daysAgo: 89) }
        #expect(JournalRetention.dropped(from: young, now: Self.now) == [])
        let mixed = (1...1_500).map { transaction($0, daysAgo: $0 <= 200 ? 91 : 10) }
        #expect(JournalRetention.dropped(from: mixed, now: Self.now).sorted() == Array(1...200))
        let many = (1...10_007).map { transaction($0, daysAgo: 1) }
        #expect(JournalRetention.dropped(from: many, now: Self.now).sorted() == Array(1...7))
    }

    @Test("a change is kept with its undos, an unfinished one is kept, and a clock set back drops nothing")
    func groups() {
        var transactions = (1...1_200).map { transaction($0) }
        transactions[9] = transaction(10, hasEnded: false)
        transactions[19].problem = .foreign
        // Number 1,195 is the undo of number 5, and one day old.
        transactions[1_194] = transaction(1_195, daysAgo: 1, role: .undo, subject: 5)
        // Number 1,196 is the undo of number 6, and as old as that.
        transactions[1_195] = transaction(1_196, role: .undo, subject: 6)
        let dropped = JournalRetention.dropped(from: transactions, now: Self.now)
        #expect(Set(dropped) == Set(1...198).subtracting([5, 10, 20]).union([1_196]))
        let change = dropped.firstIndex(of: 6) ?? .max
        #expect(change < dropped.firstIndex(of: 1_196) ?? .min, "a change without its undo would be told as done")
        #expect(JournalRetention.dropped(from: transactions, now: 0) == [])
        #expect(JournalRetention.dropped(from: transactions, now: .min) == [])
    }

    @Test("an undo whose change is gone is dropped as well")
    func orphans() {
        let transactions = [transaction(1, role: .undo, subject: 900), transaction(3)]
        #expect(JournalRetention.dropped(from: transactions, now: Self.now) == [1])
    }

    @Test("old files are deleted, the others can be undone, and numbering continues")
    func files() throws {
        let scene = try Scene(on: "/dev/shm")
        try scene.execute(.makeDirectory(scene.inContainer("Documents/first")))
        let bytes = try readFile(scene.journalFile(1))
        guard case .begin(var beginRecord)? = JournalRecord(try payloads(bytes)[0][...]) else {
            Issue.record("no beginning")
            return
        }
        let roots = beginRecord.roots.map(\.root)
        let others = try payloads(bytes).dropFirst().compactMap { JournalRecord($0[...], roots) }
        for number in 2...1_299 {
            beginRecord.id = TransactionID(number: number, token: 9)
            let records: [JournalRecord] = [.begin(beginRecord)] + others.map { $0.renumbered(number) }
            try scene.writeBytes(records.flatMap { $0.framed(roots) }, to: scene.journalFile(number))
        }
        // A record of a later version, and one that says that its operation has ended.
        try scene.writeBytes(frame([200, 1]) + JournalRecord.end(7, .done).framed([]), to: scene.journalFile(7))
        let year = 366 * Self.day
        scene.store.prune(now: WallClock.seconds)
        #expect(try scene.store.names().numbers.count == 1_299, "they are of today")
        scene.store.prune(now: WallClock.seconds + year)
        #expect(try scene.store.names().numbers == [7] + Array(300...1_299))
        let error = #expect(throws: TransactionError.self) { try scene.undo(.number(299)) }
        #expect(error?.message.contains("keeps the last 1000 operations") == true, "\(error?.message ?? "")")
        let outcome = try scene.execute(.makeDirectory(scene.inContainer("Documents/next")))
        #expect(outcome.id?.number == 1_300)
        #expect(try scene.undo(.number(1_300)).state == .done)
    }

    @Test("operations before and after a huge one are kept and can be undone")
    func huge() throws {
        let scene = try Scene(on: "/dev/shm")
        try scene.execute(.makeDirectory(scene.inContainer("Documents/1")))
        try scene.execute(.makeDirectory(scene.inContainer("Documents/2")))
        let files = 20_000
        try scene.writeSelection(of: files, number: 3)
        let size = try readFile(scene.journalFile(3)).count
        #expect(size <= 100 * files, "\(size / files) bytes a file")
        for number in 4...6 { try scene.execute(.makeDirectory(scene.inContainer("Documents/\(number)"))) }
        #expect(try scene.undo(.number(2)).state == .done)
        #expect(try scene.undo(.number(1)).state == .done)
        let entry = try #require(try scene.journal.entries().first { $0.id.number == 3 })
        #expect(entry.state == .done && entry.itemCount == files && entry.items.count == 100)
    }

    @Test("listing reads less than half of a huge operation's file")
    func listing() throws {
        let scene = try Scene(on: "/dev/shm")
        try scene.writeSelection(of: 20_000, number: 1)
        defer { extendLifetime(scene) }
        let log = scene.home("trace")
        let result = try runCommand(
            ["strace", "-f", "-qq", "-y", "-o", log, "-e", "trace=read,pread64,mmap,mmap2"] + scene.probe("entries"))
        #expect(result.status == 0)
        let lines = String(decoding: try readFile(log), as: UTF8.self).split(separator: "\n")
            .filter { $0.contains("1.transaction>") }
        let read = lines.reduce(0) { sum, line in
            sum + (line.split(separator: "=").last.flatMap { Int(String($0.drop { $0 == " " })) } ?? 0)
        }
        let size = try readFile(scene.journalFile(1)).count
        #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("read") })
        // At most one window per record.
        #expect(read > 0 && read < size / 2, "\(read) of \(size) bytes")
    }
}

extension JournalRecord {
    fileprivate func renumbered(_ number: Int) -> JournalRecord {
        switch self {
        case .begin, .damage: self
        case .reserve(_, let reservation): .reserve(number, reservation)
        case .setAside(_, let items): .setAside(number, items)
        case .intend(_, let items): .intend(number, items)
        case .rollBack: .rollBack(number)
        case .commit(_, let done, let stamp): .commit(number, done: done, stamp: stamp)
        case .end(_, let ending): .end(number, ending)
        }
    }
}

extension Scene {
    /// Records that `count` files of one directory were moved to the trash, 4,000 in each record.
    func writeSelection(of count: Int, number: Int) throws {
        let id = TransactionID(number: number, token: 0x1234_5678_9abc_def0)
        let documents = Array(container.utf8) + "/Documents/".utf8
        func name(_ index: Int) -> [UInt8] { Array("photo of the day \(index * 7 % count).heic".utf8) }
        var status = stat()
        try #require(stat(container, &status) == 0)
        let inode = UInt64(status.st_ino)
        let roots = [
            Root(.container, at: Array(container.utf8)), Root(.trash, at: Array(home("data/Trash").utf8)),
        ]
        var records: [JournalRecord] = [
            .begin(
                BeginRecord(
                    id: id, time: WallClock.seconds, role: .change, subject: 0, title: "trash", actor: "owner",
                    takesAllBack: false, itemCount: count,
                    roots: [.init(root: roots[0], inode: inode), .init(root: roots[1], inode: 1)], usesTrash: true,
                    items: (0..<100).map { .init(verb: "trash", from: documents + name($0), to: nil) },
                    listedCount: count))
        ]
        var generator = SeededGenerator(seed: 1)
        for start in stride(from: 0, to: count, by: 4_000) {
            let indices = start..<min(start + 4_000, count)
            records.append(.reserve(number, Reservation(directories: [], trashNames: indices.map(name))))
            let items = try indices.map { index in
                let at = ItemAddress(
                    roots[0], try #require(ContainerPath(bytes: "Documents/".utf8 + name(index))))
                let place = ItemAddress(
                    roots[1], try #require(ContainerPath(bytes: "files/".utf8 + name(index))))
                let fingerprint = Fingerprint(
                    UInt64(9_000_000 + index), .file, .random(in: 0...9_999_999, using: &generator),
                    1_750_000_000 + .random(in: 0...9_999_999, using: &generator),
                    .random(in: 0...999_999_999, using: &generator))
                return StagedItem(
                    index: index, undoRecords: [.trashed(at, name: name(index))],
                    steps: [.rename(from: at, to: place, fingerprint)])
            }
            records.append(.intend(number, items))
        }
        records.append(.commit(number, done: RangeSet(0..<count), stamp: WallClock.nanoseconds))
        records.append(.end(number, .done))
        try home.makeDirectory("state/sandglass/journal")
        try writeBytes(records.flatMap { $0.framed(roots) }, to: journalFile(number))
    }
}
