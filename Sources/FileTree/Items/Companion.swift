package import ContainerModel
import Databases
import Formats
package import System

/// What belongs to a file, lies beside it under a name made of the file's, and goes where the file goes.
///
/// Sources: formats.md, "The backup-exclusion attribute"; the SQLite file format (fileformat2.html), 3 "The Rollback
/// Journal", 4 "The Write-Ahead Log"; walformat.html, 1.1 "Files On Disk".
package enum Companion: Hashable, Sendable, CaseIterable {
    /// The AppleDouble file, which has the attributes of any file.
    case appleDouble
    /// The log of an SQLite database: transactions that the database does not have yet.
    case log
    /// The rollback journal of an SQLite database: what it had before a transaction that is not complete.
    case journal
    /// The index of a log. It means nothing without the processes that use it, and is never copied.
    case index
    /// The directory in which Core Data keeps large values of a store.
    case support

    /// Those of an SQLite database that have rows which the database has not, or not any more.
    package static let logs: [Companion] = [.log, .journal]
    /// Those of an SQLite database that are files: their names begin with the database's.
    package static let files: [Companion] = logs + [.index]
    /// Those of which the first bytes tell whether a file with the name is one; see `isRefuted(by:)`.
    package static let refutable: [Companion] = [.journal, .index]
    /// Those of an SQLite database.
    package static let ofDatabase: [Companion] = files + [.support]

    private static let supportName = (start: Array(".".utf8), end: Array("_SUPPORT".utf8))

    /// The end of the name, behind that of the database, of `files`; empty for the others.
    package var suffix: String {
        switch self {
        case .log: "-wal"
        case .journal: "-journal"
        case .index: "-shm"
        case .appleDouble, .support: ""
        }
    }

    /// Returns the name of the companion of a file.
    package func name(for file: ArraySlice<UInt8>) -> [UInt8] {
        switch self {
        case .appleDouble: return AppleDoubleName.name(for: file)
        case .support:
            // `Model.sqlite` has `.Model_SUPPORT`.
            let dot = file.lastIndex(of: 0x2e).flatMap { $0 > file.startIndex ? $0 : nil }
            return Self.supportName.start + file[..<(dot ?? file.endIndex)] + Self.supportName.end
        case .log, .journal, .index: return file + Array(suffix.utf8)
        }
    }

    /// Returns whether a file may have a name: neither it nor the name of a log, a journal or a directory of large values
    /// that would belong to it is taken.
    package static func isFree<Failure: Error>(
        _ name: [UInt8], isTaken: ([UInt8]) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        if try isTaken(name) { return false }
        for companion in logs + [.support] {
            let other = companion.name(for: name[...])
            // No file system of Linux or iOS has longer names.
            if other.count <= 255, try isTaken(other) { return false }
        }
        return true
    }

    /// Returns the name of the file that a log, a journal or an index belongs to by its name; nil for any other name.
    package static func database(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? { named(name)?.database }

    /// Returns which of an SQLite database's files has a name, and the name of the database; nil for any other name.
    package static func named(_ name: ArraySlice<UInt8>) -> (companion: Companion, database: ArraySlice<UInt8>)? {
        // Asked of every name of a directory.
        guard name.last == UInt8(ascii: "l") || name.last == UInt8(ascii: "m") else { return nil }
        for companion in files {
            let suffix = companion.suffix.utf8
            guard name.count > suffix.count, name.suffix(suffix.count).elementsEqual(suffix) else { continue }
            return (companion, name.dropLast(suffix.count))
        }
        return nil
    }

    /// The first bytes of a log and of a journal. Encrypted databases have them, too.
    private static let heads = WriteAheadLogHeader.magics + [RollbackJournalHeader.magic]

    /// Returns the companions of a database that exist in its directory, with their names. A file that only has such a
    /// name, without the contents, is none.
    /// - Parameter file: The name of the database, which need not exist.
    package static func found(
        of file: ArraySlice<UInt8>, in directory: TreeDirectory
    ) -> [(companion: Companion, name: [UInt8])] {
        guard database(of: file) == nil else { return [] }
        func kind(_ name: [UInt8]) -> ItemKind? { try? directory.status(of: name[...], path: .root).kind }
        var found: [(Companion, [UInt8])] = []
        for companion in logs {
            let name = companion.name(for: file)
            guard kind(name) == .file, isLog(name, in: directory) else { continue }
            found.append((companion, name))
        }
        let (index, support) = (Companion.index.name(for: file), Companion.support.name(for: file))
        let hasIndex = kind(index) == .file && isIndex(index, in: directory)
        let hasSupport = kind(support) == .directory && isSupport(of: file, in: directory)
        guard hasIndex || hasSupport else { return found }
        guard
            !found.isEmpty
                || (try? directory.head(of: file, length: DatabaseHeader.magic.count)) == DatabaseHeader.magic
        else { return [] }
        if hasIndex { found.append((.index, index)) }
        if hasSupport { found.append((.support, support)) }
        return found
    }

    /// Returns whether a file begins like the index of a log.
    private static func isIndex(_ name: [UInt8], in directory: TreeDirectory) -> Bool {
        let head = try? directory.head(of: name[...], length: WriteAheadLogHeader.indexHeaderLength)
        return head.map { WriteAheadLogHeader.mayBeIndex($0) } ?? false
    }

    /// Returns whether a file with the name of an index is none; false if it is missing or cannot be read.
    package static func isFalseIndex(_ name: ArraySlice<UInt8>, in directory: TreeDirectory) -> Bool {
        (try? directory.head(of: name, length: WriteAheadLogHeader.indexHeaderLength))
            .map { Companion.index.isRefuted(by: $0) } ?? false
    }

    /// Returns whether a file with the name of this companion is none, judging by its first bytes. Those of a log are not
    /// judged: whoever reads the database tells what is wrong with it.
    package func isRefuted(by head: some Collection<UInt8>) -> Bool {
        switch self {
        case .journal: !RollbackJournalHeader.isJournal(head)
        case .index: !WriteAheadLogHeader.mayBeIndex(head)
        case .log, .appleDouble, .support: false
        }
    }

    /// Returns whether the directory of large values is a database's: its name has no extension, and another store may have
    /// the same one. Only stores of Core Data have one.
    private static func isSupport(of file: ArraySlice<UInt8>, in directory: TreeDirectory) -> Bool {
        let head = (try? directory.head(of: file, length: 64 << 10)) ?? []
        if head.firstRange(of: Array("Z_METADATA".utf8)) != nil { return true }
        guard let entries = (try? directory.reopened().entries(path: .root)) ?? nil else { return false }
        let support = Companion.support.name(for: file)
        return !(0..<entries.count).contains { index in
            let name = entries.name(index)
            return name != file && database(of: name) == nil && entries.kind(index) == .file
                && Companion.support.name(for: name) == support
        }
    }

    /// Returns whether a file has the contents of a log or a journal: its head, or nothing, as after a checkpoint. One that
    /// cannot be read counts as one.
    private static func isLog(_ name: [UInt8], in directory: TreeDirectory) -> Bool {
        guard let head = try? directory.head(of: name[...], length: 8) else { return true }
        // A journal that is kept for the next transaction begins with zeros.
        return head.allSatisfy { $0 == 0 } || heads.contains { head.starts(with: $0) }
    }
}

extension Descriptor {
    /// Whether the open file begins like an SQLite database; false if it cannot be read.
    package var isDatabase: Bool { (try? part(at: 0, DatabaseHeader.magic.count)) == DatabaseHeader.magic }
}

extension ContainerPath {
    /// Which of an SQLite database's files this is by its name, and the path of the database; nil for any other item.
    package var asCompanion: (companion: Companion, database: ContainerPath)? {
        guard let (companion, name) = lastComponent.flatMap({ Companion.named($0) }),
            let database = parent?.appending(name: name)
        else { return nil }
        return (companion, database)
    }

    /// Returns the path of what belongs to a file with this one; nil for the root.
    package func companion(_ companion: Companion) -> ContainerPath? {
        lastComponent.flatMap { parent?.appending(name: companion.name(for: $0)) }
    }
}

extension ItemAddress {
    /// The address of the file that a log, a journal or an index belongs to by its name; nil for any other item.
    package var loggedFile: ItemAddress? { Companion.database(of: name).flatMap { sibling(Array($0)) } }

    /// Returns the address of what belongs to a file with this one; nil if its name is no valid one.
    package func companion(_ companion: Companion) -> ItemAddress? { sibling(companion.name(for: name)) }
}

extension RootTable {
    /// Returns what belongs to a database at an address, whether there is one or not; see `Companion.found(of:in:)`.
    package func companions(of item: ItemAddress) -> [(companion: Companion, at: ItemAddress)] {
        guard !item.path.isRoot, let tree = try? tree(of: item.root),
            let directory = try? tree.directory(at: item.parent.path, for: .lookup)
        else { return [] }
        return Companion.found(of: item.name, in: directory).compactMap { found in
            item.sibling(found.name).map { (found.companion, $0) }
        }
    }
}
