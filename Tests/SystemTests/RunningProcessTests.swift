import System
import TestSupport
import Testing

@Suite("Running processes")
struct RunningProcessTests {
    /// Returns a field of /proc/PID/status, the human-readable form.
    private func status(_ field: String, _ process: Int32) throws -> String {
        let script = "{ if (index($0, f \":\t\") == 1) print substr($0, length(f) + 3) }"
        return try runCommand(["awk", "-v", "f=\(field)", script, "/proc/\(process)/status"]).lines.first.map {
            String($0)
        } ?? ""
    }

    @Test(
        "a process's name, parent and state are read, whatever the name contains",
        arguments: ["sleep", "a) R 1 (b"])
    func fields(name: String) throws {
        let directory = TemporaryDirectory()
        #expect(try runCommand(["cp", "/bin/sleep", directory(name)]).status == 0)
        let terminal = try PseudoTerminal(directory(name), ["600"])
        try terminal.waitUntil("the program") { try status("Name", $0.processID) == name }
        let process = try #require(RunningProcess(terminal.processID))
        #expect(process.command == name)
        #expect(try status("PPid", terminal.processID) == "\(process.parent)")
        #expect(process.number == terminal.processID)
        #expect(!process.isStopped && !process.hasExited)
        terminal.signal(SIGSTOP)
        try terminal.waitUntil("the stop") { try status("State", $0.processID).hasPrefix("T") }
        #expect(RunningProcess(terminal.processID)?.isStopped == true)
        terminal.signal(SIGKILL)
        try terminal.waitUntil("the end") { try status("State", $0.processID).hasPrefix("Z") }
        #expect(RunningProcess(terminal.processID)?.hasExited == true)
    }

    @Test("an ID that no process has gives nil", arguments: [-1, 0, .max] as [Int32])
    func absent(number: Int32) { #expect(RunningProcess(number) == nil) }

    @Test("the list contains this process and process 1")
    func all() {
        #expect(RunningProcess.all.contains(getpid()))
        #expect(RunningProcess.all.contains(1))
    }

    @Test("a process that writes to a file is found by the file")
    func writer() throws {
        let directory = TemporaryDirectory()
        try directory.write("x", to: "file")
        let file = open(directory("file"), O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        #expect(RunningProcess.writing(to: file) == nil)
        let writer = try PseudoTerminal(
            "/bin/sh", ["-c", "exec 3>>\"$0\"; echo ready; read x", directory("file")])
        try writer.waitFor("ready")
        #expect(RunningProcess.writing(to: file)?.number == writer.processID)
    }

    /// Starts a process that locks a file until it is ended.
    private func locker(of path: String) throws -> PseudoTerminal {
        let script = "import fcntl, sys; f = open(sys.argv[1]); fcntl.flock(f, fcntl.LOCK_EX); print('ready'); input()"
        let locker = try PseudoTerminal("/usr/bin/env", ["python3", "-c", script, path])
        try locker.waitFor("ready")
        return locker
    }

    @Test("the process that locks a file is found by the file")
    func lock() throws {
        let directory = TemporaryDirectory()
        try directory.write("x", to: "file")
        let file = open(directory("file"), O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        #expect(RunningProcess.locking(file) == nil)
        let locker = try locker(of: directory("file"))
        #expect(RunningProcess.locking(file) == locker.processID)
    }

    @Test(
        "a lock on a file is not mistaken for one on a file with the same inode number on another file system",
        .enabled(if: PrivateMounts.areAllowed, "file systems cannot be mounted here"))
    func locksOfTwoDevices() throws {
        let (one, other) = (TemporaryDirectory(), TemporaryDirectory())
        try PrivateMounts.with("tmpfs", "size=1m", on: one) { _ in
            try PrivateMounts.with("tmpfs", "size=1m", on: other) { _ in
                let files = try [one, other].map { directory in
                    try directory.write("x", to: "file")
                    return open(directory("file"), O_RDONLY | O_CLOEXEC)
                }
                defer { for file in files { close(file) } }
                let numbers = files.map { file in
                    var status = stat()
                    return fstat(file, &status) == 0 ? status.st_ino : 0
                }
                try #require(numbers[0] == numbers[1])
                let locker = try locker(of: one("file"))
                #expect(RunningProcess.locking(files[0]) == locker.processID)
                #expect(RunningProcess.locking(files[1]) == nil)
            }
        }
    }

    @Test("memory is reported for existing processes, and as zero for others")
    func memory() throws {
        let sleeper = try PseudoTerminal("/bin/sh", ["-c", "echo ready; exec cat"])
        try sleeper.waitUntil("the program") { try status("Name", $0.processID) == "cat" }
        try sleeper.waitUntil("its sleep") { RunningProcess($0.processID)?.state == "S" }
        for (kind, field) in [(.resident, "VmRSS"), (.peak, "VmHWM")] as [(RunningProcess.Memory, String)] {
            let words = try status(field, sleeper.processID).split(separator: " ")
            #expect(words.first == "\(RunningProcess.memory(kind, of: sleeper.processID))")
            #expect(RunningProcess.memory(kind, of: -1) == 0)
        }
    }

    @Test("the path of the executable is found, and the running executable can be read")
    func path() throws {
        #expect(
            try runCommand(["readlink", "/proc/\(getpid())/exe"]).lines.first.map { String($0) }
                == Platform.executablePath)
        #expect(try runCommand(["cmp", Platform.runningExecutable, Platform.executablePath]).status == 0)
    }
}
