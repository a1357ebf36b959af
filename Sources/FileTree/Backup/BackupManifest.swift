import ContainerModel
import Databases
import Encryption
import Formats
import Jobs
import System

/// The manifest of a backup: a database since iOS 10, a list of records before.
enum BackupManifest: Sendable {
    case database(Database)
    case records(BackupRecords)

    /// The largest `Manifest.mbdb` that is read, in bytes; real ones have some MB.
    private static let maxBytes = 256 << 20

    /// Opens the manifest of a backup.
    /// - Throws: `FileTreeError`
    init(_ folder: BackupFolder, _ keys: BackupKeys?, _ cancellation: Cancellation) throws(FileTreeError) {
        guard !folder.isOld else {
            self = try Self.records(in: folder)
            return
        }
        let stored = try folder.directory.openFile(BackupFolder.database)
        var source = DatabaseSource.files(main: stored)
        if folder.properties.isEncrypted, let key = folder.properties.manifestKey, !BackupPlainness.isDatabase(stored) {
            source = .contents(try DecryptedManifest(stored, key, keys))
        } else if let log = try? folder.directory.openFile("Manifest.db-wal") {
            source = .files(main: stored, log: log)
        }
        do throws(DatabaseError) {
            self = .database(try Database(source, cancellation: cancellation))
        } catch {
            throw FileTreeError(error, in: "Manifest.db")
        }
    }

    private static func records(in folder: BackupFolder) throws(FileTreeError) -> BackupManifest {
        let bytes = try FileContents.read(BackupFolder.records, in: folder.directory, limit: maxBytes)
        return .records(try BackupRecords(bytes))
    }

    /// Opens a manifest that is not encrypted, whatever the properties say.
    /// - Returns: nil if it is encrypted.
    /// - Throws: `FileTreeError`
    static func plain(_ folder: BackupFolder) throws(FileTreeError) -> BackupManifest? {
        guard !folder.isOld else { return try records(in: folder) }
        let stored = try folder.directory.openFile(BackupFolder.database)
        guard BackupPlainness.isDatabase(stored) else { return nil }
        return try BackupManifest(folder, nil, Cancellation())
    }

    /// Returns where the contents of the first files are that have any.
    /// - Throws: `FileTreeError`
    func someLocations(atMost count: Int) throws(FileTreeError) -> [BackupFiles.Location] {
        var rows: [Int64] = []
        switch self {
        case .records(let records):
            rows = records.all.indices.lazy.filter { records.all[$0].flags == 1 && records.all[$0].file.size > 0 }
                .prefix(count).map { Int64($0) }
        case .database(let database):
            do throws(DatabaseError) {
                try database.scan(Self.table, ["flags", "file"]) { row in
                    guard case .rowID(let number) = row.key, row.integer(0) == 1,
                        row.withBytes(1, { BackupFile.size(in: $0) }) ?? 0 > 0
                    else { return true }
                    rows.append(number)
                    return rows.count < count
                }
            } catch {
                throw FileTreeError(error, in: "Manifest.db")
            }
        }
        var locations: [BackupFiles.Location] = []
        for row in rows { if let location = try location(ofRow: row) { locations.append(location) } }
        return locations
    }

    /// The problems with the manifest, as sentences.
    var problems: [String] {
        switch self {
        case .records(let records):
            records.problem.map {
                [
                    "listed \(Pluralized.entries(records.all.count)); the rest of the manifest cannot be read: Manifest.mbdb: \($0)"
                ]
            } ?? []
        case .database(let database):
            (database.conditions.filter(\.isProblem).map { "\($0)" } + [Self.withoutDomain(database)].compactMap(\.self))
                .map { "Manifest.db: \($0)" }
        }
    }

    /// Returns a sentence on rows whose items belong to no domain; nil if there are none.
    private static func withoutDomain(_ database: Database) -> String? {
        // Blobs come behind all texts, and an index of the domains has both.
        let query = RowQuery(table, where: "domain IS NULL OR domain >= x''")
        guard let count = try? database.rowCount(query, usesIndexes: true), count > 0 else { return nil }
        return "\(Pluralized.some(count, "row")) without the name of a domain \(count == 1 ? "is" : "are") not shown"
    }

    /// Returns the names of all domains, sorted by bytes.
    func domains(_ cancellation: Cancellation) throws(FileTreeError) -> [[UInt8]] {
        switch self {
        case .records(let records): return records.domains
        case .database(let database):
            do throws(DatabaseError) {
                return try database.distinctTexts("domain", of: Self.table, atMost: Self.maxDomains, cancellation)
                    .sorted { $0.lexicographicallyPrecedes($1) }
            } catch {
                throw FileTreeError(error, in: "Manifest.db")
            }
        }
    }

    static let table = "Files"
    /// Real backups have some hundreds.
    private static let maxDomains = 100_000

    /// Counts the items of all domains.
    func totals(_ cancellation: Cancellation) throws(FileTreeError) -> [[UInt8]: Backup.DomainTotal] {
        var totals: [[UInt8]: Backup.DomainTotal] = [:]
        switch self {
        case .records(let records):
            for record in records.all {
                totals[record.domain, default: Backup.DomainTotal()].add(record.flags, record.file.size)
            }
        case .database(let database):
            // The rows of a domain mostly follow one another.
            var domain: [UInt8] = []
            var total = Backup.DomainTotal()
            func keep() { if total.items > 0 { totals[domain, default: Backup.DomainTotal()].add(total) } }
            do throws(DatabaseError) {
                try database.scan(Self.table, ["domain", "flags", "file"], cancellation) { row in
                    row.withBytes(0) { name in
                        guard !name.elementsEqual(domain) else { return }
                        keep()
                        (domain, total) = (Array(name), Backup.DomainTotal())
                    }
                    total.add(row.integer(1), row.withBytes(2) { BackupFile.size(in: $0) })
                    return !cancellation.isCancelled
                }
            } catch {
                throw FileTreeError(error, in: "Manifest.db")
            }
            keep()
        }
        if cancellation.isCancelled { throw FileTreeError(errno: ECANCELED, operation: "read the backup") }
        return totals
    }

    /// Reads the items of a domain.
    func index(
        of domain: [UInt8], _ progress: ProgressMeter, _ cancellation: Cancellation
    ) throws(FileTreeError) -> BackupIndex {
        var reading = Reading(progress, cancellation)
        switch self {
        case .records(let records):
            for (row, record) in records.all.enumerated() where record.domain == domain {
                guard record.path.withUnsafeBytes({ reading.add($0, Int64(row), record.flags, record.file) }) else {
                    break
                }
            }
        case .database(let database):
            let failure = reading.readRows(of: domain, in: database, usesIndexes: true)
            if let failure {
                guard failure.code == .malformed else { throw FileTreeError(failure, in: "Manifest.db") }
                // Behind a damaged page of the index, rows may still be found in the table, and the other way round.
                var others = Reading(progress, cancellation)
                let otherFailure = others.readRows(of: domain, in: database, usesIndexes: false)
                if others.count > reading.count { reading = others }
                guard reading.count > 0 else { throw FileTreeError(failure, in: "Manifest.db") }
                let entries = Pluralized.entries(reading.count)
                reading.builder.noteMissing(
                    otherFailure == nil
                        ? "an index of Manifest.db is damaged; listed \(entries) without it"
                        : "listed \(entries); the rest of the manifest cannot be read: Manifest.db: \(failure.message)")
            }
        }
        if cancellation.isCancelled { throw FileTreeError(errno: ECANCELED, operation: "read the backup") }
        guard reading.count > 0 else { throw FileTreeError(errno: ENOENT, operation: "open the domain") }
        return reading.builder.finish()
    }

    /// The rows of a domain as they are read.
    private struct Reading {
        var builder = BackupIndex.Builder()
        var count = 0
        private let progress: ProgressMeter
        private let cancellation: Cancellation

        init(_ progress: ProgressMeter, _ cancellation: Cancellation) {
            self.progress = progress
            self.cancellation = cancellation
        }

        /// - Returns: Whether more are to be read.
        mutating func add(
            _ path: UnsafeRawBufferPointer, _ row: Int64, _ flags: Int64, _ file: BackupFile?
        ) -> Bool {
            guard !builder.isFull else {
                builder.noteMissing(
                    "too large: the first \(Pluralized.some(count, "item")) are shown, and the rest is left out")
                return false
            }
            builder.add(path, row: row, flags: flags, file)
            count += 1
            progress.add(files: 1)
            return !cancellation.isCancelled
        }

        /// - Returns: Why not all rows could be read; nil if they could.
        mutating func readRows(
            of domain: [UInt8], in database: Database, usesIndexes: Bool
        ) -> DatabaseError? {
            do throws(DatabaseError) {
                try database.scan(
                    BackupManifest.table, ["relativePath", "flags", "file"], where: ("domain", domain),
                    usesIndexes: usesIndexes, cancellation
                ) { row in
                    guard case .rowID(let number) = row.key else { return true }
                    let file = row.withBytes(2) { BackupFile($0) }
                    return row.withBytes(0) { add($0, number, row.integer(1), file) }
                }
                return nil
            } catch {
                return error
            }
        }
    }

    /// Returns where the contents of a row's item are; nil if the row does not say.
    func location(ofRow row: Int64) throws(FileTreeError) -> BackupFiles.Location? {
        switch self {
        case .records(let records):
            let record = records.all[Int(row)]
            return BackupFiles.Location(
                name: BackupFileName.of(domain: record.domain, path: record.path), key: record.file.encryptionKey,
                size: record.file.size)
        case .database(let database):
            do throws(DatabaseError) {
                let name = try database.cell("fileID", of: Self.table, row: .rowID(row))
                let record = try database.cell("file", of: Self.table, row: .rowID(row))
                guard case .text(let text) = name, case .blob(let blob) = record,
                    let file = blob.bytes.withUnsafeBytes({ BackupFile($0) })
                else { return nil }
                return BackupFiles.Location(name: text.bytes, key: file.encryptionKey, size: file.size)
            } catch {
                throw FileTreeError(error, in: "Manifest.db")
            }
        }
    }
}

/// An encrypted `Manifest.db`, of which each page is decrypted when it is read: a list of domains needs few of them.
private struct DecryptedManifest: DatabaseContents {
    let size: UInt64
    private let stored: Descriptor
    private let decryption: Decryption

    /// - Throws: `FileTreeError` with a reason in words.
    init(_ stored: Descriptor, _ key: WrappedKey, _ keys: BackupKeys?) throws(FileTreeError) {
        guard let unwrapped = keys?.unwrap(key) else {
            throw FileTreeError(
                operation: "decrypt the manifest",
                unusable: "the key bag has no key of protection class \(key.classNumber) that its key was wrapped with")
        }
        size = try Decryption.requireBlocks(stored)
        decryption = try Decryption(unwrapped)
        self.stored = stored
    }

    func read(_ buffer: UnsafeMutableRawBufferPointer, at offset: UInt64) -> Int {
        decryption.read(buffer, of: stored, at: offset, size: size)
    }
}

/// The records of a `Manifest.mbdb`.
struct BackupRecords: Sendable {
    let all: [BackupRecord]
    /// The problem that ends the list early; nil if it is whole.
    let problem: String?

    /// The number of records that are read.
    private static let maximum = 2_000_000

    init(_ bytes: [UInt8]) throws(FileTreeError) {
        var records: [BackupRecord] = []
        var problem: String?
        do throws(FormatError) {
            problem = try BackupRecord.forEach(in: bytes) { record in
                records.append(record)
                return records.count < Self.maximum
            }?.description
        } catch {
            throw FileTreeError(operation: "read the backup", damaged: "Manifest.mbdb: \(error)", cause: error)
        }
        (all, self.problem) = (records, problem)
    }

    var domains: [[UInt8]] { Set(all.map(\.domain)).sorted { $0.lexicographicallyPrecedes($1) } }
}

extension Backup.DomainTotal {
    fileprivate mutating func add(_ flags: Int64, _ size: UInt64?) {
        items += 1
        if flags == 1 { bytes = bytes.addingSaturated(size ?? 0) }
    }

    fileprivate mutating func add(_ other: Backup.DomainTotal) {
        items += other.items
        bytes = bytes.addingSaturated(other.bytes)
    }
}
