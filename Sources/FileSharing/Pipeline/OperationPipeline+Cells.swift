import ContainerModel
import Databases
import Documents
import FileTree
import Formats
import Jobs
import System

/// Changing cells of a database: SQLite changes a copy, with its log, in this process. What changed of the two, the log
/// or the database, takes its place, so that readers find either the state before or the one after.
extension OperationPipeline {
    /// Returns whether a file is an SQLite database, by its first bytes.
    func isDatabase(_ item: ItemAddress) -> Bool { (try? open.table.openFile(item))?.isDatabase == true }

    static func databaseInInbox(_ item: ItemAddress) -> OperationError {
        OperationError(.refused, at: item.hostPath, "a database in Inbox is not changed: move it out first")
    }

    /// Requires that no other process can write to a database, or has locked it.
    ///
    /// A process that has the database, its log and the index open only for reading, without a lock, is no user:
    /// another sandglass that shows it, or an idle connection of SQLite. One of the files is replaced as a whole, so
    /// that the process goes on reading those that it has open, which stay as they were, and it writes nothing that
    /// could be lost. Every other connection of SQLite has the database open for writing or, if it may only read, has
    /// locked it: during a transaction, and with a log for as long as it is open.
    /// - Throws: `OperationError` if one does, or if a file cannot be opened.
    func requireUnused(_ item: ItemAddress) throws(OperationError) {
        for part in [item, item.companion(.log), item.companion(.index)].compactMap(\.self) {
            let file: Descriptor?
            do throws(FileTreeError) {
                file = try FileTreeError.unlessMissing { () throws(FileTreeError) in try open.table.openFile(part) }
            } catch {
                throw OperationError(error, at: part)
            }
            guard let file else { continue }
            if let process = RunningProcess.writing(to: file.number) {
                throw OperationError(
                    .locked, at: item.hostPath,
                    "process \(process.number) has the database open for writing; end it, or close it there")
            }
            if FileUsers.isLocked(file) {
                throw OperationError(.locked, at: item.hostPath, "another process has locked the database")
            }
        }
    }

    /// Returns the changes of cells that changes of values are.
    /// - Parameters:
    ///   - copy: The database to read.
    ///   - item: The database that errors are about.
    func cells(
        of copy: ItemAddress, at item: ItemAddress, by edits: ValueEdits, _ cancellation: Cancellation
    ) throws(OperationError) -> DatabaseCells.Changes {
        let source: DocumentSource
        do throws(FileTreeError) {
            source = try DocumentSource(copy.path, in: try open.table.tree(of: copy.root))
        } catch {
            throw OperationError(error, at: item)
        }
        let cells: DatabaseCells
        do throws(DatabaseError) {
            let database = try source.database(within: .unlimited(cancellation))
            if let condition = database.conditions.first(where: { !$0.allowsChange }) {
                throw DatabaseError.unreadable("\(condition) Nothing was changed")
            }
            cells = try DatabaseCells(database, of: source, cancellation)
        } catch {
            throw OperationError(error, of: item)
        }
        do throws(ValueEditError) {
            return try cells.changes(of: edits.edits, in: edits.rows, runsTriggers: edits.runsTriggers)
        } catch {
            throw OperationError(error, in: item)
        }
    }

    /// Changes the cells in the copy of a session.
    func changeCells(
        of session: EditingSession, _ setting: Setting, _ cancellation: Cancellation
    ) throws(OperationError) -> [ValueEditor.Change] {
        try requireUnused(setting.item)
        let hasLog: Bool
        do throws(EditingSession.Failure) {
            hasLog = try session.copyLog()
        } catch {
            throw OperationError(error, at: setting.item)
        }
        let changes = try cells(of: session.copy, at: setting.item, by: setting.edits, cancellation)
        do throws(DatabaseError) {
            let editor = try DatabaseEditor(
                copyAt: session.copy.hostPath, runsTriggers: setting.edits.runsTriggers, cancellation: cancellation)
            try editor.apply(
                changes.cells, movesLog: !hasLog,
                mostByTriggers: setting.edits.rows.isUnlimited ? nil : RowSelection.most)
        } catch {
            throw OperationError(error, of: setting.item)
        }
        return changes.values
    }
}

extension DatabaseCondition {
    /// Whether a database in this condition is whole, so that SQLite changes it without losing anything.
    fileprivate var allowsChange: Bool {
        switch self {
        case .logRead, .logMissing, .noJournal, .empty: true
        default: false
        }
    }
}

extension OperationError {
    /// Creates an error about a database.
    fileprivate init(_ error: DatabaseError, of item: ItemAddress) {
        let code: Code =
            switch error.code {
            case .refused: .refused
            case .cancelled: .cancelled
            case .inputOutput: .inputOutput
            case .notFound: .noInput
            default: .data
            }
        self.init(code, at: item.hostPath, error.message, cause: error)
    }
}
