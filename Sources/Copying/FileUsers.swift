package import ContainerModel
import FileTree
import System

/// Finds processes that have a file open, as far as `/proc` shows.
package enum FileUsers {
    /// How long to wait for a writer that may be about to close the file, in milliseconds.
    static let patience = 400
    private static let pause: UInt32 = 10

    /// Waits briefly for processes that have a file open for writing, and then holds off writers.
    /// - Returns: 0 if writers are held off; `EAGAIN` if the file is still open for writing; another error number if
    ///   the system does not tell.
    package static func holdOffWriters(_ file: Int32) -> Int32 {
        var waited = 0
        while true {
            let refusal = sandglass_hold_off_writers(file)
            guard refusal == -EAGAIN, waited < patience else { return -refusal }
            usleep(pause * 1_000)
            waited += Int(pause)
        }
    }

    /// Returns the first process that has a file open for writing, as `name (pid)`; nil if none is visible.
    static func writer(of file: Int32) -> String? {
        var wanted = stat()
        guard fstat(file, &wanted) == 0, let processes = opendir("/proc") else { return nil }
        defer { closedir(processes) }
        while let process = name(readdir(processes)) {
            guard process.first?.isNumber == true, Int32(process) != getpid(),
                let files = opendir("/proc/\(process)/fd")
            else { continue }
            defer { closedir(files) }
            while let number = name(readdir(files)) {
                var found = stat()
                guard number.first?.isNumber == true, stat("/proc/\(process)/fd/\(number)", &found) == 0,
                    (found.st_dev, found.st_ino) == (wanted.st_dev, wanted.st_ino),
                    isForWriting("/proc/\(process)/fdinfo/\(number)")
                else { continue }
                let title = contents("/proc/\(process)/comm").filter { $0 != "\n" }
                return title.isEmpty ? "process \(process)" : "\(title) (\(process))"
            }
        }
        return nil
    }

    private static func name(_ entry: UnsafeMutablePointer<dirent>?) -> String? {
        entry.map { entry in
            withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
    }

    private static func isForWriting(_ path: String) -> Bool {
        for line in contents(path).split(separator: "\n") where line.hasPrefix("flags:") {
            let flags = Int32(line.dropFirst(6).filter { !$0.isWhitespace }, radix: 8) ?? 0
            return flags & O_ACCMODE != O_RDONLY
        }
        return false
    }

    private static func contents(_ path: String) -> String {
        let opened = open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return "" }
        defer { close(opened) }
        return withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
            String(decoding: buffer[..<max(0, read(opened, buffer.baseAddress, buffer.count))], as: UTF8.self)
        }
    }
}

extension ItemFailure {
    /// The failure for a file that is not moved because another process is writing it.
    package static func inUse(_ file: Int32, path: ContainerPath) -> ItemFailure {
        let writer = FileUsers.writer(of: file).map { ": \($0) has it open for writing" } ?? ""
        return ItemFailure(
            "move the file", errno: ETXTBSY, path: path, detail: "another process has it open" + writer)
    }
}
