@preconcurrency import System

/// Child processes, including other instances of this program.
enum Child {
    struct Result {
        /// The exit status, or 128 plus the signal number if a signal ended it.
        let status: Int32
        let output: String
    }

    /// Returns the path of an executable in the same directory, or nil if it does not exist.
    static func beside(_ name: String) -> String? {
        let own = Platform.executablePath
        guard let slash = own.lastIndex(of: "/") else { return nil }
        let path = String(own[...slash]) + name
        return access(path, X_OK) == 0 ? path : nil
    }

    /// Returns the path of a command found along `PATH`.
    static func find(_ name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }

    /// Runs a command and waits for its end.
    static func runChild(_ arguments: [String], keepsOutput: Bool) throws -> Result {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BenchmarkError("could not make a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if keepsOutput {
            posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        } else {
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        }
        let started = start(arguments, &actions, environment: nil, flags: 0)
        close(ends[1])
        let process = try started.get()
        let output = read(ends[0])
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return Result(
            status: signal == 0 ? (status >> 8) & 0xff : 128 + signal,
            output: output
        )
    }

    /// Starts a command with no signals blocked.
    static func start(
        _ arguments: [String],
        _ actions: inout posix_spawn_file_actions_t,
        environment: [String]?,
        flags: Int32
    ) -> Swift.Result<pid_t, BenchmarkError> {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(flags | 0x08))  // POSIX_SPAWN_SETSIGMASK
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
        defer { for string in argv + envp { free(string) } }
        var process = pid_t()
        let failure =
            environment == nil
            ? posix_spawnp(&process, arguments[0], &actions, &attributes, &argv, environ)
            : posix_spawnp(&process, arguments[0], &actions, &attributes, &argv, &envp)
        guard failure == 0 else {
            return .failure(BenchmarkError("could not run \(arguments[0]): \(String(cString: strerror(failure)))"))
        }
        return .success(process)
    }

    private static func read(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = System.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}
