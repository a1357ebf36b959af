import ContainerModel
import FileTree
import Jobs
import System

/// The journal's directory, with one file for each transaction, `12.transaction`.
///
/// Only the process that carries out or recovers a transaction writes its file. It holds a lock on the file meanwhile,
/// which shows that it is alive; no process waits for that lock. Readers take no lock at all, so a process that is
/// stopped at any point blocks only its own transaction.
///
/// A number is claimed by creating its file, and stays taken as long as a file with that number exists, whatever its
/// contents.
struct JournalStore {
    let directory: [UInt8]

    private let stateDirectory: [UInt8]

    init(_ environment: TransactionEnvironment) {
        stateDirectory = environment.stateDirectory
        directory = stateDirectory + "/journal".utf8
    }

    /// Checks that nobody else can have written the records, which are carried out.
    private func requireOwn() throws(TransactionError) {
        for path in [stateDirectory, directory] {
            guard let doubt = Ownership.doubt(about: path) else { continue }
            throw TransactionError(
                .untrusted,
                "\(String(decoding: path, as: UTF8.self)) \(doubt); correct that, or point XDG_STATE_HOME elsewhere",
                at: path)
        }
    }

    /// The names in the journal's directory.
    struct Names {
        /// The numbers of transaction files, in ascending order.
        var numbers: [Int] = []
        /// The numbers of files that were damaged and set aside, in ascending order.
        var damaged: [Int] = []
        /// The highest number of any file, as far as there are traces of it.
        var greatest = 0
    }

    static let suffix = ".transaction"
    static let damagedSuffix = ".damaged"

    func path(_ number: Int, _ suffix: String = Self.suffix) -> [UInt8] { directory + "/\(number)\(suffix)".utf8 }

    /// Returns the names in the directory; empty if there is no directory.
    func names() throws(TransactionError) -> Names {
        try requireOwn()
        var names = Names()
        do throws(FileTreeError) {
            let root = try RootedDirectory(hostPath: directory)
            let opened = try root.openDirectory(.root)
            guard let entries = try DirectoryReader.read(opened, path: .root, cancellation: Cancellation()) else {
                return names
            }
            for index in 0..<entries.count { names.add(Array(entries.name(index))) }
        } catch {
            guard error.errno == ENOENT || error.errno == ENOTDIR else {
                throw StateFile.failure("read", directory, error.errno)
            }
        }
        names.numbers.sort()
        names.damaged.sort()
        return names
    }

    /// The contents of one transaction's file.
    struct File {
        /// The transaction; nil if the file contains none.
        var transaction: RecordedTransaction?
        var contents: RecordScanner.Contents
        /// The kind of the item in place of the file, if that is not a file.
        var otherKind: ItemKind?
        var isEmpty: Bool { contents.entries.isEmpty && contents.damaged + contents.torn == 0 }
        /// Whether the file begins like a record, or with zeros, as one does that was never written to the disk.
        var beginsLikeRecord = true
        /// Whether what the transaction is, and how far it got, cannot be read any more. A first record that is cut off was
        /// never acted upon.
        var isUnreadable: Bool {
            transaction == nil && !isEmpty && otherKind == nil && !hasEnd && !isForeign
                && (contents.damaged > 0 || !contents.entries.isEmpty || !beginsLikeRecord)
        }
        /// The number of damaged bytes that have not been reported yet.
        var untold: Int {
            let reported = contents.entries.reduce(into: 0) { reported, entry in
                if case .record(.damage(let bytes)) = entry {
                    reported = reported.addingReportingOverflow(bytes).partialValue
                }
            }
            return contents.damaged > reported && reported >= 0 ? contents.damaged - reported : 0
        }
    }

    /// Reads the file of one transaction; nil if there is none.
    func read(_ number: Int) throws(TransactionError) -> File? {
        let path = path(number)
        switch try StateFile.find(path) {
        case .file(let file): return try Self.file(file, number, path: path)
        case .nothing: return nil
        case .other(let kind): return File(contents: RecordScanner.Contents(), otherKind: kind)
        }
    }

    static func file(_ file: Descriptor, _ number: Int, path: [UInt8]) throws(TransactionError) -> File {
        let contents = try RecordScanner.contents(of: file, path: path)
        var collector = RecordCollector(number)
        for entry in contents.entries { collector.add(entry) }
        var transaction = collector.transaction
        if contents.damaged > 0 || collector.hasInvalid {
            transaction?.problem = .damaged
        } else if collector.hasUnknown {
            transaction?.problem = .foreign
        }
        transaction?.isCutShort = contents.isCutShort
        if let status = try? ItemStatus(of: file, path: .root) {
            transaction?.lastWrite = SelfMadeChanges.moment(status.modified, status.modifiedNanoseconds)
        }
        var found = File(transaction: transaction, contents: contents)
        if contents.entries.isEmpty {
            let head = (try? StateFile.read(file, from: 0, count: RecordScanner.mark.count, path: path)) ?? []
            found.beginsLikeRecord = RecordScanner.mark.starts(with: head) || head.allSatisfy { $0 == 0 }
        }
        return found
    }

    /// Returns all transactions, read without a lock.
    func history() throws(TransactionError) -> JournalHistory {
        let names = try names()
        var transactions: [RecordedTransaction] = []
        for number in names.numbers {
            if let transaction = try read(number)?.transaction { transactions.append(transaction) }
        }
        return JournalHistory(transactions: transactions, greatest: names.greatest)
    }

    /// Claims the next number and creates its file, locked.
    func claim() throws(TransactionError) -> TransactionLog {
        try StateFile.makeDirectories(around: directory + [0x2f])
        var number = try names().greatest + 1
        while number <= TransactionID.greatest {
            if let log = try TransactionLog(making: number, in: self) { return log }
            // Another process claimed the number first.
            number += 1
        }
        let text = String(decoding: directory, as: UTF8.self)
        throw TransactionError(.cannotCreate, "the journal has run out of numbers; move \(text) away")
    }

    func syncDirectory() {
        let opened = withNullTerminated(directory[...]) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard opened >= 0 else { return }
        fsync(opened)
        close(opened)
    }
}

extension RecordScanner.Contents {
    /// Whether the last record cannot be read.
    fileprivate var isCutShort: Bool {
        torn > 0 || entries.contains { if case .record(.damage(0)) = $0 { true } else { false } }
    }
}

extension JournalStore.Names {
    fileprivate mutating func add(_ name: [UInt8]) {
        let digits = name.prefix { (0x30...0x39).contains($0) }
        guard digits.count <= 16, digits.first != 0x30, let number = Int(String(decoding: digits, as: UTF8.self)),
            number <= TransactionID.greatest
        else { return }
        let rest = String(decoding: name[digits.count...], as: UTF8.self)
        if rest == JournalStore.suffix { numbers.append(number) }
        if rest == JournalStore.damagedSuffix { damaged.append(number) }
        // The number is taken even if the file is of a kind that only another version knows.
        greatest = max(greatest, number)
    }
}
