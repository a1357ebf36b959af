import ContainerModel
import FileTree
import System

/// What a lock file says about the holder of the lock.
struct LockNote {
    var process = getpid()
    /// The start time of that process, as reported by the kernel: its process ID may have been reused.
    var processBegan = ProcessState(getpid())?.began ?? 0
    /// When the lock was taken, in seconds since boot.
    var since = LockNote.uptime
    var command = ProcessState(getpid())?.command ?? "sandglass"
    var title: String

    init(title: String) { self.title = title }

    /// Parses a note; nil if the bytes are not one.
    init?(_ bytes: [UInt8]) {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 5, let process = Int32(lines[0]), process > 0, let began = UInt64(lines[1]),
            let since = Int64(lines[2])
        else { return nil }
        (self.process, processBegan, self.since) = (process, began, since)
        (command, title) = (String(lines[3]), String(lines[4]))
    }

    func write(to file: Descriptor, path: [UInt8]) throws(TransactionError) {
        // The file may contain the note of a process that was killed.
        guard ftruncate(file.number, 0) == 0 else { throw StateFile.failure("write", path, errno) }
        let text = "\(process)\n\(processBegan)\n\(since)\n\(command)\n\(title)\n"
        try StateFile.write(Array(text.utf8), to: file, path: path)
    }

    /// Seconds since boot, including time spent suspended.
    static var uptime: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return Int64(now.tv_sec)
    }
}

/// The state of a process according to `/proc/PID/stat` (proc_pid_stat(5)).
struct ProcessState {
    let command: String
    /// Whether the process is stopped, by a signal or by a tracer.
    let isStopped: Bool
    /// When the process started, in clock ticks since boot.
    let began: UInt64

    /// Reads the state; nil if there is no such process.
    init?(_ process: pid_t) {
        let opened = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        let file = Descriptor(owning: opened)
        guard let bytes = try? StateFile.read(file, from: 0, count: 4_096, path: []),
            let first = bytes.firstIndex(of: UInt8(ascii: "(")), let last = bytes.lastIndex(of: UInt8(ascii: ")")),
            first < last
        else { return nil }
        let fields = bytes[(last + 1)...].split(separator: UInt8(ascii: " "))
        // The state is field 3 and the start time field 22.
        guard fields.count > 19, let began = UInt64(String(decoding: fields[19], as: UTF8.self)) else { return nil }
        command = String(
            decoding: bytes[(first + 1)..<last].filter { $0 >= 0x20 && $0 != 0x7f }, as: UTF8.self)
        isStopped = fields[0].elementsEqual("T".utf8) || fields[0].elementsEqual("t".utf8)
        self.began = began
    }
}

/// The holder of a lock that could not be taken.
struct LockHolder {
    private let note: LockNote?
    private let process: pid_t?
    private let state: ProcessState?

    /// - Parameter file: The open lock file.
    init(of file: Descriptor, path: [UInt8]) {
        let note = (try? StateFile.read(file, from: 0, count: 4_096, path: path)).flatMap { LockNote($0) }
        if let note, let state = ProcessState(note.process), state.began == note.processBegan {
            (self.note, process, self.state) = (note, note.process, state)
        } else {
            // The holder was stopped or killed before it could write its note; ask the kernel.
            let process = (try? ItemStatus(of: file, path: .root)).flatMap { Self.process(locking: $0.inode) }
            (self.note, self.process, state) = (nil, process, process.flatMap { ProcessState($0) })
        }
    }

    /// Returns the process that holds the lock on a file according to `/proc/locks` (proc_locks(5)).
    private static func process(locking inode: UInt64) -> pid_t? {
        let opened = open("/proc/locks", O_RDONLY | O_CLOEXEC)
        guard opened >= 0,
            let bytes = try? StateFile.read(Descriptor(owning: opened), from: 0, count: 1 << 20, path: [])
        else { return nil }
        for line in bytes.split(separator: 0x0a) {
            let words = line.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
            guard words.count >= 6, words[1] == "FLOCK", words[5].hasSuffix(":\(inode)") else { continue }
            return pid_t(words[4]).flatMap { $0 > 0 ? $0 : nil }
        }
        return nil
    }

    /// The holder, what it is doing, for how long, and what the user can do. Names in it are not safe for a terminal.
    var words: String {
        guard let process else { return "another process; try again when it is done" }
        var words = "process \(process)"
        if let note {
            words += " (\(note.command): \(note.title)), for \(Self.duration(LockNote.uptime &- note.since))"
        } else if let state {
            words += " (\(state.command))"
        }
        guard let state, state.isStopped else { return words + "; try again when it is done" }
        return words
            + ", which is stopped; continue it with \"fg\" or \"kill -CONT \(process)\", or end it, and try again"
    }

    private static func duration(_ seconds: Int64) -> String {
        let seconds = max(0, seconds)
        if seconds < 120 { return "\(seconds) s" }
        return seconds < 7_200 ? "\(seconds / 60) min" : "\(seconds / 3_600) h"
    }
}
