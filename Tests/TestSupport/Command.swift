@preconcurrency import System

/// The result of a command.
package struct CommandResult: Sendable {
    /// The exit status, or 128 plus the signal number if a signal ended it.
    package let status: Int32
    package let stdout: [UInt8]
    package let stderr: [UInt8]
}

extension CommandResult {
    /// Its standard output as text.
    package var text: String { String(decoding: stdout, as: UTF8.self) }
    /// Its standard error as text.
    package var errors: String { String(decoding: stderr, as: UTF8.self) }
    /// The nonempty lines of its standard output.
    package var lines: [Substring] { text.split(separator: "\n") }
}

/// A system call that failed, and its `errno`.
package struct CommandError: Error {
    package let call: String
    package let number: Int32

    package init(call: String, number: Int32) {
        self.call = call
        self.number = number
    }
}

/// Runs a command found along `PATH`, with this process's environment, and waits for its end. The locale is UTF-8 unless
/// the command sets another one.
///
/// Input and output go through unnamed temporary files, so that neither side blocks, whatever their size.
/// - Parameter input: The command's standard input; empty if nil.
package func runCommand(_ argv: [String], input: [UInt8]? = nil) throws -> CommandResult {
    let files = try [input ?? [], [], []].map { try temporaryFile(holding: $0) }
    defer { for file in files { close(file) } }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files.enumerated() { posix_spawn_file_actions_adddup2(&actions, file, Int32(number)) }

    let process = try spawn(argv, &actions)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
        guard errno == EINTR else { throw CommandError(call: "waitpid", number: errno) }
    }
    return CommandResult(waitStatus: status, files[1], files[2])
}

extension CommandResult {
    /// - Parameter waitStatus: The status as waitpid(2) returns it.
    init(waitStatus: Int32, _ output: Int32, _ errors: Int32) {
        let signal = waitStatus & 0x7f
        status = signal == 0 ? (waitStatus >> 8) & 0xff : 128 + signal
        stdout = contents(of: output)
        stderr = contents(of: errors)
    }
}

/// Starts a command found along `PATH`, with this process's environment and a UTF-8 locale.
func spawn(_ argv: [String], _ actions: inout posix_spawn_file_actions_t) throws -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = argv.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("LC_ALL=C.UTF-8")]
    defer { free(environment[0]) }
    var next = environ
    while let entry = next.pointee {
        if strncmp(entry, "LC_ALL=", 7) != 0 { environment.append(entry) }
        next += 1
    }
    environment.append(nil)
    var attributes = try defaultSignals()
    defer { posix_spawnattr_destroy(&attributes) }
    let failure = posix_spawnp(&process, arguments[0]!, &actions, &attributes, &arguments, &environment)
    guard failure == 0 else { throw CommandError(call: "posix_spawnp \(argv[0])", number: failure) }
    return process
}

/// Returns attributes with which a program begins without blocked signals, and with ^C as a terminal would leave it: tests
/// run on threads that block all signals, and a background shell has its children ignore ^C.
func defaultSignals() throws -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else {
        throw CommandError(call: "posix_spawnattr_init", number: errno)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGQUIT)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return attributes
}

/// Returns the descriptor of an unnamed file with these bytes, at its beginning.
func temporaryFile(holding bytes: [UInt8]) throws -> Int32 {
    var template = Array("/tmp/sandglass-test-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw CommandError(call: "mkstemp", number: errno) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    unlink(template)
    var written = 0
    while written < bytes.count {
        let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard count > 0 else { throw CommandError(call: "write", number: errno) }
        written += count
    }
    lseek(file, 0, SEEK_SET)
    return file
}

private func contents(of file: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // The command has moved the shared file offset, so read from explicit offsets.
    while true {
        let count = pread(file, &buffer, buffer.count, off_t(bytes.count))
        guard count > 0 else { return bytes }
        bytes.append(contentsOf: buffer[..<count])
    }
}
