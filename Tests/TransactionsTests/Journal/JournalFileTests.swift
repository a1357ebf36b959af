import ContainerModel
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("The journal's files", .onManyThreads)
struct JournalFileTests {
    @Test("a last record torn by a crash leaves the others intact and is reported once")
    func tornTail() throws {
        let scene = try Scene()
        try scene.execute(.makeDirectory(scene.inContainer("Documents/1")))
        try scene.execute(.makeDirectory(scene.inContainer("Documents/2")))
        let path = scene.journalFile(2)
        let whole = try readFile(path)
        for length in 1..<whole.count {
            try scene.writeBytes(Array(whole[..<length]), to: path)
            let file = try #require(try scene.store.read(2))
            #expect(file.contents.end + file.contents.torn == length && file.contents.damaged == 0)
            #expect(file.transaction?.ending == nil)
            #expect(try scene.journal.entries().first?.state == .done)
        }
        try scene.writeBytes(whole + [1, 2, 3], to: path)
        #expect(try scene.journal.recover().damagedBytes == 3)
        #expect(try scene.journal.recover().isEmpty)
        #expect(try scene.journal.entries().map(\.state) == [.done, .done])
    }

    @Test("a damaged record is reported once, and its transaction is neither undone nor finished")
    func damage() throws {
        let scene = try Scene()
        for name in ["1", "2", "3"] { try scene.execute(.makeDirectory(scene.inContainer("Documents/\(name)"))) }
        let path = scene.journalFile(2)
        let whole = try readFile(path)
        // In the second record, which begins at the second mark.
        let second = try #require(whole[4...].firstRange(of: Array("SGJ1".utf8))?.lowerBound)
        for position in [second + 1, second + 5, second + 9, second + 14] {
            var bytes = whole
            bytes[position] ^= 0x40
            try scene.writeBytes(bytes, to: path)
            #expect(try scene.journal.recover().damagedBytes > 0)
            #expect(try scene.journal.recover().isEmpty)
            #expect(try scene.journal.entries().map(\.state) == [.done, .done, .done])
            let now = try scene.state()
            let error = #expect(throws: TransactionError.self) { try scene.undo(.number(2)) }
            #expect(error?.message.contains("damaged") == true)
            #expect(try scene.state() == now)
        }
    }

    @Test("the number of a damaged or newer file is not used again")
    func numbers() throws {
        let scene = try Scene()
        func make(_ name: String) throws -> Int? {
            try scene.execute(.makeDirectory(scene.inContainer("Documents/\(name)"))).id?.number
        }
        for name in ["1", "2", "3"] { _ = try make(name) }
        // Holds no record that can be read: what it has left half done is unknown, and a person has to look.
        try scene.writeBytes([UInt8](repeating: 7, count: 500), to: scene.journalFile(3))
        #expect(try scene.journal.recover().ignored.count == 1)
        #expect(throws: TransactionError.self) { try make("4") }
        #expect(throws: TransactionError.self) { try scene.journal.settle(3, by: .rollBack) }
        #expect(try scene.journal.settle(3, by: .abandon).isEmpty)
        #expect(try scene.journal.recover().isEmpty)
        #expect(try make("4") == 4)
        // Holds only a record of another version.
        let later = frame([200, 1, 2, 3])
        try scene.writeBytes(later, to: scene.journalFile(9))
        #expect(try scene.journal.recover().ignored.count == 1, "whether it is finished is not known")
        #expect(try readFile(scene.journalFile(9)) == later)
        #expect(throws: TransactionError.self) { try make("5") }
        #expect(throws: TransactionError.self) { try scene.journal.settle(9, by: .finish) }
        #expect(try scene.journal.settle(9, by: .abandon).isEmpty)
        #expect(try make("5") == 10)
        // The file of the other version, whose number is now the last one, is enough.
        for number in [1, 2, 3, 4, 10] { unlink(scene.journalFile(number)) }
        #expect(try make("6") == 10)
    }

    @Test("a transaction with a record of another version is kept as it is and cannot be undone")
    func anotherVersion() throws {
        let scene = try Scene()
        try scene.execute(.makeDirectory(scene.inContainer("Documents/1")))
        let path = scene.journalFile(1)
        let bytes = try readFile(path) + frame([99, 1, 2, 3, 4])
        try scene.writeBytes(bytes, to: path)
        let error = #expect(throws: TransactionError.self) { try scene.undo() }
        #expect(error?.code == .refused)
        #expect(error?.message.contains("another version") == true)
        #expect(try scene.journal.recover().isEmpty)
        #expect(try readFile(path) == bytes)
    }

    @Test("the checksum equals zlib's CRC-32", arguments: [0, 1, 7, 8, 9, 768])
    func checksum(length: Int) throws {
        let script = "import zlib; print(zlib.crc32((bytes(range(256)) * 3)[:\(length)]))"
        let bytes = Array(repeating: Array(UInt8.min...UInt8.max), count: 3).flatMap { $0 }.prefix(length)
        #expect(try Python.lines(script, []) == [String(Checksum.crc32(bytes))])
    }

    @Test("names that are not UTF-8 are recorded byte for byte")
    func bytes() throws {
        let scene = try Scene()
        let name: [UInt8] = [0xff, 0x0a, 0x20, 0x1b]
        let item = try #require(try scene.inContainer("Documents/x").sibling(name))
        try scene.execute(.makeDirectory(item))
        let told = try #require(try scene.journal.entries().first?.items.first)
        #expect(told.hostPath == Array(scene.container.utf8) + "/Documents/".utf8 + name)
        try scene.undo()
        #expect(try scene.state().filter { $0.hasPrefix("container./Documents/") } == [])
    }
}
