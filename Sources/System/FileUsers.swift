/// The processes that use a file.
package enum FileUsers {
    /// Returns another process that has a file open, as far as this one may look; nil if there is none.
    ///
    /// Processes of other users are seen by root alone.
    package static func process(with file: Descriptor) -> pid_t? {
        var status = stat()
        guard fstat(file.number, &status) == 0, let directory = opendir("/proc") else { return nil }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            guard let number = pid_t(Self.name(of: entry)), number != getpid() else { continue }
            if isOpen(status, in: number) { return number }
        }
        return nil
    }

    private static func isOpen(_ file: stat, in process: pid_t) -> Bool {
        let path = "/proc/\(process)/fd"
        guard let directory = opendir(path) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            var status = stat()
            let name = name(of: entry)
            guard Int(name) != nil, stat("\(path)/\(name)", &status) == 0 else { continue }
            if (status.st_dev, status.st_ino) == (file.st_dev, file.st_ino) { return true }
        }
        return false
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
    }

    /// Returns whether another process has locked a part of an open file, as SQLite does while it reads or writes.
    package static func isLocked(_ file: Descriptor) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(file.number, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }
}
