import Databases
import Synchronization

/// A database that is opened when it is first needed, once.
final class OpenedDatabase: Sendable {
    private let result = Mutex<Result<Database, DatabaseError>?>(nil)

    /// Returns the database, opened by `open` at the first call.
    /// - Throws: The error of the first call.
    func value(_ open: () throws(DatabaseError) -> Database) throws(DatabaseError) -> Database {
        try result.withLock { result throws(DatabaseError) in
            if let result { return try result.get() }
            let opened = Result(catching: open)
            result = opened
            return try opened.get()
        }
    }
}
