import ContainerModel
import FileTree
package import System

/// The state of an SQLite database as other processes may change it: equal before and after its files were read, it shows
/// that they are of one moment.
///
/// Sources: the SQLite file format (fileformat2.html), 1.3.7 "File change counter", 3 "The Rollback Journal", 4.1 "WAL
/// File Format"; walformat.html, 2.2 "The WAL-Index Header and Checkpoint Information".
package struct DatabaseMoment: Equatable, Sendable {
    /// A change within so many nanoseconds before a look may go on without another time of change: file systems take
    /// their times from a clock that ticks every few milliseconds.
    private static let uncertainty: Int64 = 20_000_000

    /// The metadata of a file, which changes with its contents.
    private struct File: Equatable, Sendable {
        let identity: FileIdentity
        let size: UInt64
        let modified: Int64
        let changed: Int64
        let head: [UInt8]

        init?(_ name: [UInt8], in directory: Descriptor, bytes range: Range<Int>) {
            guard let path = ContainerPath(bytes: name),
                let file = try? RootedDirectory(descriptor: directory).openFile(path),
                let status = try? ItemStatus(of: file, path: .root),
                let head = try? file.part(at: UInt64(range.lowerBound), range.count)
            else { return nil }
            identity = status.identity
            size = status.size
            modified = status.modified &* 1_000_000_000 &+ Int64(status.modifiedNanoseconds)
            changed = status.changed &* 1_000_000_000 &+ Int64(status.changedNanoseconds)
            self.head = head
        }
    }

    private let database: File?
    /// The rollback journal: with it, the database is being changed, or was left so.
    private let journal: File?
    /// The salts of the log, which change when it begins anew. What is added to it in between is no matter: only whole
    /// transactions count.
    private let log: [UInt8]?
    /// How much of the log has been, or is being, brought into the database.
    private let checkpoint: [[UInt8]]
    /// Whether the last change is too recent to be sure that there was none since.
    private let isFresh: Bool

    /// - Parameter name: The name of the database in its directory.
    package init(_ name: [UInt8], in directory: Descriptor) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
        database = File(name, in: directory, bytes: 0..<100)
        func file(_ companion: Companion, _ bytes: Range<Int>) -> File? {
            File(companion.name(for: name[...]), in: directory, bytes: bytes)
        }
        journal = file(.journal, 0..<28)
        log = file(.log, 0..<32)?.head
        checkpoint = [96..<100, 128..<132].map { file(.index, $0)?.head ?? [] }
        isFresh = [database, journal].contains { file in
            file.map { max($0.modified, $0.changed) > time &- Self.uncertainty } ?? false
        }
    }

    /// Returns whether a file has a journal or a log beside it: it is a database then, even if it is encrypted and does not
    /// look like one.
    package static func hasLog(_ name: [UInt8], in directory: Descriptor) -> Bool {
        Companion.logs.contains { companion in
            (try? ItemStatus(of: companion.name(for: name[...]), in: directory, path: .root))?.kind == .file
        }
    }

    /// Whether there is a rollback journal, without which the database may be half of a transaction.
    package var hasJournal: Bool { journal != nil }

    /// The number of times to try to read a database that others write, and how long to wait in between, in microseconds.
    package static let attempts = 20
    package static let pause = UInt32(25_000)

    /// Returns whether a file begins like a database.
    package static func isDatabase(_ name: UnsafePointer<CChar>, in directory: Descriptor) -> Bool {
        let opened = sandglass_open_component(directory.number, name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard opened >= 0 else { return false }
        return Descriptor(owning: opened).isDatabase
    }

    /// Whether nothing can have changed between two looks, as far as their times tell.
    package func isCertain(until later: DatabaseMoment) -> Bool { !isFresh && self == later }

    package static func == (one: DatabaseMoment, other: DatabaseMoment) -> Bool {
        one.database == other.database && one.journal == other.journal && one.log == other.log
            && one.checkpoint == other.checkpoint
    }
}
