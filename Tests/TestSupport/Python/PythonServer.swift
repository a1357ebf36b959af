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
    private static let program = """
        import atexit, gc, os, signal, sys
        import binascii, datetime, hashlib, io, itertools, json, plistlib, random, re, select, shutil, socket, sqlite3, stat
        import struct, subprocess, tarfile, threading, time, traceback, zipfile, zlib
        # Collections in the forks then neither visit nor copy what is there.
        gc.freeze()

        def run(script, arguments):
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            sys.argv = ['-c'] + arguments
            main = type(sys)('__main__')
            sys.modules['__main__'] = main
            try:
                exec(compile(script, '<string>', 'exec'), main.__dict__)
                return 0
            except SystemExit as end:
                if end.code is None or isinstance(end.code, int): return (end.code or 0) & 0xff
                print(end.code, file=sys.stderr)
                return 1
            except BaseException:
                traceback.print_exc()
                return 1
            finally:
                # Closes the files that the script left open, as the end of an interpreter does.
                main.__dict__.clear()
                gc.collect()

        def child(process, request, *rest):
            def opened(number, flags): return os.open('/proc/%s/fd/%s' % (process, number), flags)
            words = []
            with open('/proc/%s/fd/%s' % (process, request), 'rb') as file:
                while length := file.read(8): words.append(file.read(int.from_bytes(length, 'little')))
            for target, number in enumerate(rest[:3]):
                source = opened(number, os.O_RDONLY if target == 0 else os.O_WRONLY)
                os.dup2(source, target)
                os.close(source)
            status = run(words[0].decode(), [os.fsdecode(word) for word in words[1:]])
            for thread in threading.enumerate():
                if thread is not threading.current_thread() and not thread.daemon: thread.join()
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

        # The replies of the scripts that run, by their processes.
        replies = {}
        def handle(words):
            reply = os.open('/proc/%s/fd/%s' % (words[0], words[5]), os.O_WRONLY)
            process = os.fork()
            if process == 0:
                signal.set_wakeup_fd(-1)
                for number in [reply, ended, wakeup, *replies.values()]: os.close(number)
                try: child(*words)
                finally: os._exit(1)
            replies[process] = reply

        ended, wakeup = os.pipe()
        os.set_blocking(ended, False)
        os.set_blocking(wakeup, False)
        signal.set_wakeup_fd(wakeup, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        poll = select.poll()
        for number in [0, ended]: poll.register(number, select.POLLIN)
        rest = b''
        while True:
            ready = {number for number, _ in poll.poll()}
            if ended in ready:
                try: os.read(ended, 65536)
                except BlockingIOError: pass
            while replies:
                process, status = os.waitpid(-1, os.WNOHANG)
                if process == 0: break
                reply = replies.pop(process)
                os.write(reply, struct.pack('=i', status))
                os.close(reply)
            if 0 in ready:
                more = os.read(0, 65536)
                if not more: break
                *lines, rest = (rest + more).split(b'\\n')
                for line in lines: handle(line.decode().split())
        """

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
