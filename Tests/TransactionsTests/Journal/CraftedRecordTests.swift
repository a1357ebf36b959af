import ContainerModel
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Crafted records", .onManyThreads)
struct CraftedRecordTests {
    /// The impossible value in a record whose checksum is valid.
    enum Crafted: CaseIterable {
        case greatestNumber, otherNumber, greatestSubject, ownSubject, rootOutOfRange, greatestIndex, greatestDone
        case trashedWithoutTrash, greatestItemCount, earliestTime, latestTime, rootAsName, placeInTrash, oldForm
    }

    @Test("records with impossible values change nothing, and the journal stays usable", arguments: Crafted.allCases)
    func crafted(_ crafted: Crafted) throws {
        let scene = try Scene()
        try scene.write("container/Documents/a", "a")
        try scene.home.makeDirectory("data/Trash/files")
        let (source, place) = (try scene.onHost("a"), try scene.inContainer("Documents/a"))
        let trash = Root(.trash, at: Array(scene.home("data/Trash").utf8))
        let fingerprint = Fingerprint(try scene.roots.status(place))
        var roots = [place.root, source.root]

        func begin(
            _ number: Int = 1, role: TransactionRole = .change, subject: Int = 0, items: Int = 1,
            usesTrash: Bool = false, time: Int64 = 1_700_000_000
        ) throws -> JournalRecord {
            if usesTrash { roots.append(trash) }
            return .begin(
                BeginRecord(
                    id: TransactionID(number: number, token: 0xabc), time: time, role: role, subject: subject,
                    title: "old", actor: "app", takesAllBack: false, itemCount: items,
                    roots: try roots.map { root in
                        .init(root: root, inode: try RootedDirectory(hostPath: root.hostPath).status(.root).inode)
                    },
                    usesTrash: usesTrash,
                    items: [.init(verb: "move", from: source.hostPath, to: place.hostPath)], listedCount: 1))
        }
        func whole(
            _ begin: JournalRecord, from: ItemAddress? = nil, to: ItemAddress? = nil, index: Int = 0,
            undo: UndoRecord? = nil, done: RangeSet<Int>? = nil
        ) -> [JournalRecord] {
            let (from, to) = (from ?? source, to ?? place)
            let item = StagedItem(
                index: index, undoRecords: [undo ?? .moved(from: from, to: to)],
                steps: [.rename(from: from, to: to, fingerprint)])
            let all = done ?? RangeSet(index..<max(index, index &+ 1))
            return [begin, .intend(1, [item]), .commit(1, done: all, stamp: 1_700_000_000_000_000_000), .end(1, .done)]
        }

        let records: [JournalRecord] =
            switch crafted {
            case .greatestNumber: [try begin(.max)]
            case .otherNumber: [try begin(2)]
            case .greatestSubject: [try begin(role: .undo, subject: .max)]
            case .ownSubject: [try begin(role: .redo, subject: 1)]
            case .rootOutOfRange: whole(try begin(), from: ItemAddress(Root(.directory, at: [0x2f, 0x78]), "a"))
            case .greatestIndex: whole(try begin(), index: .max)
            case .greatestDone: whole(try begin(), done: RangeSet(0..<Int.max))
            case .trashedWithoutTrash: whole(try begin(), undo: .trashed(place, name: Array("a".utf8)))
            case .greatestItemCount: [try begin(items: .max)]
            case .earliestTime: [try begin(time: .min)]
            case .latestTime: [try begin(time: .max)]
            case .rootAsName: whole(try begin(), from: ItemAddress(source.root, .root))
            case .placeInTrash: whole(try begin(usesTrash: true), from: ItemAddress(trash, "files/a"))
            case .oldForm: []
            }
        // Tag 1 was that of the first record of a form that is no longer read.
        let payloads =
            crafted == .oldForm
            ? [[1] + [UInt8](repeating: 1, count: 40)]
            : records.map { $0.encoded(roots + [Root(.directory, at: [0x2f, 0x78])]) }
        try scene.home.makeDirectory("state/sandglass/journal")
        try scene.writeBytes(payloads.flatMap { frame($0) }, to: scene.journalFile(1))
        let before = try scene.state()
        _ = try scene.journal.entries()
        for which in [Journal.Selection.last, .number(1), .number(.max), .number(.min)] {
            #expect(throws: TransactionError.self) { try scene.undo(which, changed: .moveToTrash) }
            #expect(throws: TransactionError.self) { try scene.redo(which) }
        }
        _ = try scene.journal.recover()
        _ = try scene.journal.recover()
        #expect(try scene.state() == before)
        // What has not ended, as far as can be read, is given up by a person; then the journal records transactions.
        _ = try? scene.journal.settle(1, by: .abandon)
        let outcome = try scene.execute(.makeDirectory(scene.inContainer("Documents/new")))
        #expect(outcome.state == .done)
        #expect(try scene.undo(.number(try #require(outcome.id?.number))).state == .done)
    }
}
