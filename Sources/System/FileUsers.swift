/// The processes that use a file.
package enum FileUsers {
    /// Returns whether another process has locked a part of an open file, as SQLite does while it reads or writes.
    package static func isLocked(_ file: Descriptor) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(file.number, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
