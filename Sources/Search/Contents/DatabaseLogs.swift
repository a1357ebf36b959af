package import ContainerModel
import Databases
package import Documents
package import FileTree
package import Jobs

/// The logs and journals among the files of a list that also has the files that they would belong to.
///
/// One is left out of a search only if the file beside it is a database that was read with it: nothing but its name says
/// that it is a log.
struct DatabaseLogs: Sendable {
    private let logs: Set<UInt32>

    /// - Parameter files: The items that are searched.
    init(among files: [UInt32], of entries: EntryList) {
        var named: [(log: UInt32, database: [UInt8])] = []
        for file in files {
            guard let database = Companion.database(of: entries.name(Int(file))) else { continue }
            named.append((file, Array(database)))
        }
        guard !named.isEmpty else {
            logs = []
            return
        }
        let wanted = Set(named.map(\.database))
        var found: Set<[UInt8]> = []
        for file in files {
            let name = Array(entries.name(Int(file)))
            if wanted.contains(name) { found.insert(name) }
        }
        logs = Set(named.filter { found.contains($0.database) }.map(\.log))
    }

    /// Returns whether a file may be the log of another one.
    func contains(_ file: UInt32) -> Bool { logs.contains(file) }
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
    fileprivate var isIndex: Bool { !Companion.index.isRefuted(by: head) }

    /// Returns whether it is a database that can be read, including a file beside it.
    fileprivate func isRead(with kind: Companion, within limits: DocumentLimits) -> Bool {
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
