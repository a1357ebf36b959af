/// Whose a directory is that the program trusts: what it holds is carried out.
package enum Ownership {
    /// Returns why the program's own directory cannot be trusted, a phrase to follow its path; nil if it can, or if there
    /// is none.
    package static func doubt(about directory: [UInt8]) -> String? {
        var status = stat()
        guard withNullTerminated(directory, { stat($0, &status) }) == 0 else { return nil }
        if status.st_uid != sandglass_file_user() { return "belongs to another user (\(status.st_uid))" }
        // The sticky bit does not help: it keeps others from removing files, not from adding them.
        guard status.st_mode & (S_IWGRP | S_IWOTH) != 0 else { return nil }
        return "can be written by others (mode \(String(status.st_mode & 0o7777, radix: 8)))"
    }
}
