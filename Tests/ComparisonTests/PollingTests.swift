import ContainerModel
import ContainerStore
import FileTree
import Jobs
import System
import TestSupport
import Testing

@testable import Comparison

/// A file whose contents are changed through memory, and that stays open: the system reports nothing of that.
private final class MappedMemory {
    private let descriptor: Int32
    private let size: Int
    private let memory: UnsafeMutableRawPointer

    init(_ path: String, size: Int) throws {
        descriptor = open(path, O_RDWR)
        self.size = size
        guard descriptor >= 0, let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
            memory != MAP_FAILED
        else { throw UnmappedFile(path: path) }
        self.memory = memory
    }

    deinit {
        munmap(memory, size)
        close(descriptor)
    }

    func write(_ byte: UInt8, at offset: Int) { memory.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self) }

    struct UnmappedFile: Error { let path: String }
}

/// Changes of which the system reports nothing: those made through memory, and those of file systems without events.
@Suite("Watching what the system reports no changes of")
struct PollingTests {
    /// More than any computer runs.
    private static let never: UInt64 = 1 << 40
    private static let soon = SideWatch.Polling(interval: 10)
    private static let withoutEvents = SideWatch.Polling(interval: 10) { _ in true }

    /// What makes a file of 8 KiB of each kind, and where a transaction changes it. Sources: realm-core,
    /// src/realm/alloc_slab.hpp, `Header`; LMDB, mdb.c, `MDB_page` and `MDB_meta`.
    static let mapped: [(kind: String, head: String, changed: Int)] = [
        ("Realm", "bytes(16) + b'T-DB' + bytes(4)", 0),
        ("LMDB", "bytes(16) + bytes.fromhex('dec0efbe') + bytes(4)", 40),
        ("LMDB, second meta page", "bytes(16) + bytes.fromhex('dec0efbe') + bytes(4)", 4_096 + 130),
    ]

    /// Returns a directory with such a file, and its memory.
    private func mappedFile(_ head: String, _ polling: SideWatch.Polling) throws -> (WatchedDirectory, MappedMemory) {
        let watched = try WatchedDirectory("write('f', (\(head)).ljust(8192, b'\\0'))", polling: polling)
        return (watched, try MappedMemory(watched.directory("d/f"), size: 8_192))
    }

    @Test("a file that is written through memory is told once, without an event", arguments: mapped)
    func memory(kind: String, head: String, changed: Int) throws {
        let (watched, memory) = try mappedFile(head, Self.soon)
        memory.write(7, at: changed)
        #expect(try watched.first().hasPrefix("changed value f "))
        #expect(watched.watch.next(until: MonotonicClock.now() + 50_000_000) { _ in true } == .due)
        memory.write(8, at: changed)
        #expect(try watched.first().hasPrefix("changed value f "))
    }

    @Test("only looking at such a file tells that: the system does not")
    func unreported() throws {
        let (watched, memory) = try mappedFile(Self.mapped[0].head, SideWatch.Polling(interval: Self.never))
        memory.write(7, at: 0)
        #expect(watched.watch.next(until: MonotonicClock.now() + 50_000_000) { _ in true } == .due)
        // A database of another kind is not looked at.
        let other = try WatchedDirectory("write('f', bytes(8192))", polling: Self.soon)
        try MappedMemory(other.directory("d/f"), size: 8_192).write(7, at: 0)
        #expect(other.watch.mappedFiles.isEmpty && watched.watch.mappedFiles.count == 1)
    }

    @Test("on a mount without events, the same is told", arguments: SideWatchTests.changes.filter { !$0.told.isEmpty })
    func silentMount(one: SideWatchTests.Case) throws {
        let watched = try WatchedDirectory(one.begin, polling: Self.withoutEvents)
        #expect(watched.watch.silentDirectories.contains(.root))
        #expect(try watched.changes(one.change) == one.told)
        #expect(try watched.changes("") == [])
    }

    @Test("on a mount without events, what says the same is not told", arguments: SideWatchTests.noise)
    func silentNoise(one: SideWatchTests.Case) throws {
        #expect(try WatchedDirectory(one.begin, polling: Self.withoutEvents).changes(one.change) == [])
    }

    @Test("on a mount without events, a row is told that is only in the log of a database unchanged for long")
    func silentLog() throws {
        let watched = try WatchedDirectory(
            """
            database('PRAGMA journal_mode = WAL', 'CREATE TABLE t (id INTEGER PRIMARY KEY, v)')
            os.utime('d/s.db', (1e9, 1e9))
            """, polling: Self.withoutEvents)
        let told = try watched.changes(
            "left = database('PRAGMA wal_autocheckpoint = 0', \"INSERT INTO t VALUES (1, 'new')\"); os._exit(0)")
        #expect(told == [#"added row s.db:t/1 {"id":1,"v":"new"}"#])
    }
}
