package import ContainerModel
import Databases
package import Documents
package import FileTree
package import Jobs

/// The logs and journals among the files of a list, with the files that they would belong to.
///
/// One is left out of a search only if the file beside it is a database that was read with it: nothing but its name says
/// that it is a log.
struct DatabaseLogs: Sendable {
    private let databases: [UInt32: (database: UInt32, kind: Companion)]

    /// - Parameter files: The items that are searched.
    init(among files: [UInt32], of entries: EntryList) {
        var logs: [(log: UInt32, name: [UInt8], kind: Companion)] = []
        for file in files {
            guard let (kind, name) = Companion.named(entries.name(Int(file))) else { continue }
            logs.append((file, Array(name), kind))
        }
        guard !logs.isEmpty else {
            databases = [:]
            return
        }
        let wanted = Set(logs.map(\.name))
        var found: [[UInt8]: UInt32] = [:]
        for file in files {
            let name = Array(entries.name(Int(file)))
            if wanted.contains(name) { found[name] = file }
        }
        let known = logs.compactMap { log, name, kind in found[name].map { (log, (database: $0, kind: kind)) } }
        databases = Dictionary(known) { first, _ in first }
    }

    /// Returns the file that a file may be the log of; nil if it is none.
    func database(of file: UInt32) -> (database: UInt32, kind: Companion)? { databases[file] }
}

extension DocumentSource {
    /// Returns whether a file is the log, the index or the journal of a database beside it that can be read with it, so
    /// that its contents are those of the database.
    package static func isReadWithDatabase(
        _ path: ContainerPath, in tree: any FileTree, cancellation: Cancellation
    ) -> Bool {
        guard let (kind, database) = path.asCompanion, let source = try? DocumentSource(database, in: tree)
        else { return false }
        if kind == .index, (try? DocumentSource(path, in: tree))?.isIndex == false { return false }
        return source.isRead(with: kind, within: .unlimited(cancellation))
    }

    /// Whether a file that is named like the index of a log begins like one.
    var isIndex: Bool { !Companion.index.isRefuted(by: head) }

    /// Returns whether it is a database that can be read, including a file beside it.
    func isRead(with kind: Companion, within limits: DocumentLimits) -> Bool {
        guard isDatabase, let database = try? database(within: limits),
            (try? database.schema(limits.cancellation)) != nil
        else { return false }
        switch kind {
        case .index: return true
        case .journal: return !database.conditions.contains(where: \.isAboutJournal)
        case .log: return database.header?.usesLog == true && !database.conditions.contains(where: \.isAboutLog)
        case .appleDouble, .support: return false
        }
    }
}

extension DatabaseCondition {
    /// Whether the log could not be read, or not all of it.
    fileprivate var isAboutLog: Bool {
        switch self {
        case .logDamaged, .logUnreadable, .logUnsupported, .logUnopened, .logForeign, .logTooLarge: true
        default: false
        }
    }

    /// Whether the journal could not be read, or is none.
    fileprivate var isAboutJournal: Bool {
        switch self {
        case .hotJournal, .journalUnopened, .noJournal: true
        default: false
        }
    }
}
