import Disk
import Glibc
import Screen
import Transactions

/// The person's editor: `$VISUAL`, `$EDITOR`, or else vi.
enum Editor {
    /// Opens a file in the editor and waits until it is closed.
    /// - Throws: `Failure` where the editor cannot be run, or says that it failed.
    static func open(_ path: [UInt8]) throws {
        let editor =
            ["VISUAL", "EDITOR"].lazy.compactMap { (name: String) -> String? in
                getenv(name).flatMap { $0[0] == 0 ? nil : String(cString: $0) }
            }.first ?? "vi"
        Interruption.leaveToOther()
        // By a shell, since the variables may hold arguments.
        let words = ["sh", "-c", "\(editor) \"$1\"", "sh"].map { Array($0.utf8) } + [path]
        // Each has its NUL at least, and so an address.
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { word in
            (word + [0]).map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { strdup($0.baseAddress!) }
        }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let failure = posix_spawn(&process, "/bin/sh", nil, nil, &arguments, environ)
        guard failure == 0 else {
            throw Failure(.system, "could not run \(DisplayText(editor)): \(String(cString: strerror(failure)))")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure(.system, "could not wait for \(DisplayText(editor))") }
        }
        guard status == 0 else {
            throw Failure(.data, "\(DisplayText(editor)) failed: what it left is not used. $EDITOR chooses another")
        }
    }

    /// Lets somebody edit a text, in a file for nobody else that goes afterwards.
    /// - Throws: `Failure`
    static func edit(_ text: [UInt8], called name: String) throws -> [UInt8] {
        let directory = try TemporaryFolder()
        let path = directory.path + Array("/\(name)".utf8)
        try directory.write(text, to: path)
        try open(path)
        return try directory.read(path)
    }
}

/// A directory for nobody else (0700) that goes when it is not needed any more.
final class TemporaryFolder {
    /// Absolute.
    let path: [UInt8]

    /// - Parameter parent: nil for the usual one, `$TMPDIR` or `/tmp`.
    init(in parent: [UInt8]? = nil) throws {
        let usual = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = ((parent ?? Array(usual.utf8)) + "/sandglass.XXXXXX".utf8 + [0]).map { CChar(bitPattern: $0) }
        guard mkdtemp(&template) != nil else {
            throw Failure(.cannotCreate, "no temporary directory could be made: \(String(cString: strerror(errno)))")
        }
        path = template.dropLast().map { UInt8(bitPattern: $0) }
    }

    deinit {
        // Two levels at most: a file, and what an editor left beside it.
        let name = String(decoding: path, as: UTF8.self)
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

    /// The directory as what changes know it by.
    func site() throws -> Site {
        do throws(DiskError) {
            return try Site(hostPath: path, isContainer: false)
        } catch {
            throw Failure(error, at: String(decoding: path, as: UTF8.self))
        }
    }

    func write(_ bytes: [UInt8], to path: [UInt8]) throws {
        let file = Glibc.open(String(decoding: path, as: UTF8.self), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure("write", path) }
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write", path) }
            written += count
        }
    }

    func read(_ path: [UInt8]) throws -> [UInt8] {
        let file = Glibc.open(String(decoding: path, as: UTF8.self), O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw failure("read", path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }

    private func failure(_ verb: String, _ path: [UInt8]) -> Failure {
        Failure(.inputOutput, "could not \(verb) \(DisplayText(bytes: path)): \(String(cString: strerror(errno)))")
    }
}
