import System

/// The contents of the disk, read without any code of the program and without starting processes: tests read them
/// hundreds of times.
enum DiskState {
    /// Returns one line for each item below a directory, sorted: its path from `.`, then the checksum of a file's
    /// contents, which is valid only in this process, or a letter for its kind and the destination of a link.
    ///
    /// Returns nothing if the directory does not exist.
    static func lines(of directory: String) -> [String] {
        var lines: [String] = []
        visit(Array(directory.utf8), [0x2e]) { path, shown, status in
            let kind = status.st_mode & S_IFMT
            let words: String =
                switch kind {
                case S_IFREG: checksum(path)
                case S_IFDIR: "d "
                case S_IFLNK: "l " + destination(path)
                default: "? "
                }
            lines.append(String(decoding: shown, as: UTF8.self) + " " + words)
        }
        return lines.sorted()
    }

    /// Returns the paths of all items below a directory whose names begin with `prefix`.
    static func paths(below directory: String, prefix: String) -> [String] {
        var found: [String] = []
        visit(Array(directory.utf8), Array(directory.utf8)) { _, shown, _ in
            let name = shown[((shown.lastIndex(of: 0x2f) ?? -1) + 1)...]
            if name.starts(with: prefix.utf8) { found.append(String(decoding: shown, as: UTF8.self)) }
        }
        return found.sorted()
    }

    /// Returns the names in a directory, or none if it does not exist.
    static func names(in directory: String) -> [String] {
        entries(of: Array(directory.utf8)).map { String(decoding: $0, as: UTF8.self) }.sorted()
    }

    /// Returns the inode number of an item; nil if it does not exist.
    static func inode(_ path: String) -> UInt64? {
        var status = stat()
        return lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Returns the checksum in a line; nil if the line does not describe a file.
    static func checksum(in line: String) -> Substring? {
        line.split(separator: " ").last.flatMap { $0.hasPrefix("=") ? $0 : nil }
    }

    private static func visit(
        _ path: [UInt8],
        _ shown: [UInt8],
        _ body: (_ path: [UInt8], _ shown: [UInt8], stat) -> Void
    ) {
        for name in entries(of: path) {
            let (item, title) = (path + [0x2f] + name, shown + [0x2f] + name)
            var status = stat()
            guard withPath(item, { lstat($0, &status) }) == 0 else { continue }
            body(item, title, status)
            if status.st_mode & S_IFMT == S_IFDIR { visit(item, title, body) }
        }
    }

    private static func entries(of path: [UInt8]) -> [[UInt8]] {
        guard let directory = withPath(path, { opendir($0) }) else { return [] }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [0x2e], name != [0x2e, 0x2e] { names.append(name) }
        }
        return names
    }

    private static func checksum(_ path: [UInt8]) -> String {
        let file = withPath(path) { open($0, O_RDONLY | O_CLOEXEC) }
        guard file >= 0 else { return "unreadable" }
        defer { close(file) }
        var hasher = Hasher()
        var total = 0
        withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 16) { buffer in
            while true {
                let count = read(file, buffer.baseAddress, buffer.count)
                guard count > 0 else { break }
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                total += count
            }
        }
        return "=\(total):\(String(UInt(bitPattern: hasher.finalize()), radix: 16))"
    }

    private static func destination(_ path: [UInt8]) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer in
            let count = withPath(path) { readlink($0, buffer.baseAddress!, buffer.count) }  // The buffer is not empty.
            return String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    private static func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (path + [0]).withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }  // The array has at least the NUL.
        }
    }
}
