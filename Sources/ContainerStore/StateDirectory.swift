package import Disk
import Glibc

/// Where the program keeps what it has to remember: `$XDG_STATE_HOME/sandglass`, or `~/.local/state/sandglass`
/// (XDG Base Directory Specification; a value that is not an absolute path is ignored, as it demands).
package struct StateDirectory: Hashable, Sendable {
    /// Nil where neither `XDG_STATE_HOME` nor `HOME` says anything.
    package let path: String?

    /// The directory at a path; nil where there is none, and nothing can be kept.
    package init(path: String?) { self.path = path }

    /// The directory that the environment names.
    package static func fromEnvironment() -> StateDirectory {
        if let base = variable("XDG_STATE_HOME"), base.hasPrefix("/") {
            return StateDirectory(path: base + "/sandglass")
        }
        return StateDirectory(path: variable("HOME").map { $0 + "/.local/state/sandglass" })
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value[0] != 0 else { return nil }
        return String(cString: value)
    }

    /// Writes a file of the directory as a whole, readable by nobody else (mode 0600): whoever reads it meanwhile, or
    /// after a crash, sees the old contents or the new.
    ///
    /// - Parameter name: relative, with the directories it needs; they are made for nobody else (0700).
    /// - Throws: `StateError`
    func write(_ contents: [UInt8], to name: String) throws(StateError) {
        let file = try self.file(name)
        try makeDirectories(for: file)
        var template = Array("\(file).XXXXXX".utf8CString)
        // Made with mode 0600.
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw StateError("write", file, errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let failure = fill(descriptor, with: contents)
        close(descriptor)
        guard failure == 0, rename(temporary, file) == 0 else {
            let reason = failure == 0 ? errno : failure
            unlink(temporary)
            throw StateError("write", file, reason)
        }
    }

    /// The directory itself, as a root to work below.
    ///
    /// - Parameter makesIt: made, for nobody else (0700), where it is not there.
    /// - Throws: `StateError` where it cannot be opened.
    package func opened(makesIt: Bool) throws(StateError) -> RootedDirectory {
        let path = try file("")
        if makesIt { try makeDirectories(for: path) }
        do throws(DiskError) {
            return try RootedDirectory(hostPath: Array(path.utf8))
        } catch {
            throw StateError("open", path, error.errno)
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
        guard unlink(file) == 0 || errno == ENOENT else { throw StateError("remove", file, errno) }
    }

    func file(_ name: String) throws(StateError) -> String {
        guard let path else {
            throw StateError("remember anything: neither XDG_STATE_HOME nor HOME is set", nil, 0)
        }
        return path + "/" + name
    }

    private func makeDirectories(for file: String) throws(StateError) {
        var index = file.startIndex
        while let slash = file[file.index(after: index)...].firstIndex(of: "/") {
            let directory = String(file[..<slash])
            guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw StateError("make", directory, errno) }
            index = slash
        }
    }

    /// Writes everything and makes it durable; an `errno`, or 0.
    private func fill(_ descriptor: Int32, with contents: [UInt8]) -> Int32 {
        var written = 0
        while written < contents.count {
            let count = contents[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno }
            written += count
        }
        return fsync(descriptor) == 0 ? 0 : errno
    }
}

/// Why something could not be remembered.
package struct StateError: Error, Hashable, Sendable {
    /// What was wrong, for people: not sanitized.
    package let message: String

    init(_ operation: String, _ path: String?, _ number: Int32) {
        let reason = number == 0 ? "" : ": " + String(cString: strerror(number))
        message = "could not " + operation + (path.map { " " + $0 } ?? "") + reason
    }

    init(_ message: String) { self.message = message }
}
