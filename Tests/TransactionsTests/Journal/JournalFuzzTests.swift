import ContainerModel
import Jobs
import System
import TestSupport
import Testing

@testable import Transactions

/// An attacker who can write the journal can also write valid checksums.
@Suite("Tampered journals", .onManyThreads)
struct JournalFuzzTests {
    /// Returns a scene with changes of every kind, and with one transaction unfinished.
    private func scene() throws -> Scene {
        let scene = try Scene(on: "/dev/shm")
        for name in ["a", "b"] {
            try scene.write("host/\(name)", name)
            try scene.write("container/Documents/\(name)", "old \(name)")
        }
        try scene.write("host/Album/c", "c")
        try scene.home.makeDirectory("outside")
        try scene.write("outside/canary", "sings")
        func item(_ name: String) throws -> ItemAddress { try scene.inContainer("Documents/\(name)") }
        try scene.execute(
            .copy(scene.onHost("a"), to: item("a")), .move(scene.onHost("Album"), to: item("Album")),
            conflicts: .replace)
        try scene.execute(.setAttribute(item("a"), name: "user.test", value: [1, 2]), .trash(item("b")))
        try scene.undo()
        try scene.execute(.writeFile(item("d"), [0x64]), .makeDirectory(item("e")))
        // As if the last transaction had been killed after its steps.
        let path = scene.journalFile(4)
        let whole = try payloads(try readFile(path))
        try scene.writeBytes(whole.filter { [12, 8, 10].contains($0[0]) }.flatMap { frame($0) }, to: path)
        return scene
    }

    /// Numbers at a limit, as encoded in a record.
    private static let numbers: [[UInt8]] = [
        [0], [0x7f], [0xff, 0x7f], [UInt8](repeating: 0xff, count: 9) + [1],
        [UInt8](repeating: 0xff, count: 8) + [0x7f],
        [0xfe] + [UInt8](repeating: 0xff, count: 8) + [1], [UInt8](repeating: 0x80, count: 9) + [1],
        [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10], [UInt8](repeating: 0xff, count: 8),
    ]

    private func mutate(_ records: [[UInt8]], _ generator: inout SeededGenerator) -> [[UInt8]] {
        var records = records
        for _ in 0..<Int.random(in: 1...2, using: &generator) where !records.isEmpty {
            let place = Int.random(in: records.indices, using: &generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: records.append(records[place])
            case 1: records.remove(at: place)
            case 2: records.swapAt(place, Int.random(in: records.indices, using: &generator))
            case 3..<6:
                let at = Int.random(in: records[place].indices, using: &generator)
                let end = min(at + Int.random(in: 0...3, using: &generator), records[place].count)
                records[place].replaceSubrange(at..<end, with: Self.numbers.randomElement(using: &generator) ?? [])
            case 6..<9: records[place] = distort(records[place], of: records, &generator)
            default: records[place] = generator.mutate(records[place])
            }
            records.removeAll(where: \.isEmpty)
        }
        return records
    }

    /// Returns a record that can be decoded but contains an impossible value.
    private func distort(
        _ payload: [UInt8],
        of records: [[UInt8]],
        _ generator: inout SeededGenerator
    ) -> [UInt8] {
        // The roots of the transaction, and some that its begin record does not name.
        var roots: [Root] = []
        for case .begin(let beginRecord)? in records.map({ JournalRecord($0[...]) }) {
            roots = beginRecord.roots.map(\.root)
        }
        roots += (roots.count...max(4, roots.count)).map { Root(.directory, at: Array("/none/\($0)".utf8)) }
        let number = [0, 1, 2, 3, 4, 1_000, 1 << 40, 1 << 53, .max >> 1].randomElement(using: &generator) ?? 0
        let path: ContainerPath =
            ["", "Documents", "Documents/a", "files", "files/b", "x/y"]
            .randomElement(using: &generator) ?? .root
        let name = ["", "..", "a/b", "b", "\u{0}"].randomElement(using: &generator) ?? ""
        let location = ItemAddress(
            roots[min(number, roots.count - 1)], Bool.random(using: &generator) ? path : "Documents/a")
        switch JournalRecord(payload[...], roots) {
        case .begin(let old)?:
            let isTrash = Bool.random(using: &generator)
            let other = BeginRecord(
                id: Bool.random(using: &generator) ? TransactionID(number: number, token: old.id.token) : old.id,
                time: [.min, 0, .max].randomElement(using: &generator) ?? 0,
                role: [.change, .undo, .redo].randomElement(using: &generator) ?? .change, subject: number,
                title: name, actor: name, takesAllBack: !isTrash,
                itemCount: Bool.random(using: &generator) ? number : old.itemCount,
                roots: isTrash ? old.roots : old.roots.dropLast(), usesTrash: isTrash, items: old.items,
                listedCount: Bool.random(using: &generator) ? number : old.listedCount)
            return JournalRecord.begin(other).encoded(roots)
        case .reserve(let transaction, var reservation)?:
            reservation.directories.append(location)
            reservation.trashNames.append(Array(name.utf8))
            return JournalRecord.reserve(transaction, reservation).encoded(roots)
        case .intend(let transaction, var items)?:
            guard let place = items.indices.randomElement(using: &generator) else { return payload }
            let item = items[place]
            let undoRecords: [UndoRecord] = [
                .made(verb: name, from: location, at: location), .moved(from: location, to: location),
                .trashed(location, name: Array(name.utf8)), .restored(location, name: Array(name.utf8)),
                .attribute(location, name: name, old: nil, new: [1]),
            ]
            let cleanups: [Cleanup] = [
                .removeAside(location, of: location, copy: location), .removeTrashInfo(Array(name.utf8)),
            ]
            items[place] = StagedItem(
                index: Bool.random(using: &generator) ? item.index : number,
                undoRecords: item.undoRecords + undoRecords.shuffled(using: &generator).prefix(1),
                steps: item.steps
                    + (Bool.random(using: &generator)
                        ? [.attribute(at: location, name: name, old: nil, new: [1])] : []),
                cleanups: item.cleanups + cleanups.shuffled(using: &generator).prefix(1))
            return JournalRecord.intend(transaction, items).encoded(roots)
        case .commit(let transaction, _, let stamp)?:
            let done = RangeSet(0..<max(1, number))
            return JournalRecord.commit(transaction, done: done, stamp: stamp).encoded(roots)
        default: return payload
        }
    }

    @Test("no records with valid checksums cause a trap or reach anything outside the scene's directories")
    func checksums() throws {
        var scene = try scene()
        let numbers = 1...4
        var originals = try numbers.map { try payloads(try readFile(scene.journalFile($0))) }
        var generator = SeededGenerator(seed: 8)
        for round in 0..<(runsLongTests ? 20_000 : 250) {
            // Starts over, so that the changes of earlier rounds do not pile up.
            if round % 10 == 9 {
                scene = try self.scene()
                originals = try numbers.map { try payloads(try readFile(scene.journalFile($0))) }
            }
            for number in numbers {
                let records = originals[number - 1]
                let isChosen = Int.random(in: 0..<2, using: &generator) == 0
                try scene.writeBytes(
                    (isChosen ? mutate(records, &generator) : records).flatMap { frame($0) },
                    to: scene.journalFile(number))
            }
            _ = try scene.journal.entries()
            let steps: [() throws -> Void] = [
                { _ = try scene.journal.recover() }, { try scene.undo(changed: .moveToTrash) }, { try scene.redo() },
                { try scene.undo(.number(1), changed: .moveToTrash) }, { try scene.undo(.number(2)) },
                { try scene.redo(.number(2)) }, { scene.store.prune() },
            ]
            for step in steps.shuffled(using: &generator) { try? step() }
            let canary = DiskState.lines(of: scene.home("outside"))
            #expect(canary.count == 1 && canary.first?.hasPrefix("./canary =5:") == true, "round \(round)")
            #expect(
                Set(DiskState.names(in: scene.home.path))
                    .isSubset(of: ["container", "data", "host", "outside", "state"]), "round \(round)")
            for number in 5...40 { unlink(scene.journalFile(number)) }
        }
    }

    @Test("no bytes cause a trap")
    func bytes() throws {
        let scene = try scene()
        let whole = try (1...4).map { try readFile(scene.journalFile($0)) }
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<(runsLongTests ? 20_000 : 500) {
            for number in 1...4 {
                try scene.writeBytes(generator.mutate(whole[number - 1]), to: scene.journalFile(number))
            }
            _ = try scene.journal.entries()
            if let file = try scene.store.read(1) {
                let size = try readFile(scene.journalFile(1)).count
                #expect(file.contents.end + file.contents.torn == size)
            }
        }
        // Records that are decoded only when needed.
        for record in try payloads(whole[0]) {
            for _ in 0..<(runsLongTests ? 20_000 : 1_000) { _ = JournalRecord(generator.mutate(record)[...]) }
        }
    }
}
