import Synchronization
import System

/// A directory for tests, removed with its contents when the object is released.
package final class TemporaryDirectory: Sendable {
    /// The absolute path, without symbolic links and without a trailing slash.
    package let path: String

    /// Creates a directory on the file system that `TestFiles` chose.
    package convenience init() {
        do { try self.init(on: TestFiles.directory) } catch { preconditionFailure("\(error)") }
    }

    /// Creates a directory.
    /// - Parameter parent: A directory on the desired file system.
    package init(on parent: String) throws {
        var template = Array("\(parent)/sandglass-test.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw CommandError(call: "mkdtemp", number: errno) }
        path = String(cString: made)
    }

    deinit {
        if geteuid() != 0 { _ = try? runCommand(["chmod", "-R", "u+rwx", path]) }
        // A process for each directory would take a tenth of the time of all tests.
        removeTree(Array(path.utf8CString))
        // Names in deep trees are longer than a path may be.
        if access(path, F_OK) == 0 { _ = try? runCommand(["rm", "-rf", path]) }
    }

    /// Removes the directory when the process exits, for one that tests share and that is never released.
    package func removeAtExit() {
        let isFirst = Self.shared.withLock { paths in
            paths.append(path)
            return paths.count == 1
        }
        guard isFirst else { return }
        atexit {
            let paths = TemporaryDirectory.shared.withLock { $0 }
            _ = try? runCommand(["rm", "-rf"] + paths)
        }
    }

    private static let shared = Mutex<[String]>([])

    /// Writes a file, creating its parent directories, and returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: [UInt8]) -> String {
        try? write(bytes, to: name)
        return self(name)
    }

    /// Writes a text file, creating its parent directories, and returns its path.
    @discardableResult
    package func write(_ name: String, _ text: String) -> String { write(name, Array(text.utf8)) }
}

extension TemporaryDirectory {
    /// Returns the path of `name` in the directory.
    package func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Creates a directory and its parent directories.
    package func makeDirectory(_ name: String) throws {
        var made = path
        for component in name.split(separator: "/") {
            made += "/\(component)"
            guard mkdir(made, 0o755) == 0 || errno == EEXIST else { throw CommandError(call: "mkdir", number: errno) }
        }
    }

    /// Writes a file, creating its parent directories.
    package func write(_ bytes: some Collection<UInt8>, to name: String) throws {
        if let slash = name.lastIndex(of: "/") { try makeDirectory(String(name[..<slash])) }
        guard let file = fopen(self(name), "we") else { throw CommandError(call: "fopen", number: errno) }
        defer { fclose(file) }
        let bytes = Array(bytes)
        guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
            throw CommandError(call: "fwrite", number: errno)
        }
    }

    /// Writes `text` to a file as UTF-8.
    package func write(_ text: String, to name: String) throws { try write(text.utf8, to: name) }

    /// Returns the contents of a small file.
    package func bytes(of name: String) throws -> [UInt8] {
        guard let file = fopen(self(name), "re") else { throw CommandError(call: "fopen", number: errno) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
        return bytes
    }

    /// Creates a file of `size` bytes that takes up no blocks.
    package func makeSparseFile(_ name: String, size: Int64) throws {
        try write([], to: name)
        guard truncate(self(name), off_t(size)) == 0 else { throw CommandError(call: "truncate", number: errno) }
    }

    /// Creates a symbolic link.
    package func link(_ name: String, to target: String) throws {
        guard symlink(target, self(name)) == 0 else { throw CommandError(call: "symlink", number: errno) }
    }
}

/// Calls `body` with a directory that is removed with its contents when `body` has returned.
/// - Parameter parent: A directory on the desired file system.
package func withTemporaryDirectory<Result>(
    on parent: String = TestFiles.directory,
    _ body: (TemporaryDirectory) throws -> Result
) throws -> Result {
    let directory = try TemporaryDirectory(on: parent)
    return try withExtendedLifetime(directory) { try body($0) }
}

extension TemporaryDirectory {
    /// Sets an extended attribute of an entry, or of the directory itself if the name is empty.
    package func setAttribute(_ attribute: String, _ value: [UInt8] = [], on name: String) throws {
        typealias SetAttribute =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32
            ) -> Int32
        // Not in the Glibc module; the l-variant does not follow links.
        let set = unsafeBitCast(dlsym(nil, "lsetxattr")!, to: SetAttribute.self)
        guard set(name.isEmpty ? path : self(name), attribute, value, value.count, 0) == 0 else {
            throw CommandError(call: "lsetxattr", number: errno)
        }
    }
}

/// Removes a directory and the items below it, as far as it can.
/// - Parameter path: Bytes that end in a zero: names need not be text.
private func removeTree(_ path: [CChar]) {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
        let isDirectory = entry.pointee.d_type == UInt8(DT_DIR)
        withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            let name = Array(bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }) + [0]
            if name == [0x2e, 0] || name == [0x2e, 0x2e, 0] { return }
            if isDirectory { removeTree(path.dropLast() + [0x2f] + name) } else { unlinkat(dirfd(directory), name, 0) }
        }
    }
    closedir(directory)
    rmdir(path)
}
