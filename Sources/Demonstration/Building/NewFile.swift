import System

/// Files that the demonstration makes: always new ones, so that nothing that is there is written to.
enum NewFile {
    /// Writes a new file with exactly these permissions, whatever the umask.
    /// - Throws: `DemonstrationError`
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(DemonstrationError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw .current("make the file", path) }
        defer { close(file) }
        guard fchmod(file, mode) == 0 else { throw .current("set the mode of", path) }
        do throws(Errno) {
            try writeAll(bytes, to: file)
        } catch {
            throw DemonstrationError(operation: "write", path: path, reason: "\(error)")
        }
    }
}

extension DemonstrationError {
    /// What `errno` says about a call that failed just now.
    static func current(_ operation: String, _ path: String) -> DemonstrationError {
        DemonstrationError(operation: operation, path: path, reason: String(cString: strerror(errno)))
    }
}
