import System
import TOMLKit

/// Reads TOML files of unknown origin: limited in size and depth, and without ever blocking.
enum ConfigurationFile {
    /// The maximum size in bytes; no file written by hand is larger.
    static let sizeLimit = 1 << 20

    /// Returns the table in a file.
    static func read(_ path: String) throws(ConfigurationError) -> TOMLTable {
        try parse(text(of: path), file: path)
    }

    /// Returns the table in TOML that is in memory already.
    static func parse(_ text: String, file: String) throws(ConfigurationError) -> TOMLTable {
        if let finding = NestingCheck.finding(in: text) {
            throw ConfigurationError(.syntax, file: file, line: finding.line, finding.message)
        }
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(.syntax, file: file, line: error.source.begin.line, "\(error.description).")
        } catch {
            throw ConfigurationError(.syntax, file: file, "This is not TOML.")
        }
    }

    /// Returns whether a file contains one of some words of ASCII, in a comment or not, in upper or lower case, in
    /// whatever encoding; true if that cannot be found out.
    static func mayMention(_ words: [String], in path: String) -> Bool {
        guard let bytes = try? bytes(of: path) else { return true }
        // UTF-16 and UTF-32 have ASCII between zeros.
        let plain = bytes.filter { $0 != 0 }.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        return words.contains { plain.firstRange(of: Array($0.utf8)) != nil }
    }

    /// Returns the text of a file.
    static func text(of path: String) throws(ConfigurationError) -> String {
        let bytes = try bytes(of: path)
        // A zero byte would end the text early for the parser, which would silently ignore the rest.
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw ConfigurationError(.syntax, file: path, "This is not UTF-8 text. Save it as UTF-8.")
        }
        return text
    }

    /// Returns whether a path is that of a symbolic link that leads nowhere, or leads through one.
    private static func isDangling(_ path: String) -> Bool {
        var part = path[...]
        var status = stat()
        while !part.isEmpty {
            if lstat(String(part), &status) == 0 {
                return status.st_mode & S_IFMT == S_IFLNK && stat(String(part), &status) != 0
            }
            part = part[..<(part.lastIndex(of: "/") ?? part.startIndex)]
        }
        return false
    }

    private static func bytes(of path: String) throws(ConfigurationError) -> [UInt8] {
        // Without O_NONBLOCK, opening a FIFO without a writer would block.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = errno
            var status = stat()
            // A link that leads nowhere is a mistake, also in place of a directory; no file at all is none.
            let parent = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
            // So is a file in place of the directory.
            let isMissing =
                reason == ENOENT && !isDangling(path) || reason == ENOTDIR && stat(parent, &status) != 0
            throw ConfigurationError(
                isMissing ? .notFound : .unreadable,
                file: path,
                isMissing ? "There is no such file." : "It cannot be read: \(String(cString: strerror(reason)))."
            )
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ConfigurationError(.unreadable, file: path, "This is not a regular file.")
        }
        var bytes: [UInt8] = []
        // The size reported by fstat may change during reading.
        while bytes.count <= sizeLimit {
            var chunk = [UInt8](repeating: 0, count: 64 << 10)
            let count = System.read(descriptor, &chunk, chunk.count)
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw ConfigurationError(
                    .unreadable, file: path, "It cannot be read: \(String(cString: strerror(errno))).")
            }
            bytes += chunk[..<count]
        }
        guard bytes.count <= sizeLimit else {
            throw ConfigurationError(.unreadable, file: path, "It is larger than 1 MiB.")
        }
        return bytes
    }
}
