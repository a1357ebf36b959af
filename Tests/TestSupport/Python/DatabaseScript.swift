/// Makes databases with Python's SQLite.
package enum DatabaseScript {
    /// Runs a script in a directory. `connection` is open to `a.db` in autocommit mode, `run` executes a statement;
    /// `leave()` ends the process without closing it, so that the log remains.
    ///
    /// SQLite does not wait for the disk, and writes no number of pages into the header of a journal. A script that leaves
    /// a journal as a crash does sets `PRAGMA synchronous=FULL` before its transaction.
    package static func run(_ script: String, in directory: TemporaryDirectory) throws {
        let start = Script.text("database_script_run")
        try Python.run(start + script, [directory.path])
    }

    /// The contents and all times of a directory and the files below it.
    package static func state(of directory: TemporaryDirectory) throws -> [String] {
        let script = Script.text("database_script_state")
        return try Python.lines(script, directory.path)
    }
}
