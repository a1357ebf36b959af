import System

/// Writes the files of the demonstration. They are always new, so that no existing file is written to.
enum DemonstrationFile {
    /// Writes a new file with exactly these permissions, regardless of the umask.
    /// - Throws: `DemonstrationError` if it exists or cannot be written.
    static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(DemonstrationError) {
        try write(bytes, to: Array(path.utf8CString), mode: mode)
    }

    /// Writes a new file with exactly these permissions, regardless of the umask.
    /// - Parameter path: The path with its NUL.
    /// - Throws: `DemonstrationError` if it exists or cannot be written.
    static func write(_ bytes: [UInt8], to path: [CChar], mode: mode_t) throws(DemonstrationError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw .current("make the file", path) }
        defer { close(file) }
        guard fchmod(file, mode) == 0 else { throw .current("set the mode of", path) }
        do throws(Errno) {
            try writeAll(bytes, to: file)
        } catch {
            throw DemonstrationError("write", DemonstrationError.text(path), error)
        }
    }
}

extension DemonstrationError {
    /// Returns the error of a call that has just set `errno`.
    static func current(_ operation: String, _ path: String) -> DemonstrationError {
        DemonstrationError(operation, path, .last)
    }

    /// Returns the error of a call that has just set `errno`.
    /// - Parameter path: The path with its NUL.
    static func current(_ operation: String, _ path: [CChar]) -> DemonstrationError {
        let reason = Errno.last
        return DemonstrationError(operation, text(path), reason)
    }

    /// - Parameter path: The path with its NUL.
    static func text(_ path: [CChar]) -> String {
        String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
