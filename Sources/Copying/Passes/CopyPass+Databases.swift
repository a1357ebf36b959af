import ContainerModel
import FileTree
import Jobs
import System

/// Copying databases and their logs as they were at one moment, while other programs write them.
extension CopyPass {
    /// Notes the databases of a directory that have a log or a journal, before any of their files is copied.
    mutating func noteDatabases(_ entries: [DirectoryStream.Entry]) {
        guard recorder == nil else { return }
        for entry in entries where entry.kind == .file {
            guard let database = Companion.database(of: Array(bytes(entry.name))[...]) else { continue }
            note(Array(database))
        }
    }

    /// Notes a file of a directory that is a database, before it is copied.
    mutating func noteDatabase(_ name: UnsafePointer<CChar>) {
        guard !frames.isEmpty, DatabaseMoment.isDatabase(name, in: source.current) else { return }
        note(Array(bytes(name)))
    }

    private mutating func note(_ name: [UInt8]) {
        guard frames[frames.count - 1].databases[name] == nil else { return }
        frames[frames.count - 1].databases[name] = DatabaseMoment(name, in: source.current)
    }

    /// Returns whether a file is the log or the journal of a database that is looked at again.
    func isOfNotedDatabase(_ name: UnsafePointer<CChar>) -> Bool {
        guard let frame = frames.last, !frame.databases.isEmpty,
            let database = Companion.database(of: Array(bytes(name))[...])
        else { return false }
        return frame.databases[Array(database)] != nil
    }

    /// Copies the databases of the directory again that were written while their files were copied.
    mutating func settleDatabases() {
        let databases = frames[frames.count - 1].databases
        frames[frames.count - 1].databases = [:]
        for (name, moment) in databases.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            if cancellation.isCancelled { return }
            guard !moment.isCertain(until: DatabaseMoment(name, in: source.current)) else { continue }
            withNullTerminated(name[...]) { copyAgain($0, name) }
        }
    }

    private mutating func copyAgain(_ name: UnsafePointer<CChar>, _ database: [UInt8]) {
        for _ in 1...DatabaseMoment.attempts {
            if cancellation.isCancelled { return }
            usleep(DatabaseMoment.pause)
            let before = DatabaseMoment(database, in: source.current)
            guard copyFilesAgain(of: database) else { continue }
            if before.isCertain(until: DatabaseMoment(database, in: source.current)) { return }
        }
        for part in Self.parts(of: database) {
            _ = withNullTerminated(part[...]) { sandglass_remove_name(target.current.number, $0, 0) }
        }
        fail("copy the database", EAGAIN, name, detail: "it was written during every attempt")
    }

    /// - Returns: Whether all of its files that exist were copied.
    private mutating func copyFilesAgain(of database: [UInt8]) -> Bool {
        for part in Self.parts(of: database) {
            let isCopied = withNullTerminated(part[...]) { name -> Bool in
                _ = sandglass_remove_name(target.current.number, name, 0)
                switch copyOne(name, false, to: name, takesOthers: true) {
                case .copied, .special: return true
                case .failed(_, let errno): return errno == ENOENT && part != database
                case .hasOtherNames, .cancelled: return false
                }
            }
            guard isCopied else { return false }
        }
        return true
    }

    private static func parts(of database: [UInt8]) -> [[UInt8]] {
        [database] + Companion.logs.map { $0.name(for: database[...]) }
    }
}
