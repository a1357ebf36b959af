/// Makes databases with Python's SQLite.
package enum DatabaseScript {
    /// Runs a script in a directory. `connection` is open to `a.db` in autocommit mode, `run` executes a statement;
    /// `leave()` ends the process without closing it, so that the log remains.
    ///
    /// SQLite does not wait for the disk, and writes no number of pages into the header of a journal. A script that leaves
    /// a journal as a crash does sets `PRAGMA synchronous=FULL` before its transaction.
    package static func run(_ script: String, in directory: TemporaryDirectory) throws {
        let start = """
            import os, sqlite3, struct, sys, time
            os.chdir(sys.argv[1])
            connection = sqlite3.connect('a.db', isolation_level=None)
            run = connection.execute
            run('PRAGMA synchronous=OFF')
            def leave():
                sys.stdout.flush()
                os._exit(0)

            """
        try Python.run(start + script, [directory.path])
    }

    /// The contents and all times of a directory and the files below it.
    package static func state(of directory: TemporaryDirectory) throws -> [String] {
        let script = """
            import hashlib, os, sys
            def show(path, contents):
                s = os.stat(path)
                print(os.path.relpath(path, sys.argv[1]), s.st_ino, oct(s.st_mode), s.st_nlink, s.st_size, s.st_blocks,
                    s.st_mtime_ns, s.st_ctime_ns, s.st_atime_ns, contents)
            def digest(path):
                file = os.open(path, os.O_RDONLY | os.O_NOATIME)
                # Until it is written back, ext4 has not allocated the blocks that it counts.
                os.fsync(file)
                with open(file, 'rb') as opened: return hashlib.sha256(opened.read()).hexdigest()
            for path, directories, names in sorted(os.walk(sys.argv[1])):
                status = os.stat(path)
                print(status.st_mtime_ns, status.st_ctime_ns)
                for name in sorted(names): show(os.path.join(path, name), digest(os.path.join(path, name)))
            """
        return try Python.lines(script, directory.path)
    }
}
