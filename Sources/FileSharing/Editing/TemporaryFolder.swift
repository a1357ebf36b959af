import ContainerModel
import ContainerStore
import FileTree
import Synchronization
import System
import Transactions

/// A private temporary directory, removed on deallocation unless it is kept.
package final class TemporaryFolder: Sendable {
    /// The absolute path, without a trailing slash.
    package let path: [UInt8]

    /// The directory that was made; another one may have its path by now.
    private let identity: FileIdentity?
    private let keeps = Atomic(false)
    private let note = Mutex<RunNote?>(nil)

    /// Creates a directory in `$TMPDIR`, or else in `/tmp`.
    /// - Throws: `EditorError` if it cannot be created.
    package init() throws(EditorError) {
        do throws(PathError) {
            path = try TemporaryFiles.makeDirectory("sandglass.")
            identity = Self.identity(at: path)
        } catch {
            let parent = String(decoding: error.path, as: UTF8.self)
            throw EditorError(
                .noTemporaryDirectory,
                "could not create a temporary directory in \(parent): \(error.errno); set $TMPDIR to choose another",
                at: error.path, cause: error)
        }
    }

    deinit {
        // What another program has put at its path is not removed.
        guard !isKept, isInPlace else { return }
        // Removes the file and what editors leave next to it.
        let name = Self.terminated(path)
        if let stream = opendir(name) {
            while let entry = readdir(stream) {
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { _ = unlinkat(dirfd(stream), $0, 0) }
                }
            }
            closedir(stream)
        }
        rmdir(name)
    }

    /// Whether the directory that was made still has its path.
    var isInPlace: Bool { identity != nil && Self.identity(at: path) == identity }

    private static func identity(at path: [UInt8]) -> FileIdentity? {
        var status = stat()
        guard lstat(terminated(path), &status) == 0 else { return nil }
        return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Makes the next run of the program report this directory if this run is killed.
    /// - Parameter original: The path of the edited file on this computer; nil if there is none.
    func noteDown(for original: [UInt8]?) {
        let made = RunNote(EditorNote(folder: path, original: original).values)
        note.withLock { $0 = made }
    }

    /// Keeps the directory and its contents for the user, or not.
    func keep(_ isWanted: Bool = true) { keeps.store(isWanted, ordering: .relaxed) }

    /// Whether the directory will be kept.
    var isKept: Bool { keeps.load(ordering: .relaxed) }

    /// The number of items in the directory; 0 if it cannot be read.
    var count: Int {
        guard let stream = opendir(Self.terminated(path)) else { return 0 }
        defer { closedir(stream) }
        var count = 0
        while readdir(stream) != nil { count += 1 }
        // Omits `.` and `..`.
        return max(0, count - 2)
    }

    /// The directory as a root for changes.
    var root: Root { Root(.directory, at: path) }

    /// Creates a file.
    /// - Throws: `EditorError` if it exists or cannot be written.
    func write(_ bytes: [UInt8], to path: [UInt8]) throws(EditorError) {
        let file = System.open(Self.terminated(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw EditorError("write", path, .last) }
        defer { close(file) }
        do throws(Errno) {
            try writeAll(bytes, to: file)
        } catch {
            throw EditorError("write", path, error)
        }
    }

    /// Replaces the contents of a file atomically.
    /// - Throws: `EditorError` if it cannot be written.
    func replace(_ path: [UInt8], with bytes: [UInt8]) throws(EditorError) {
        do throws(Errno) {
            try WholeFile.write(bytes, at: path, .untilPowerFails)
        } catch {
            throw EditorError("write", path, error)
        }
    }

    /// Returns the contents of a file.
    /// - Throws: `EditorError` if it cannot be read.
    func read(_ path: [UInt8]) throws(EditorError) -> [UInt8] {
        let file = System.open(Self.terminated(path), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw EditorError("read", path, .last) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = System.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw EditorError("read", path, .last) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    private static func terminated(_ path: [UInt8]) -> [CChar] { (path + [0]).map { CChar(bitPattern: $0) } }
}
