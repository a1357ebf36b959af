@preconcurrency import System

/// A Python interpreter that runs each script in a fork of itself, with the modules of most scripts imported: starting
/// an interpreter takes longer than most scripts do.
///
/// A script runs as it would after `python3 -c`, in the directory and the environment in which the tests began.
final class PythonServer: Sendable {
    /// The server of this process; nil if it could not be started.
    static let shared = try? PythonServer()

    /// Reads a line per request, `process request input output errors reply`: a process and its descriptors. The server
    /// waits for the forks, so that there is a reply even if a signal ends a script.
    private static let program = Script.text("python_server_program")

    /// The time to wait for a script, in milliseconds.
    private static let patience: Int32 = 600_000

    /// The end of the pipe to which requests are written. The interpreter ends when it is closed, with this process.
    private let requests: Int32
    /// The mount namespace in which the interpreter runs.
    private let namespace: ino_t?

    private init() throws {
        let ends = try Self.pipe()
        namespace = Self.namespace(of: "self")
        requests = ends[1]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        defer { close(ends[0]) }
        _ = try spawn(Python.command + ["-c", Self.program], &actions)
    }

    private static func pipe() throws -> [Int32] {
        var ends: [Int32] = [0, 0]
        guard System.pipe(&ends) == 0 else { throw CommandError(call: "pipe", number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    private static func namespace(of thread: String) -> ino_t? {
        var status = stat()
        return stat("/proc/\(thread)/ns/mnt", &status) == 0 ? status.st_ino : nil
    }

    /// Whether a script sees the file systems that a child of the calling thread would see.
    var isInSameNamespace: Bool { Self.namespace(of: "thread-self") == namespace }

    /// Runs a script.
    /// - Returns: The result; the exit status is 128 plus the signal number if a signal ended the script.
    func run(_ script: String, _ arguments: [String], input: [UInt8]?) throws -> CommandResult {
        // Arguments may contain NUL here, unlike those of a process.
        let words = ([script] + arguments).flatMap { word in
            withUnsafeBytes(of: UInt64(word.utf8.count).littleEndian) { Array($0) } + word.utf8
        }
        let files = try [words, input ?? [], [], []].map { try temporaryFile(holding: $0) }
        defer { for file in files { close(file) } }
        let reply = try Self.pipe()
        defer { for end in reply { close(end) } }
        let line = "\(getpid()) " + (files + [reply[1]]).map { "\($0)" }.joined(separator: " ") + "\n"
        // A line is shorter than PIPE_BUF, so those of several threads do not mix.
        guard write(requests, line, line.utf8.count) == line.utf8.count else {
            throw CommandError(call: "write to python3", number: errno)
        }
        var answer = pollfd(fd: reply[0], events: Int16(POLLIN), revents: 0)
        var status: Int32 = 0
        guard poll(&answer, 1, Self.patience) == 1,
            withUnsafeMutableBytes(of: &status, { read(reply[0], $0.baseAddress!, 4) }) == 4
        else {
            throw CommandError(call: "read from python3", number: errno)
        }
        return CommandResult(waitStatus: status, files[2], files[3])
    }
}
