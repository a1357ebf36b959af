import System

/// A process that goes on writing to the database `live.db` until the object is released. At any one time, one row of
/// the table `t` has the `v` `needle`, and one of `u` a `created_at` after 2030.
package final class DatabaseWriter {
    private let process: pid_t

    /// Starts the process, and waits until it writes.
    /// - Parameters:
    ///   - mode: The journal mode.
    ///   - pause: The time between two transactions, in seconds.
    package init(in directory: TemporaryDirectory, mode: String, pause: Double) throws {
        let script = "import os, sys\nos.chdir(sys.argv[1])\n" + Script.text("database_script_writer")
        process = try Python.start(script, [directory.path, mode, "\(pause)"])
        try waitUntil("the database to be written") { access(directory("ready"), F_OK) == 0 }
    }

    deinit {
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}
