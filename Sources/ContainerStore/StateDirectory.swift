package import FileTree
package import System

/// Where the program keeps what it has to remember: `$XDG_STATE_HOME/sandglass`, or `~/.local/state/sandglass`
/// (XDG Base Directory Specification; a value that is not an absolute path is ignored, as it demands).
package struct StateDirectory: Hashable, Sendable {
    /// Nil where neither `XDG_STATE_HOME` nor `HOME` says anything.
    package let path: FilePath?

    /// The directory at a path; nil where there is none, and nothing can be kept.
    package init(path: FilePath?) { self.path = path }

    package init(path: String) { self.init(path: FilePath(path)) }

    /// The directory that the environment names.
    package static func fromEnvironment() -> StateDirectory {
        StateDirectory(path: BaseDirectory.state.path()?.appending("sandglass"))
    }

    /// Writes a file of the directory as a whole, readable by nobody else (mode 0600): whoever reads it meanwhile, or
    /// after a crash, sees the old contents or the new.
    ///
    /// - Parameter name: relative, with the directories it needs; they are made for nobody else (0700).
    /// - Throws: `StateError`
    func write(_ contents: [UInt8], to name: String) throws(StateError) {
        let file = try self.file(name)
        try makeDirectories(for: file)
        do throws(Errno) {
            try WholeFile.write(contents, at: file, .durable)
        } catch {
            throw StateError("write", file, error)
        }
    }

    /// The directory itself, as a root to work below.
    ///
    /// - Parameter makesIt: made, for nobody else (0700), where it is not there.
    /// - Throws: `StateError` where it cannot be opened.
    package func opened(makesIt: Bool) throws(StateError) -> RootedDirectory {
        let path = try file("")
        if makesIt { try makeDirectories(for: path.appending("inside")) }
        do throws(FileTreeError) {
            return try RootedDirectory(hostPath: path.bytes)
        } catch {
            throw StateError("open", path, Errno(rawValue: error.errno))
        }
    }

    /// A name of harmless characters for what bytes identify, whatever they are: FNV-1a, twice over.
    package static func harmlessName(for identity: [UInt8]) -> String {
        var sums: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x6c62_272e_07bb_0142]
        for byte in identity {
            for index in sums.indices { sums[index] = (sums[index] ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        }
        return sums.map { String($0, radix: 36) }.joined(separator: "-")
    }

    /// Removes a file; that it is not there is no failure.
    /// - Throws: `StateError`
    func remove(_ name: String) throws(StateError) {
        let file = try self.file(name)
        guard file.withPlatformString({ unlink($0) }) != 0 else { return }
        let reason = Errno.last
        guard reason == .noSuchFileOrDirectory else { throw StateError("remove", file, reason) }
    }

    func file(_ name: String) throws(StateError) -> FilePath {
        guard let path else {
            throw StateError("nothing can be remembered: neither XDG_STATE_HOME nor HOME is set")
        }
        return path.appending(name)
    }

    private func makeDirectories(for file: FilePath) throws(StateError) {
        do throws(PathError) {
            try System.makeDirectories(around: file.bytes)
        } catch {
            throw StateError("make", FilePath(bytes: error.path), error.errno)
        }
    }
}

/// Why something could not be remembered.
package struct StateError: Error, Hashable, Sendable {
    /// What was wrong, for people: not sanitized.
    package let message: String

    init(_ operation: String, _ path: FilePath, _ reason: Errno) {
        message = "could not \(operation) \(path.string): \(reason)"
    }

    init(_ message: String) { self.message = message }
}
