import ContainerModel
import System
import TestSupport
import Testing

@testable import Transactions

@Suite("Items in place of the journal's files, and damaged files", .onManyThreads)
struct StateFileTests {
    enum Kind: String, CaseIterable, Sendable {
        case fifo, directory, link, socket

        func make(_ path: String) throws {
            switch self {
            case .fifo: #expect(mkfifo(path, 0o600) == 0)
            case .directory: #expect(mkdir(path, 0o700) == 0)
            case .link: #expect(symlink("/dev/zero", path) == 0)
            case .socket:
                let program = "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])"
                #expect(try runCommand(["python3", "-c", program, path]).status == 0)
            }
        }

        var words: String {
            switch self {
            case .fifo: "a pipe (FIFO)"
            case .directory: "a directory"
            case .link: "a symbolic link"
            case .socket: "a socket"
            }
        }
    }

    @Test(
        "an item in place of a transaction's file is reported and ignored",
        arguments: Kind.allCases)
    func transactionFile(kind: Kind) throws {
        let scene = try Scene()
        try scene.execute(.makeDirectory(scene.inContainer("Documents/1")))
        try kind.make(scene.journalFile(2))
        let report = try scene.journal.recover()
        #expect(report.ignored == ["\(scene.journalFile(2)) is \(kind.words), not a file"])
        #expect(try scene.journal.entries().map(\.id.number) == [1])
        // Its number is not used again.
        #expect(try scene.execute(.makeDirectory(scene.inContainer("Documents/3"))).id?.number == 3)
        try scene.undo(.number(1))
        #expect(DiskState.names(in: scene.container + "/Documents") == ["3"])
    }

    @Test("an item in place of a lock is reported, and nothing is done", arguments: Kind.allCases)
    func lockFile(kind: Kind) throws {
        let scene = try Scene()
        var status = stat()
        #expect(stat(scene.container, &status) == 0)
        try scene.home.makeDirectory("state/sandglass/locks")
        let path = scene.home("state/sandglass/locks/\(status.st_dev)-\(status.st_ino)")
        try kind.make(path)
        let error = #expect(throws: TransactionError.self) {
            try scene.execute(.makeDirectory(scene.inContainer("Documents/1")))
        }
        #expect(error?.message.contains(path) == true, "\(String(describing: error))")
        #expect(DiskState.names(in: scene.container + "/Documents") == [])
    }

    @Test(
        "a long damaged tail is skipped at once, whatever is in it",
        arguments: ["zeros", "marks", "records without a valid checksum"])
    func damagedTail(contents: String) throws {
        let scene = try Scene()
        try scene.execute(.makeDirectory(scene.inContainer("Documents/1")))
        let size = 2 << 20
        var tail = [UInt8](repeating: 0, count: size)
        if contents != "zeros" {
            // Every mark claims to begin a record of a megabyte, or an empty one.
            let record =
                Array("SGJ1".utf8) + (contents == "marks" ? [0, 0, 0, 0] : [0, 0, 0x10, 0]) + [1, 2, 3, 4, 9]
            tail = Array(repeating: record, count: size / record.count).flatMap(\.self)
            tail += [UInt8](repeating: 0, count: size - tail.count)
        }
        let path = scene.journalFile(1)
        let whole = try readFile(path)
        try scene.writeBytes(whole + tail, to: path)
        let file = try #require(try scene.store.read(1))
        #expect(file.contents.entries.count == (try payloads(whole).count))
        // Records that could not be looked for are not cut off.
        #expect(file.contents.isAbandoned == (contents == "records without a valid checksum"))
        #expect(file.contents.torn == (file.contents.isAbandoned ? 0 : size))
        #expect(try scene.journal.recover().damagedBytes == size)
        #expect(try scene.journal.recover().damagedBytes == (file.contents.isAbandoned ? size : 0))
        // A short note is in the place of what was cut off.
        let note = JournalRecord.damage(0).framed([]).count
        #expect(try readFile(path).count == whole.count + (file.contents.isAbandoned ? size : note))
    }

    @Test("records after damage are found, wherever a window of the file ends")
    func recordsAfterDamage() throws {
        let scene = try Scene()
        try scene.execute(.makeDirectory(scene.inContainer("Documents/1")))
        let whole = try readFile(scene.journalFile(1))
        let count = try payloads(whole).count
        for length in [1, 65_520, 65_521, 65_523, 65_536, 131_070] {
            try scene.writeBytes([UInt8](repeating: 0x53, count: length) + whole, to: scene.journalFile(1))
            let file = try #require(try scene.store.read(1))
            #expect(file.contents.entries.count == count && file.contents.damaged == length, "\(length)")
        }
    }
}
