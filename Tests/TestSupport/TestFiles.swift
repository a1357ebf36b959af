import System

/// Where the files of tests lie.
package enum TestFiles {
    /// A directory on a file system that is written to a disk, for tests of what only such a one does.
    package static let diskDirectory = "/tmp"

    /// A directory in memory if it is large enough and keeps attributes (Linux 6.6), else `diskDirectory`.
    ///
    /// Programs here wait for the disk after each change, and a disk that frees and makes thousands of files in a minute
    /// takes a third of the time of all tests. `SANDGLASS_TESTS_ON_DISK` chooses the disk.
    package static let directory: String = {
        let memory = "/dev/shm"
        if getenv("SANDGLASS_TESTS_ON_DISK") != nil { return diskDirectory }
        var facts = statvfs()
        guard statvfs(memory, &facts) == 0, UInt64(facts.f_bavail) * UInt64(facts.f_frsize) >= 4 << 30,
            let probe = try? TemporaryDirectory(on: memory),
            (try? probe.setAttribute("user.sandglass", on: "")) != nil
        else { return diskDirectory }
        return memory
    }()

    /// Returns how many items at or below a path this process has open, whatever other tests have.
    package static func openItems(below path: String) -> Int {
        let path = Array(path.utf8)
        guard let list = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(list) }
        var count = 0
        var target = [CChar](repeating: 0, count: path.count)
        while let entry = readdir(list) {
            let length = withUnsafeBytes(of: &entry.pointee.d_name) { name -> Int in
                guard let name = name.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
                return readlinkat(dirfd(list), name, &target, target.count)
            }
            if length == path.count, target.elementsEqual(path, by: { UInt8(bitPattern: $0) == $1 }) { count += 1 }
        }
        return count
    }
}
