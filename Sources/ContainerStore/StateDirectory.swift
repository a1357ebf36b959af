package import FileTree
package import System

/// The directory for the program's stored state: `$XDG_STATE_HOME/sandglass`, or `~/.local/state/sandglass` (XDG Base
/// Directory Specification, which requires that values other than absolute paths are ignored).
package struct StateDirectory: Hashable, Sendable {
    /// The path, byte for byte; nil if neither `XDG_STATE_HOME` nor `HOME` is set.
    package let path: [UInt8]?

    /// Creates a state directory at a path; if nil, nothing can be stored.
    package init(path: [UInt8]?) { self.path = path }

    /// Creates a state directory at a path.
    package init(path: String) { self.init(path: Array(path.utf8)) }

    /// Returns the state directory according to the environment.
    package static func fromEnvironment() -> StateDirectory {
        StateDirectory(path: BaseDirectory.state.path().map { $0 + "/sandglass".utf8 })
    }

    /// Writes a file atomically, readable by its owner only (mode 0600): concurrent readers, and readers after a crash,
    /// see either the old or the new contents.
    ///
    /// - Parameter name: The relative path; missing directories are created with mode 0700.
    /// - Throws: `StateError` if the file cannot be written.
    func write(
        _ contents: [UInt8], to name: String, _ durability: WholeFile.Durability = .durable
    ) throws(StateError) {
        let file = try self.file(name)
        try makeDirectories(for: file)
        do throws(Errno) {
            try WholeFile.write(contents, at: file, durability)
        } catch {
            throw StateError("write", file, error)
        }
    }

    /// Opens the directory as a root.
    ///
    /// - Parameter makesIt: Whether to create it, with mode 0700, if it does not exist.
    /// - Throws: `StateError` if it cannot be created or opened.
    package func opened(makesIt: Bool) throws(StateError) -> RootedDirectory {
        let path = try usablePath
        if makesIt { try makeDirectories(for: path + [0x2f]) }
        do throws(FileTreeError) {
            return try RootedDirectory(hostPath: path)
        } catch {
            throw StateError("open", path, Errno(rawValue: error.errno), cause: error)
        }
    }

    /// Returns a file name of safe characters for any bytes: two FNV-1a hashes.
    package static func harmlessName(for identity: [UInt8]) -> String {
        var sums: (UInt64, UInt64) = (0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142)
        for byte in identity {
            sums.0 = (sums.0 ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            sums.1 = (sums.1 ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        return "\(String(sums.0, radix: 36))-\(String(sums.1, radix: 36))"
    }

    /// Removes a file if it exists.
    /// - Throws: `StateError` if the file exists and cannot be removed.
    func remove(_ name: String) throws(StateError) {
        let file = try self.file(name)
        guard withNullTerminated(file, { unlink($0) }) != 0 else { return }
        let reason = Errno.last
        guard reason == .noSuchFileOrDirectory else { throw StateError("remove", file, reason) }
    }

    /// Returns the path of a file in the directory.
    /// - Throws: `StateError` if there is no state directory.
    func file(_ name: String) throws(StateError) -> [UInt8] { try usablePath + [0x2f] + name.utf8 }

    private var usablePath: [UInt8] {
        get throws(StateError) {
            guard let path else {
                throw StateError(.noDirectory, "nothing can be remembered: neither XDG_STATE_HOME nor HOME is set")
            }
            return path
        }
    }

    private func makeDirectories(for file: [UInt8]) throws(StateError) {
        do throws(PathError) {
            try System.makeDirectories(around: file)
        } catch {
            throw StateError("make", error.path, error.errno)
        }
    }
}

/// The reason why state could not be stored or read.
package struct StateError: CausedError, Hashable, Sendable {
    /// The kind of failure, for programs.
    package enum Code: Hashable, Sendable {
        /// The environment names no directory for it.
        case noDirectory
        /// A system call failed.
        case inputOutput
        /// The stored data cannot be used, and counts as missing.
        case unusable
        /// A newer version of the program stored it.
        case newer
    }

    /// The kind of failure.
    package let code: Code
    /// The place: the path of the file or directory; nil if there is none.
    package let hostPath: [UInt8]?
    /// The problem; not sanitized.
    package let message: String
    /// The error that caused it.
    package let cause: ErrorCause?

    /// - Parameter cause: The error that caused it, if it is not the system's own.
    init(_ operation: String, _ path: [UInt8], _ reason: Errno, cause: (any Error)? = nil) {
        self.init(
            .inputOutput, at: path, "could not \(operation) \(String(decoding: path, as: UTF8.self)): \(reason)",
            cause: cause ?? reason)
    }

    init(locking directory: StateDirectory, _ reason: Errno) {
        self.init(
            .inputOutput, at: directory.path, "the state directory cannot be locked: \(reason.description)",
            cause: reason)
    }

    init(_ code: Code, at hostPath: [UInt8]? = nil, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.hostPath = hostPath
        self.message = message
        self.cause = cause.map { ErrorCause($0) }
    }
}
